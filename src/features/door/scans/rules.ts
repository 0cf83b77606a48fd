import { type Actor, isAdmin } from '#platform/auth/actor.ts'
import { addDays } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { formatTime } from '#platform/words.ts'
import {
  type Claims,
  isTypedCode,
  kindSaid,
  type ListedPass,
  type Listing,
  looksTyped,
  type OtherKind,
  type PassRules,
  type Picked,
  readCode,
  splitCode,
  type TicketType,
  textBytes,
  type Verify,
} from '../passes/rules.ts'
import { houseRefusals, isDoubtful, type Refusal, type RefusalCode, refuse } from '../refusals/rules.ts'
import type { outcomes } from './inputs.ts'

/** What every door says beside its refusals. */
export const messages = {
  cameraFailed: 'Failed to start camera',
  scanReused: 'This scan was sent before with another code.',
  busy: 'This pass is being checked elsewhere. Please scan it again.',
  otherLetters: 'These letters are for another scanner',
  notAdmitted: 'Only an entry can be taken back.',
  dayOver: 'That day is over. An admin can still take the entry back, for a week.',
  dayClosed: 'That day is over, and its counts stay as they are.',
  noScan: 'There is no such entry.',
  tooOld: 'This scan is older than a device keeps one, and counts no more.',
  unknownToServer: 'It waited for a week, and the server does not know what it is.',
} as const

/** Within so long it is one hand, or a reader that read twice: a code is one scan, and a guest who paid is counted once. */
export const echoMs = 1_500

/** How many scans a device keeps until it can send them; some 2 MB of what a browser gives a site. */
export const mostWaitingScans = 2_000

/** After so long a device gives up what no server knew. */
export const waitsAtMostMs = 7 * 24 * 3_600_000

/** For so many days after theirs an admin may take entries back; the door only on the day itself. */
const adminTakesBackDays = 7
/** What a device took back on the day by itself may arrive so many days after the entry did. */
const lateDays = 1

/** How much of a code a device keeps of a scan that it refused by itself; codes of passes are shorter. */
export const keptCodeLength = 600

type Outcome = (typeof outcomes)[number]

/** What the door is told about a scan. */
export interface Answer {
  scanId: string
  outcome: Outcome
  /** Why they are not let in; null when they are, and of scans that were written down before there were codes. */
  code: RefusalCode | null
  message: string
  /** By which their face is drawn; null: a guest, or nobody known. */
  personId: string | null
  name: string | null
  ticketType: TicketType | null
  ticketCode: string | null
  /** What to collect: the price at the first entry, 0 when entry is free or was paid. */
  pricePence: number
  checkInCount: number
  lastEntryAt: string | null
  isDouble: boolean
  /** How often the pass lets in from now on; null where nothing limits it. */
  usesLeft: number | null
  /** What else the door should know, e.g. who invited this guest. */
  note: string | null
  /** How many people may pass: who holds the pass, and whom they bring. */
  people: number
  /** What it is, where another scanner checks it: nothing is written down. */
  elsewhere: OtherKind | null
}

/** What a device keeps to decide without a connection. Signed by the server as one text. */
export interface DoorList extends Listing {
  kind: string
  /** By the server's clock, in milliseconds. */
  generatedAt: number
  /** The calendar day for which it is good, from its first moment to its end. */
  day: { on: string; startsAt: number; endsAt: number }
}

/** A scan that may have been a mistake. */
export interface Mistake {
  isAdmitted: boolean
  /** The day on which they came, and that on which the server heard of it. */
  on: string
  arrivedOn: string
}

/** One look at a pass. Instants in milliseconds. */
export interface Entry {
  now: number
  /** When the code was made. */
  issuedAt: number
  /** Null: the pass is of whoever carries it. */
  personId?: string | null
  /** How often it let in so far, and when last; null before the first time. */
  entries: number
  lastEntryAt: number | null
  waitMinutes: number
  /** How often it lets in altogether; left out: any number of times. */
  entryLimit?: number | undefined
}

