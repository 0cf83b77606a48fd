import type { Problem } from '#platform/problem.ts'
import type { EntryMethod, endings } from './inputs.ts'

export const messages = {
  alreadyIn: 'This person is in the house already.',
  notThere: 'There is no such visit.',
  dayOver: 'That day is over. Its visits stay as they are.',
  cameBack: 'This person came in again since.',
  occupancyLoad: 'Error fetching data',
  peopleLoad: 'Failed to load who is in the house',
} as const

/** From this share of what the house holds on, the door is told that it fills. */
const nearlyFullFrom = 0.9

/** How full the house is; at the limit nobody more comes in. `limit`: people (decision 16). */
export function fullness(count: number, limit: number): 'room' | 'nearly' | 'full' {
  if (count >= limit) return 'full'
  return count >= limit * nearlyFullFrom ? 'nearly' : 'room'
}

/** How an entry was noted, in words; one that says nothing was noted by hand (OCC-03). */
export const methodWords = (method: EntryMethod | null) => words[method ?? 'manual']
const words: Record<EntryMethod, string> = {
  manual: 'Manual',
  qr: 'QR code',
  typed: 'Typed code',
  paid: 'Paid at the door',
}

export const endingWords: Record<(typeof endings)[number], string> = {
  left: 'Left the house',
  midnight: 'Checked out at midnight',
}

/** What somebody came in with, in words; null: nothing was shown. */
export const throughOf = (kinds: readonly { name: string; title: string }[], kind: string | null) =>
  kinds.find(({ name }) => name === kind)?.title ?? null

/** Somebody whom this device let in, who may not be among those that the server told of. Instants in milliseconds. */
export interface CameHere {
  scanId: string
  name: string | null
  at: number
  isMember: boolean
  /** How many came in with them. */
  companions: number
  /** They had been let in before on that day, and may be inside already. */
  isAgain: boolean
  /** When the server had it; null while it waits on the device. */
  sentAt: number | null
}

/** Whom this device let in since the answer of the instant `at`, in which `known` are the names of those inside. */
export const cameSince = (here: readonly CameHere[], at: number, known: readonly string[]): CameHere[] =>
  here.filter(
    ({ sentAt, isAgain, name }) =>
      (sentAt === null || sentAt > at) && !(isAgain && name !== null && known.includes(name)),
  )

/** How many people that is, with those who came in with them. */
export const headsOf = (came: readonly CameHere[]) => came.reduce((sum, { companions }) => sum + 1 + companions, 0)

/** What a guest without a name of their own is called. */
export const guestOf = (host: string) => `Guest of ${host}`

/** The same people in the same order, but whoever is called somebody's guest right beneath them, with their own guests in turn. */
export function beneathHosts<Person extends { name: string }>(people: readonly Person[]) {
  const names = new Set(people.map(({ name }) => guestOf(name)))
  const brought = Map.groupBy(
    people.filter(({ name }) => names.has(name)),
    ({ name }) => name,
  )
  const withGuests = (person: Person, isBeneath: boolean): { person: Person; isBeneath: boolean }[] => {
    const guests = brought.get(guestOf(person.name)) ?? []
    // Of two of one name the first has them: nobody is counted twice.
    brought.delete(guestOf(person.name))
    return [{ person, isBeneath }, ...guests.flatMap(guest => withGuests(guest, true))]
  }
  return people.filter(({ name }) => !names.has(name)).flatMap(host => withGuests(host, false))
}

interface Visit {
  /** The day on which they came. */
  on: string
  isOpen: boolean
}

/** `today`: the calendar day at the venue. */
export const whyNot = {
  /** Why a check-in by hand, or a check-out, cannot be taken back: only on its own day. */
  takeBack: ({ on }: Visit, today: string): Problem | null =>
    on === today ? null : { code: 'DAY_CLOSED', message: messages.dayOver },
}
