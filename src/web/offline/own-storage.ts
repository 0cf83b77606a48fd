/**
 * What a screen keeps on this device for one person, to work without a connection: their ticket, the door's list. It is
 * forgotten when the session ends or somebody else signs in (session.tsx), so nothing of one person is left for the next.
 */
const prefix = 'exchange.own.'

export function readOwn<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keeps it if the device has room; whatever is kept here only helps. */
export function keepOwn(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    localStorage.removeItem(prefix + name) // what was there before is not true any more
  }
}

/** Names of visitors stay on a device for a day. */
const dayMs = 24 * 3_600_000

/** Keeps what names other people: after a day it is read no more, and gone. */
export const keepOwnForDay = (name: string, value: unknown): void => keepOwn(name, { at: Date.now(), value })

export function readOwnOfDay<T>(name: string): T | null {
  const kept = readOwn<{ at: number; value: T }>(name)
  if (!kept) return null
  if (Date.now() - kept.at < dayMs) return kept.value
  forgetOwn(name)
  return null
}

/** Forgets everything, or everything whose name begins so. */
export function forgetOwn(names = ''): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix + names)) localStorage.removeItem(key)
  }
}