export const whyNot = {
  /**
   * Why an entry cannot be taken back: a refusal is none, and the door may only on that day. Calendar days of the venue;
   * `takenBackOn`: when the device says that it did so, which is believed for a day after the entry arrived.
   */
  takeBack(actor: Actor, entry: Mistake, takenBackOn: string, today: string): Problem | null {
    if (!entry.isAdmitted) return { code: 'NOT_ADMITTED', message: messages.notAdmitted }
    if (today > addDays(entry.on, adminTakesBackDays) && today > addDays(entry.arrivedOn, lateDays))
      return { code: 'DAY_CLOSED', message: messages.dayClosed }
    const isOnTheDay = takenBackOn <= entry.on && today <= addDays(entry.arrivedOn, lateDays)
    return isOnTheDay || isAdmin(actor) ? null : { code: 'DAY_CLOSED', message: messages.dayOver }
  },
  /** Why a pass that is in order does not let in at this moment: only so long after the last entry (MKT-22, MKA-17). */
  enter({ refusals, isCodeForOneEntry }: PassRules, entry: Entry): Refusal | null {
    const { now, personId, issuedAt, entries, lastEntryAt, waitMinutes, entryLimit = Number.POSITIVE_INFINITY } = entry
    if (entries >= entryLimit) return refuse(refusals, 'USED_UP')
    if (lastEntryAt === null) return null
    if (now - lastEntryAt < waitMinutes * 60_000)
      return refuse(refusals, 'TOO_SOON', { ago: timeAgo(now - lastEntryAt), waitMinutes })
    // With a wait shorter than a code's life, the code that let the first person in would let in a second one.
    const isUsed = isCodeForOneEntry && personId !== null && issuedAt <= lastEntryAt
    return isUsed ? refuse(refusals, 'STALE') : null
  },
}

/** `12 minutes ago`, rounded down; a time ahead, from a clock that is wrong, counts as now. */
export function timeAgo(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
}

/** After so long, a list says that it is old (offline lists do not know of later blocks and entries elsewhere). */
export const listWarnsAfterMs = 15 * 60_000

/** An entry that a device gave by itself since. */
export interface OwnEntry {
  /** What counts as the same pass: `entryKey`. */
  key: string
  at: number
}

export interface OfflineVerdict {
  outcome: Outcome
  code: RefusalCode | null
  message: string
  name: string | null
  ticketType: TicketType | null
  pricePence: number
  note: string | null
  claims: Claims | null
  /** How many may pass, as in `Answer`. */
  people: number
  lastEntryAt: string | null
  elsewhere: OtherKind | null
  /** This device cannot tell (`isDoubtful`). */
  isUnchecked: boolean
}

/** What a device goes by where nobody can be asked. */
interface Known {
  pass: PassRules
  list: DoorList | null
  verify: Verify
  /** Whether the device has the key of this id; without it nobody can tell who made a code. */
  knowsKey(keyId: string): boolean
  /** What else a door lets in, as far as the device knows. */
  others?: readonly OtherKind[]
}

/** A pass that is made while a list is read may be in neither; its code is no older than this. */
const listGraceMs = 60_000

/**
 * Decides as the server would, with the device's list and its own entries since. `now` is the server's time as the device
 * knows it. A signed code whose pass is not on the list was issued after the list was made: it is let in, unnamed; one that is
 * older is not. Without a list, or without the key that a code names, the device says that it cannot tell: the code may be good.
 */
export async function judgeOffline(
  code: string,
  known: Known,
  entries: readonly OwnEntry[],
  now: number,
  isByHand = false,
): Promise<OfflineVerdict> {
  // A slip of the hand is none of the ticket's: whatever was typed is the server's to judge.
  if (isTypedCode(code) || (isByHand && looksTyped(code))) return refused(refuse(known.pass.refusals, 'TYPED_OFFLINE'))
  const read = splitCode(code)
  if (read && (known.list === null || !known.knowsKey(read.keyId))) return refused(unknownHere(known.pass))
  const reading = await readCode(code, known.pass, known.verify, now)
  if (reading.problem === null) return judgeClaims(reading.claims, known, entries, now)
  return { ...refused(reading.problem), elsewhere: kindSaid(known.others ?? [], reading.said) }
}

/** The same of somebody who was found by name on the device's list. */
export function judgePicked(
  { passId, personId }: Picked,
  known: Known,
  entries: readonly OwnEntry[],
  now: number,
): OfflineVerdict {
  const { pass, list } = known
  const listed = list?.passes.find(each => (passId === null ? each.personId === personId : each.passId === passId))
  if (!listed) return refused(list ? refuse(pass.refusals, 'NOT_LISTED') : unknownHere(pass))
  const { generation } = listed
  const claims = { kind: pass.mark, passId: listed.passId, personId, generation, issuedAt: now, validUntil: now }
  return judgeClaims(claims, known, entries, now)
}

