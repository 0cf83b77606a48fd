import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import type { SpecifiedPath } from '#access.ts'

/** The path of a page that is built: what a link may lead to. */
export type PagePath = Exclude<keyof RegisteredRouter['routesByPath'], '/$'>

/** Behind the `#` of any page’s address: the cart of the store stands open beside that page (layouts/member.tsx). */
export const storeCart = 'store-cart'

/** The specified path when its page is built, else null: `{tour && <ButtonLink to={tour}>…}` while a page is to come. */
export function useBuiltPath(path: SpecifiedPath): PagePath | null {
  const { routesByPath } = useRouter()
  return isBuilt(routesByPath, path) ? path : null
}

/** Those entries of a menu whose page is built: menus name every specified page and show what works. */
export function useBuilt<Entry extends { to: SpecifiedPath }>(entries: readonly Entry[]) {
  const { routesByPath } = useRouter()
  return entries.filter((entry): entry is Entry & { to: PagePath } => isBuilt(routesByPath, entry.to))
}

/** The same for a menu in groups. */
export function useBuiltGroups<Entry extends { to: SpecifiedPath }>(
  groups: readonly { title: string; adminTitle?: string; entries: readonly Entry[] }[],
) {
  const built = useBuilt(groups.flatMap(({ entries }) => entries))
  return groups.map(group => ({ ...group, entries: built.filter(entry => group.entries.includes(entry)) }))
}

const isBuilt = (routesByPath: object, path: string): path is PagePath => path in routesByPath
