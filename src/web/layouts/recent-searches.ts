import { keepOwn, readOwn } from '#web/offline/own-storage.ts'

/** What a person searched for last on this device, the latest first. It is forgotten as soon as they sign out. */
export const recentSearches = (): string[] => readOwn<string[]>(name) ?? []

export function rememberSearch(typed: string): void {
  const q = typed.trim()
  if (q === '') return
  const others = recentSearches().filter(each => each.toLowerCase() !== q.toLowerCase())
  keepOwn(name, [q, ...others].slice(0, mostRemembered))
}

export const forgetSearches = (): void => keepOwn(name, [])

const name = 'searches'
const mostRemembered = 5