function judgeClaims(claims: Claims, { pass, list }: Known, entries: readonly OwnEntry[], now: number): OfflineVerdict {
  const key = entryKey(pass, claims)
  const listed = list?.passes.find(each => entryKey(pass, each) === key)
  const found = {
    name: listed?.name ?? null,
    ticketType: listed?.ticketType ?? ticketTypeOf(claims),
    note: listed?.note ?? null,
    claims,
  }
  if (list === null) return { ...refused(unknownHere(pass)), ...found }
  const wrong =
    listProblem(list, now) ?? listedProblem(listed) ?? outOfTime(listed, now) ?? withdrawn(pass, claims, listed)
  if (wrong) return { ...refused(wrong), ...found }
  const own = entries.filter(entry => entry.key === key).map(({ at }) => at)
  // It was there when the list was made, and is not on it; whom the server let in here since is known all the same.
  const isOlder = claims.issuedAt < list.generatedAt - listGraceMs
  if (!listed && isOlder && own.length === 0) return { ...refused(unknownHere(pass)), ...found }
  const known = [...own, ...(listed?.lastEntryAt ? [listed.lastEntryAt] : [])]
  const lastEntryAt = known.length > 0 ? Math.max(...known) : null
  const since = own.filter(at => at > list.generatedAt).length
  const again = whyNot.enter(pass, {
    now,
    issuedAt: claims.issuedAt,
    personId: claims.personId,
    entries: Math.max(own.length, (listed?.entries ?? 0) + since),
    lastEntryAt,
    waitMinutes: list.waitMinutes,
    entryLimit: listed ? listed.entryLimit : pass.unlistedLimit,
  })
  if (again)
    return {
      ...refused(again),
      ...found,
      lastEntryAt: lastEntryAt === null ? null : new Date(lastEntryAt).toISOString(),
    }
  // A person pays once a day; a pass is used whenever it is.
  const isFirst = known.every(at => pass.isPerPerson && at < list.day.startsAt)
  return {
    ...found,
    outcome: 'admitted',
    code: null,
    message: admittedWords(isFirst),
    pricePence: isFirst ? (listed?.pricePence ?? unlistedPence(list, claims)) : 0,
    people: isFirst ? 1 + (listed?.companions ?? 0) : 1,
    lastEntryAt: null,
    elsewhere: null,
    isUnchecked: false,
  }
}

/** Whoever carries a code that names nobody has paid for it. */
const unlistedPence = (list: DoorList, { personId }: Claims) => (personId === null ? 0 : (list.unlistedPence ?? 0))

/** Why a device lets in no guest who pays, as far as its list tells: the same as the server would say. */
export function whyNoWalkInOffline(list: DoorList | null, now: number): Told | null {
  return list === null ? refuse(houseRefusals, 'NOT_KNOWN_HERE') : listProblem(list, now)
}

/** What entries are counted by: the person where all their codes of a day stand for one pass, else the pass itself. */
export const entryKey = (pass: PassRules, { personId, passId }: { personId: string | null; passId: string }) =>
  pass.isPerPerson && personId !== null ? personId : passId

/** What the server says of a code that a device could not check, was good when it was shown, and let nobody in. */
export const wasGoodWords = (at: Date) =>
  `It was good at ${formatTime(at)}, and let nobody in. Find them by name to let them in.`

export const admittedWords = (isFirst: boolean) => (isFirst ? 'Checked in' : 'Checked in again')

/** What the server signs of a list. */
export const listBytes = (list: string) => textBytes('list', list)

/** A refusal as a list may tell of it: those of before there were codes have the words alone. */
type Told = Pick<Answer, 'code' | 'message'>

function listProblem({ day, closed }: DoorList, now: number): Told | null {
  const isToday = now >= day.startsAt && now < day.endsAt
  if (!isToday) return refuse(houseRefusals, 'STALE_LIST')
  return closed === null ? null : { code: 'CLOSED', message: closed }
}

const listedProblem = (listed: ListedPass | undefined): Told | null =>
  listed && listed.problem !== null ? { code: listed.code ?? null, message: listed.problem } : null

function outOfTime(listed: ListedPass | undefined, now: number): Told | null {
  if (!listed?.times) return null
  const { from, until, early, late } = listed.times
  if (now < from) return { code: 'TOO_EARLY', message: early }
  return now < until ? null : { code: 'TOO_LATE', message: late }
}

const withdrawn = ({ refusals }: PassRules, claims: Claims, listed: ListedPass | undefined) =>
  listed?.passId === claims.passId && listed.generation !== claims.generation ? refuse(refusals, 'STALE') : null

const unknownHere = ({ refusals }: PassRules) => refuse(refusals, 'NOT_KNOWN_HERE')

const ticketTypeOf = ({ personId }: Claims): TicketType => (personId === null ? 'guest' : 'member')

const refused = ({ code, message }: Told): OfflineVerdict => ({
  outcome: 'refused',
  code,
  message,
  name: null,
  ticketType: null,
  pricePence: 0,
  note: null,
  claims: null,
  people: 1,
  lastEntryAt: null,
  elsewhere: null,
  isUnchecked: code !== null && isDoubtful(code),
})
