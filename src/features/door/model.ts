import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { archivedMembers } from '#features/applications/table.ts'
import type { AdmitInput } from '#features/market/inputs.ts'
import { marketOn, memberTicket, typedCode, verifier } from '#features/market/model.ts'
import { entryProblem, marketKind, messages, type Reading, readCode, standingProblem } from '#features/market/rules.ts'
import { marketScans, marketVisitorTickets } from '#features/market/table.ts'
import { profiles, userRoles } from '#features/members/table.ts'
import type { Settings } from '#features/venue/inputs.ts'
import { readSettings } from '#features/venue/model.ts'
import type { Env } from '#platform/env.ts'
import { refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'
import { calendarDate } from '#platform/time.ts'
import type { Tx } from '#platform/work.ts'
import { type Answer, admittedWords, isTypedCode, typedCharacters } from './rules.ts'

/** Name and standing of a person, for queries that join `user` and `profiles`. Admins count as approved (decision 2). */
export const visitorFacts = {
  name: sql<string>`coalesce(nullif(trim(${profiles.firstName} || ' ' || ${profiles.lastName}), ''), ${user.email})`,
  accountStatus: profiles.accountStatus,
  isApproved: sql<boolean>`(${profiles.approvalStatus} = 'approved' or exists (select 1 from ${userRoles} where ${userRoles.userId} = ${user.id} and ${userRoles.role} = 'admin'))`,
  isArchived: sql<boolean>`exists (select 1 from ${archivedMembers} where ${archivedMembers.emailKey} = ${user.emailKey})`,
}

type TicketRow = typeof marketVisitorTickets.$inferSelect

/**
 * One scan: judges it and writes it down, and the entry with it. The same scan sent again gets the same answer. A scan
 * made offline is a fact: it is recorded as it happened, with what speaks against it, and never refused.
 */
export async function recordScan(tx: Tx, env: Env, scan: AdmitInput): Promise<Answer> {
  const codeHash = hashOf(scan.code)
  const before = await earlierAnswer(tx, scan.scanId, codeHash)
  if (before) return before
  const settings = await readSettings(tx)
  const at = scan.isOffline ? new Date(Math.min(Date.parse(scan.scannedAt), tx.now.getTime())) : tx.now
  const on = calendarDate(at)
  const reading = await read(tx, env, scan, at, on, settings)
  const person = reading.ticket && (await findVisitor(tx, reading.ticket.personId))
  let problem = reading.problem ?? standingProblem(person) ?? ((await marketOn(tx, on)) ? null : messages.noMarket)
  const wasLetIn = scan.isOffline && scan.wasAdmitted
  const ticket = person && (!problem || wasLetIn) ? await memberTicket(tx, person.userId, on, settings) : null
  if (ticket && reading.ticket) {
    problem ??= (await isWithdrawn(tx, reading.ticket)) ? messages.expired : null
    problem ??= entryProblem({
      now: at.getTime(),
      issuedAt: reading.ticket.issuedAt,
      lastEntryAt: ticket.lastEntryAt?.getTime() ?? null,
      cooldownMinutes: settings.entryCooldownMinutes,
    })
  }
  const isAdmitted = scan.isOffline ? scan.wasAdmitted : !problem
  const isDouble =
    isAdmitted && scan.isOffline && ticket !== null && (await isSecond(tx, ticket, at, codeHash, settings))
  const words = isAdmitted ? admittedWords(ticket?.checkInCount ?? 0) : (problem ?? messages.failed)
  await tx.insert(marketScans).values({
    id: scan.scanId,
    deviceId: scan.deviceId,
    codeHash,
    ticketId: ticket?.id ?? null,
    outcome: isAdmitted ? 'admitted' : 'refused',
    message: words,
    scannedAt: at,
    receivedAt: tx.now,
    scannedBy: tx.cause.actorId,
    isOffline: scan.isOffline,
    isFirstEntry: isAdmitted && ticket?.checkInCount === 0,
    isDouble,
    objection: wasLetIn ? problem : null,
  })
  const entered = isAdmitted && ticket ? await enter(tx, ticket, at) : ticket
  if (isAdmitted) await tellTheDoor(tx)
  return {
    scanId: scan.scanId,
    outcome: isAdmitted ? 'admitted' : 'refused',
    message: words,
    // A code that did not verify, or names nobody, gives no name away.
    name: person?.name ?? null,
    ticketType: ticket?.ticketType ?? (person ? 'member' : null),
    ticketCode: ticket?.ticketCode ?? null,
    pricePence: isAdmitted && ticket?.checkInCount === 0 ? ticket.pricePence : 0,
    checkInCount: entered?.checkInCount ?? 0,
    lastEntryAt: entered?.lastEntryAt?.toISOString() ?? null,
    isDouble,
  }
}

/** The answer that this scan got before; null when it is new. From here on nobody else works on the same scan. */
export async function earlierAnswer(tx: Tx, scanId: string, codeHash: string): Promise<Answer | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${scanId}, 0))`)
  const [scan] = await tx.select().from(marketScans).where(eq(marketScans.id, scanId))
  if (!scan) return null
  if (scan.codeHash !== codeHash) throw refusal('SCAN_REUSED', messages.scanReused, { status: 422 })
  const [ticket] = scan.ticketId
    ? await tx.select().from(marketVisitorTickets).where(eq(marketVisitorTickets.id, scan.ticketId))
    : []
  const person = ticket?.userId ? await findVisitor(tx, ticket.userId) : null
  return {
    scanId,
    outcome: scan.outcome,
    message: scan.message,
    name: person?.name ?? ticket?.guestName ?? null,
    ticketType: ticket?.ticketType ?? null,
    ticketCode: ticket?.ticketCode ?? null,
    pricePence: scan.isFirstEntry ? (ticket?.pricePence ?? 0) : 0,
    checkInCount: ticket?.checkInCount ?? 0,
    lastEntryAt: ticket?.lastEntryAt?.toISOString() ?? null,
    isDouble: scan.isDouble,
  }
}

export const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Open check-in lists and scanners read again. */
export async function tellTheDoor(tx: Tx): Promise<void> {
  for (const role of ['door', 'admin'] as const)
    await tx.announce({ to: { role }, kind: 'market.entry', refresh: ['market'] })
}

async function read(tx: Tx, env: Env, scan: AdmitInput, at: Date, on: string, settings: Settings): Promise<Reading> {
  if (isTypedCode(scan.code)) return scan.isOffline ? unreadable : readTyped(tx, env, scan.code, at, on, settings)
  return readCode(scan.code, await verifier(tx), at.getTime())
}

/** Finds the ticket whose characters of one of the last minutes these are. */
async function readTyped(tx: Tx, env: Env, text: string, at: Date, on: string, settings: Settings): Promise<Reading> {
  const wanted = typedCharacters(text)
  const tickets = await tx
    .select({
      id: marketVisitorTickets.id,
      userId: marketVisitorTickets.userId,
      generation: marketVisitorTickets.generation,
    })
    .from(marketVisitorTickets)
    .where(and(eq(marketVisitorTickets.on, on), eq(marketVisitorTickets.ticketType, 'member')))
  const minute = Math.floor(at.getTime() / 60_000)
  for (let age = 0; age < settings.ticketMinutes; age++) {
    const found = tickets.find(ticket => typedCode(env, ticket, minute - age) === wanted)
    if (!found) continue
    const issuedAt = (minute - age) * 60_000
    const validUntil = issuedAt + settings.ticketMinutes * 60_000
    const { id, userId, generation } = found
    return {
      ticket: { kind: marketKind, ticketId: id, personId: userId!, generation, issuedAt, validUntil },
      problem: null,
    }
  }
  return unreadable
}

const unreadable: Reading = { ticket: null, problem: messages.badFormat }

async function isWithdrawn(tx: Tx, code: { ticketId: string; generation: number }): Promise<boolean> {
  const [row] = await tx
    .select({ generation: marketVisitorTickets.generation })
    .from(marketVisitorTickets)
    .where(eq(marketVisitorTickets.id, code.ticketId))
  return row?.generation !== code.generation
}

/** Whether the ticket let somebody in within the wait, on either side of `at`, or with this very code. */
async function isSecond(tx: Tx, ticket: TicketRow, at: Date, codeHash: string, settings: Settings): Promise<boolean> {
  const wait = sql`make_interval(mins => ${settings.entryCooldownMinutes}::int)`
  const [other] = await tx
    .select({ id: marketScans.id })
    .from(marketScans)
    .where(
      and(
        eq(marketScans.ticketId, ticket.id),
        eq(marketScans.outcome, 'admitted'),
        sql`(${marketScans.codeHash} = ${codeHash} or (${marketScans.scannedAt} > ${at}::timestamptz - ${wait} and ${marketScans.scannedAt} < ${at}::timestamptz + ${wait}))`,
      ),
    )
    .limit(1)
  return other !== undefined
}

/** Scans of several devices arrive in any order: the first entry is the earliest, the last one the latest. */
async function enter(tx: Tx, ticket: TicketRow, at: Date) {
  const [row] = await tx
    .update(marketVisitorTickets)
    .set({
      status: 'used',
      usedAt: sql`least(${marketVisitorTickets.usedAt}, ${at}::timestamptz)`,
      lastEntryAt: sql`greatest(${marketVisitorTickets.lastEntryAt}, ${at}::timestamptz)`,
      checkInCount: sql`${marketVisitorTickets.checkInCount} + 1`,
    })
    .where(eq(marketVisitorTickets.id, ticket.id))
    .returning()
  return row!
}

async function findVisitor(tx: Tx, userId: string) {
  const [row] = await tx
    .select({ userId: user.id, ...visitorFacts })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .where(eq(user.id, userId))
  return row ?? null
}
