import { againFrom, type ByName, type ListedPass, type PassRules } from '../../passes/rules.ts'
import { type DoorList, entryKey, type OwnEntry } from '../rules.ts'

/**
 * Whom a device knows by these letters, at most `most`. A registration that was called off is nothing to choose where the same
 * person has one that stands.
 */
export function findHere(pass: PassRules, list: DoorList, own: readonly OwnEntry[], q: string, most: number): ByName[] {
  const [letters, isOff] = [q.toLowerCase(), ({ code }: ListedPass) => code === 'CANCELLED']
  const meant = list.passes.filter(({ name }) => name?.toLowerCase().includes(letters))
  const standing = new Set(meant.filter(each => !isOff(each)).map(({ personId }) => personId))
  return meant
    .filter(each => !isOff(each) || each.personId === null || !standing.has(each.personId))
    .slice(0, most)
    .map(listed => byNameHere(pass, list, own, listed))
}

/** Somebody whom a device knows by name, and when they are let in as far as it knows. */
export function byNameHere(
  pass: PassRules,
  { waitMinutes, generatedAt }: DoorList,
  own: readonly OwnEntry[],
  { name, problem, lastEntryAt, times, note, ...listed }: ListedPass,
): ByName {
  const key = entryKey(pass, listed)
  const since = own.filter(entry => entry.key === key).map(({ at }) => at)
  const last = Math.max(lastEntryAt ?? 0, ...since)
  const again = againFrom(last > 0 ? new Date(last) : null, waitMinutes).from ?? 0
  const entries = listed.entries + since.filter(at => at > generatedAt).length
  return {
    ...{ passId: listed.passId, personId: listed.personId, ticketType: listed.ticketType, entries },
    ...{ name: name ?? '', from: Math.max(again, times?.from ?? 0) },
    ...(times && { until: times.until }),
    ...(note !== undefined && { note }),
    ...(problem !== null && { problem }),
  }
}
