import { entryProblem, messages, readCode, type Ticket, type Verify } from '#features/market/rules.ts'

/** What the door is told about a scan. */
export interface Answer {
  scanId: string
  outcome: 'admitted' | 'refused'
  message: string
  name: string | null
  ticketType: 'member' | 'guest' | null
  ticketCode: string | null
  /** What to collect: the price at the first entry, 0 when entry is free or was paid. */
  pricePence: number
  checkInCount: number
  lastEntryAt: string | null
  isDouble: boolean
}

/** What a device keeps to decide without a connection. Signed by the server as one text. */
export interface DoorList {
  /** By the server's clock, in milliseconds. */
  generatedAt: number
  /** Today's market, and when its day ends; null when there is none. */
  day: { on: string; startsAt: number; endsAt: number } | null
  cooldownMinutes: number
  tickets: ListedTicket[]
}

export interface ListedTicket {
  ticketId: string
  personId: string
  name: string
  generation: number
  /** Why this person is not let in; null when nothing stands against it. */
  problem: string | null
  lastEntryAt: number | null
  pricePence: number
}

/** After so long, a list says that it is old (offline lists do not know of later blocks and entries elsewhere). */
export const listWarnsAfterMs = 15 * 60_000

export interface OfflineVerdict {
  outcome: 'admitted' | 'refused'
  message: string
  name: string | null
  ticketType: 'member' | null
  pricePence: number
  ticket: Ticket | null
}

/**
 * Decides as the server would, with the device's list and its own entries since. `now` is the server's time as the device
 * knows it. A signed code whose ticket is not on the list was issued after the list was made: it is let in, unnamed.
 */
export async function judgeOffline(
  code: string,
  list: DoorList | null,
  verify: Verify,
  entries: readonly { personId: string; at: number }[],
  now: number,
): Promise<OfflineVerdict> {
  if (isTypedCode(code)) return refused(messages.typedOffline)
  const { ticket, problem } = await readCode(code, verify, now)
  if (problem !== null) return refused(problem)
  const listed = list?.tickets.find(({ personId }) => personId === ticket.personId)
  const found = { name: listed?.name ?? null, ticketType: 'member' as const, ticket }
  const wrong = listProblem(list, now) ?? listed?.problem ?? withdrawn(ticket, listed)
  if (wrong) return { ...refused(wrong), ...found }
  const own = entries.filter(({ personId }) => personId === ticket.personId).map(({ at }) => at)
  const known = [...own, ...(listed?.lastEntryAt ? [listed.lastEntryAt] : [])]
  const lastEntryAt = known.length > 0 ? Math.max(...known) : null
  const again = entryProblem({
    now,
    issuedAt: ticket.issuedAt,
    lastEntryAt,
    cooldownMinutes: list!.cooldownMinutes,
  })
  if (again) return { ...refused(again), ...found }
  return {
    ...found,
    outcome: 'admitted',
    message: admittedWords(known.length),
    pricePence: lastEntryAt === null ? (listed?.pricePence ?? 0) : 0,
  }
}

export const admittedWords = (entriesBefore: number) => (entriesBefore === 0 ? 'Checked in' : 'Checked in again')

/** What a person types where nothing can be scanned: eight letters and digits (no I, L, O, U), spaced as they like. */
export const isTypedCode = (text: string) => /^[0-9A-HJKMNP-TV-Z]{8}$/.test(typedCharacters(text))
export const typedCharacters = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

/** What the server signs of a list; cannot be taken for a ticket, whose first byte is a version. */
export const listBytes = (list: string) => new TextEncoder().encode(`list:${list}`)

function listProblem(list: DoorList | null, now: number): string | null {
  if (!list) return messages.staleList
  if (list.day) return now >= list.day.startsAt && now < list.day.endsAt ? null : messages.staleList
  return now - list.generatedAt < 12 * 3_600_000 ? messages.noMarket : messages.staleList
}

const withdrawn = (ticket: Ticket, listed: ListedTicket | undefined) =>
  listed?.ticketId === ticket.ticketId && listed.generation !== ticket.generation ? messages.expired : null

const refused = (message: string): OfflineVerdict => ({
  outcome: 'refused',
  message,
  name: null,
  ticketType: null,
  pricePence: 0,
  ticket: null,
})
