import { hall, studioRoom } from '#features/spaces/rooms/rules.ts'
import { addDays } from '#platform/dates.ts'
import { facility, room } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import type { TestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'

/** A house for one sequence: two servers on one database, people, rooms, and the three days around a clock change. */
export interface House {
  app: TestApp
  /** The same house by another server. */
  beside: TestApp
  boss: Person
  people: Person[]
  facilities: Facility[]
  rooms: Room[]
  days: string[]
  /** When clocks are an hour ahead in that year. */
  summer: { from: Date; until: Date }
  known: Known
}

export interface Facility {
  id: string
  name: string
  /** Its smallest parts, and how many can be there at once where it has just one. */
  room: Room
  minutes: number
  turnaround: number
}

export interface Room {
  id: string
  leaves: string[]
  units: number
}

/** What the sequence was told; all else is looked up and must follow from it. */
export interface Known {
  /** Bookings as they were after the last round. */
  bookings: Map<string, Seen>
  /** Told as booked, or that an order is to be paid, since the sequence began. */
  made: Set<string>
  orders: Set<string>
  /** Somebody was told that no payment page could be opened: their hold stands all the same. */
  unsure: Set<string>
  /** Orders that somebody pressed Pay for. */
  pressed: Set<string>
  /** Who was told that a booking is cancelled. */
  cancelled: Map<string, Ended>
  /** Where a booking was told to be moved to. */
  moved: Map<string, { on: string; startsAt: string }[]>
  /** What was told to be closed in this round, so that bookings there may be gone. */
  closing: { leaves: string[]; from: Date; until: Date }[]
  closures: Set<string>
  lifted: Set<string>
  /** Studio sessions that were told as booked, with who ended them. */
  sessions: Map<string, Ended | null>
  rentals: Map<string, 'runs' | 'ended'>
  markets: Map<string, 'on' | 'cancelled'>
  tokens: Map<string, number>
  refusals: Map<string, number>
}

export interface Ended {
  by: 'own' | 'staff'
  at: Date
}

export interface Seen {
  status: string
  on: string
  startsAt: string
}

const firstTokens = 60

/** Sundays on which the clock changes, one after another: the last ones of March and October. */
export function changeAt(turn: number): { on: string; isSpring: boolean; summer: { from: Date; until: Date } } {
  const year = 2027 + (turn >> 1)
  const isSpring = turn % 2 === 0
  const [spring, autumn] = [lastSunday(`${year}-03-31`), lastSunday(`${year}-10-31`)]
  const summer = { from: new Date(`${spring}T01:00:00Z`), until: new Date(`${autumn}T01:00:00Z`) }
  return { on: isSpring ? spring : autumn, isSpring, summer }
}

const lastSunday = (end: string) => addDays(end, -new Date(`${end}T12:00:00Z`).getUTCDay())

/** The instant of a wall time in London, written down a second time: an hour behind in summer, the first of two in autumn. */
export function london({ from, until }: House['summer'], on: string, time: string): Date {
  const asWritten = new Date(`${on}T${time}:00Z`)
  const asSummer = new Date(asWritten.getTime() - 3_600_000)
  return asSummer >= from && asSummer < until ? asSummer : asWritten
}

/** New people, and rooms of every kind: the hall with its halves, the studio, three desks, and one that is made ready. */
export async function openHouse(app: TestApp, beside: TestApp, turn: number): Promise<House> {
  const { on, summer } = changeAt(turn)
  app.clock.set(`${addDays(on, -2)}T08:00:00Z`)
  const boss = await admin(app)
  const people = [
    ...(await Promise.all(Array.from({ length: 4 }, () => paidMember(app)))),
    // Pays by card whatever it is.
    await member(app),
  ]
  for (const who of people.slice(0, 4)) await giveTokens(app, who, firstTokens)
  const rows = await app.sql<{ slug: string; id: string; leaves: string[] }>(
    'select slug, id, leaf_ids as leaves from spaces where slug in ($1, $2, $3, $4)',
    [hall, 'hall-stage', 'hall-bar', studioRoom],
  )
  const roomOf = (slug: string): Room => {
    const { id, leaves } = rows.find(row => row.slug === slug)!
    return { id, leaves, units: 1 }
  }
  const made = async (options: Parameters<typeof room>[1]): Promise<Room> => {
    const { id, units } = await room(app, options)
    return { id, leaves: [id], units }
  }
  const [desks, cold] = [await made({ units: 3 }), await made({ turnaroundMinutes: 15 })]
  const rooms = [roomOf(hall), roomOf('hall-stage'), roomOf('hall-bar'), roomOf(studioRoom), desks, cold]
  const facilities: Facility[] = []
  for (const each of rooms) {
    const isCold = each === cold
    const minutes = isCold ? 90 : 60
    const tokenAvailableDays = each === desks ? ['saturday', 'sunday'] : []
    const { id, name } = await facility(app, { spaceId: each.id, durationMinutes: minutes, tokenAvailableDays })
    facilities.push({ id, name, room: each, minutes, turnaround: isCold ? 15 : 0 })
  }
  const known: Known = {
    ...{ bookings: new Map(), made: new Set(), orders: new Set(), unsure: new Set(), pressed: new Set() },
    ...{ cancelled: new Map(), moved: new Map(), closing: [], closures: new Set(), lifted: new Set() },
    ...{ sessions: new Map(), rentals: new Map(), markets: new Map(), refusals: new Map() },
    tokens: new Map(people.map(({ id }, i) => [id, i < 4 ? firstTokens : 0])),
  }
  const days = [-1, 0, 1].map(ahead => addDays(on, ahead))
  return { app, beside, boss, people, facilities, rooms, days, summer, known }
}

/** So long an unpaid hold lasts (decision 24). */
export const holdMs = 30 * 60_000

/** So long before it begins a booking is given back for nothing. */
export const cancellationMs = 24 * 3_600_000

/** What a facility costs in the model's own words: 5 tokens a length, or £30 an hour. */
export const priceOf = ({ minutes }: Facility, lengths: number) => ({
  tokens: 5 * lengths,
  pence: Math.round((3_000 * minutes * lengths) / 60),
})
