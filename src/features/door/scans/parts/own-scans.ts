import { keepOwn, keepOwnForDay, readOwn, readOwnOfDay } from '#web/offline/own-storage.ts'
import type { PassRules } from '../../passes/rules.ts'
import type { OwnEntry } from '../rules.ts'
import type { Scanned } from './use-scanner.ts'

/** Of a kind of pass its name says which scans are meant. */
type Kind = Pick<PassRules, 'name'>
const recentOf = ({ name }: Kind) => `door-recent.${name}`

/** The scans that this device shows as its most recent ones, with names. */
export const keepRecent = (pass: Kind, scans: Scanned[]) => keepOwnForDay(recentOf(pass), scans)
export const readRecent = (pass: Kind): Scanned[] => readOwnOfDay(recentOf(pass)) ?? []

const dayMs = 24 * 3_600_000

/** Who was let in during the day before, here or as far as known elsewhere: each entry counts for a day of its own. */
export const entriesSince = (now: number) =>
  (readOwn<OwnEntry[]>('door-entries') ?? []).filter(({ at }) => now - at < dayMs)
export const addEntry = (entry: OwnEntry) => keepOwn('door-entries', [...entriesSince(entry.at), entry])
/** One that was taken back counts no more. */
export const removeEntry = ({ key, at }: OwnEntry) =>
  keepOwn(
    'door-entries',
    entriesSince(at).filter(entry => entry.key !== key || entry.at !== at),
  )
/** An entry that another device gave, unless it is known. */
export function learnEntry(entry: OwnEntry): void {
  if (!entriesSince(entry.at).some(({ key, at }) => key === entry.key && at === entry.at)) addEntry(entry)
}

/** What this device calls itself in scans; made once and not anybody's. */
export function deviceId(): string {
  const key = 'exchange.device'
  const known = localStorage.getItem(key)
  if (known) return known
  const made = crypto.randomUUID()
  localStorage.setItem(key, made)
  return made
}
