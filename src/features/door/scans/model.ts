import { createHash } from 'node:crypto'
import { and, eq, or, sql } from 'drizzle-orm'
import { isArchivedAccount } from '#features/people/archive/model.ts'
import { holds } from '#features/people/members/model.ts'
import { profiles } from '#features/people/members/table.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { fullName } from '#platform/db/columns.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { calendarDate } from '#platform/time.ts'
import { type Pass, type PassKind, type TypedPass, typedCodes, verifierOf } from '../passes/model.ts'
import { isTypedCode, type Reading, readCode, typedCharacters } from '../passes/rules.ts'
import { ticketKeys } from '../passes/table.ts'
import type { AdmitInput, GuestInput, TakeBackInput } from './inputs.ts'
import { type Answer, admittedWords, messages, whyNot } from './rules.ts'
import { scanReversals, scans } from './table.ts'

/** Name and standing of a person, for queries that join `user` and `profiles`. Admins count as approved (decision 2). */
export const holderFacts = {
  name: sql<string>`coalesce(nullif(${fullName(profiles)}, ''), ${user.email})`,
  accountStatus: profiles.accountStatus,
  isApproved: sql<boolean>`(${profiles.approvalStatus} = 'approved' or ${holds(user.id, ['admin'])})`,
  isArchived: isArchivedAccount,
}

/**
 * A scanned or typed code: judged, written down, and the entry with it. The same scan sent again gets the same answer. A
 * scan made offline is a fact: it is recorded as it happened, with what speaks against it, and never refused.
 */
export function recordScan(tx: Tx, env: Env, kind: PassKind, scan: AdmitInput): Promise<Answer> {
  const codeHash = hashOf(scan.code)
  return writeDown(tx, kind, { ...scan, codeHash }, async (at, on, keys) => {
    const { claims, problem: unread } = isTypedCode(scan.code)
      ? await readTyped(tx, env, kind, scan, at, on)
      : await readCode(scan.code, kind, verifierOf(keys), at.getTime())
    const found = claims && (await kind.find(tx, claims, on))
    let problem = unread ?? (found ? found.problem : kind.words.unknown)
    const wasLetIn = scan.isOffline && scan.wasAdmitted
    let pass = found?.pass ?? null
    if (pass?.id === null && kind.issue && (!problem || wasLetIn)) pass = await kind.issue(tx, pass, on)
    if (claims && found && pass)
      problem ??=
        whyNot.enter(kind, {
          ...pass,
          now: at.getTime(),
          issuedAt: claims.issuedAt,
          lastEntryAt: pass.lastEntryAt?.getTime() ?? null,
          waitMinutes: found.waitMinutes,
        })?.message ?? null
    const isAdmitted = scan.isOffline ? scan.wasAdmitted : !problem
    const mayBeDouble = isAdmitted && scan.isOffline && found !== null
    const isDouble = mayBeDouble && (await isSecond(tx, kind, { pass, at, codeHash, waitMinutes: found.waitMinutes }))
    return { pass, problem, isAdmitted, isDouble }
  })
}

/** Somebody without a pass who pays at the door (MKT-24, MKA-19). Throws NOT_FOUND for kinds that let in nobody so. */
export function recordWalkIn(tx: Tx, kind: PassKind, scan: GuestInput): Promise<Answer> {
  return writeDown(tx, kind, { ...scan, codeHash: walkInHash(scan.scanId) }, async (_, on) => {
    if (!kind.walkIn) throw refusal('NOT_FOUND', 'Nobody is let in here without a pass.', { status: 404 })
    const pass = await kind.walkIn(tx, { name: scan.name || null, on, hasHappened: scan.isOffline })
    return { pass, problem: null, isAdmitted: true, isDouble: false }
  })
}

/**
 * Takes a guest's entry back who was let in by mistake: what they paid counts no more. Once, however often it is asked; the scan
 * stays written down. Throws NOT_FOUND, NOT_A_WALK_IN, and DAY_CLOSED once the day is over (for an admin: a week later).
 */
export async function reverseWalkIn(tx: Tx, actor: Actor, kind: PassKind, input: TakeBackInput): Promise<void> {
  const { scanId, isOffline, takenBackAt } = input
  const at = isOffline ? new Date(Math.min(Date.parse(takenBackAt), tx.now.getTime())) : tx.now
  const [scan] = await tx
    .select()
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.kind, kind.name)))
  if (!scan) throw notFound(messages.noScan)
  const isWalkIn = scan.passId !== null && scan.codeHash === walkInHash(scanId)
  // A device whose clock is behind took it back after it had let them in all the same.
  const reversedAt = new Date(Math.max(at.getTime(), scan.scannedAt.getTime()))
  const entry = { isWalkIn, on: calendarDate(scan.scannedAt), arrivedOn: calendarDate(scan.receivedAt) }
  demand(whyNot.takeBack(actor, entry, calendarDate(reversedAt), calendarDate(tx.now)))
  const reversed = await tx
    .insert(scanReversals)
    .values({ scanId, reversedAt, reversedBy: tx.cause.actorId })
    .onConflictDoNothing()
    .returning()
  if (reversed.length === 0) return
  await kind.takeBack?.(tx, scan.passId!)
  await tellOfEntry(tx)
}

interface Judgement {
  pass: Pass | null
  problem: string | null
  isAdmitted: boolean
  isDouble: boolean
}

type Keys = { id: string; publicKey: string; retiredAt: Date | null }[]
type Scan = Pick<AdmitInput, 'scanId' | 'deviceId' | 'scannedAt' | 'isOffline'> & { codeHash: string }

/** Where every scan is written down. Its id is unique: of two that arrive at once, one is written, and both are answered by it. */
async function writeDown(
  tx: Tx,
  kind: PassKind,
  scan: Scan,
  judge: (at: Date, on: string, keys: Keys) => Promise<Judgement>,
): Promise<Answer> {
  const { earlier, keys } = await earlierScan(tx, scan.scanId)
  if (earlier) return repeated(tx, kind, earlier, scan.codeHash)
  const at = scan.isOffline ? new Date(Math.min(Date.parse(scan.scannedAt), tx.now.getTime())) : tx.now
  const { pass, problem, isAdmitted, isDouble } = await judge(at, calendarDate(at), keys)
  const row = {
    id: scan.scanId,
    kind: kind.name,
    deviceId: scan.deviceId,
    codeHash: scan.codeHash,
    passId: pass?.id ?? null,
    personId: pass?.personId ?? null,
    outcome: isAdmitted ? ('admitted' as const) : ('refused' as const),
    message: isAdmitted ? admittedWords(!pass || pass.entries === 0) : (problem ?? kind.words.failed),
    scannedAt: at,
    receivedAt: tx.now,
    scannedBy: tx.cause.actorId,
    isOffline: scan.isOffline,
    isFirstEntry: isAdmitted && pass !== null && pass.id !== null && pass.entries === 0,
    isDouble,
    objection: isAdmitted && scan.isOffline ? problem : null,
  }
  const entered = isAdmitted && pass?.id ? pass : null
  if (!(await insertScan(tx, row, entered && kind))) {
    const { earlier } = await earlierScan(tx, scan.scanId)
    return repeated(tx, kind, earlier!, scan.codeHash)
  }
  if (isAdmitted) await tellOfEntry(tx)
  if (row.isFirstEntry) await kind.entered?.(tx, row.passId!, at)
  return answerOf(row, entered ? afterEntry(entered, at) : pass)
}

async function tellOfEntry(tx: Tx): Promise<void> {
  for (const role of ['door', 'admin'] as const) await tx.announce({ to: { role }, kind: 'door.entry' })
}

type ScanRow = typeof scans.$inferSelect

/** Writes the scan and, when somebody came in, counts the entry in the same statement. False when the scan is there already. */
async function insertScan(tx: Tx, row: ScanRow, entered: PassKind | null): Promise<boolean> {
  const scan = tx
    .insert(scans)
    .values(row)
    .onConflictDoNothing({ target: scans.id })
    .returning({ passId: scans.passId })
  if (!entered) return (await scan).length === 1
  const entry = entered.enter(tx, sql`(select pass_id from scan)`, row.scannedAt)
  const written = await tx.execute(
    sql`with scan as (${scan.getSQL()}), entry as (${entry.getSQL()}) select pass_id from scan`,
  )
  return written.rowCount === 1
}

const afterEntry = (pass: Pass, at: Date): Pass => ({
  ...pass,
  entries: pass.entries + 1,
  lastEntryAt: pass.lastEntryAt && pass.lastEntryAt > at ? pass.lastEntryAt : at,
})

/** The scan with this id, if it came before, and the public keys, in one statement. */
async function earlierScan(tx: Tx, scanId: string): Promise<{ earlier: ScanRow | null; keys: Keys }> {
  const { id, publicKey, retiredAt } = ticketKeys
  const earlier = tx.select().from(scans).where(eq(scans.id, scanId)).as('earlier')
  const rows = await tx
    .select({ key: { id, publicKey, retiredAt }, earlier: earlier._.selectedFields })
    .from(ticketKeys)
    .fullJoin(earlier, sql`false`)
  return {
    earlier: rows.find(row => row.earlier)?.earlier ?? null,
    keys: rows.flatMap(({ key }) => (key ? [key] : [])),
  }
}

/** What the scan was answered when it came first; its counts are those of now. */
async function repeated(tx: Tx, kind: PassKind, scan: ScanRow, codeHash: string): Promise<Answer> {
  if (scan.codeHash !== codeHash || scan.kind !== kind.name)
    throw refusal('SCAN_REUSED', messages.scanReused, { status: 422 })
  return answerOf(scan, scan.passId ? await kind.byId(tx, scan.passId) : null)
}

// A code that did not verify, or names nobody, has no pass here and gives no name away.
function answerOf(scan: ScanRow, pass: Pass | null): Answer {
  return {
    scanId: scan.id,
    outcome: scan.outcome,
    message: scan.message,
    personId: pass?.personId ?? null,
    name: pass?.name ?? null,
    ticketType: pass?.ticketType ?? null,
    ticketCode: pass?.ticketCode ?? null,
    pricePence: scan.isFirstEntry ? (pass?.pricePence ?? 0) : 0,
    checkInCount: pass?.entries ?? 0,
    lastEntryAt: pass?.lastEntryAt?.toISOString() ?? null,
    isDouble: scan.isDouble,
    usesLeft: pass?.entryLimit === undefined ? null : Math.max(0, pass.entryLimit - pass.entries),
    note: pass?.note ?? null,
  }
}

const walkInHash = (scanId: string) => hashOf(`guest:${scanId}`)
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Characters age as codes do; only the server can tell whose they are. */
async function readTyped(
  tx: Tx,
  env: Env,
  kind: PassKind,
  { code, isOffline }: AdmitInput,
  at: Date,
  on: string,
): Promise<Reading> {
  const unreadable = { claims: null, problem: kind.words.unknownTyped }
  if (isOffline) return unreadable
  const [characters, codeAt] = [typedCharacters(code), typedCodes(env)]
  const minute = Math.floor(at.getTime() / 60_000)
  const issuedAt = (pass: TypedPass, minutes: number) => {
    for (let age = 0; age < minutes; age++)
      if (codeAt(pass, minute - age) === characters) return (minute - age) * 60_000
    return null
  }
  const found = await kind.findTyped(tx, { characters, on, issuedAt })
  if (!found) return unreadable
  return 'problem' in found ? { claims: null, problem: found.problem } : { claims: found, problem: null }
}

/** Whether the pass let somebody in within the wait, on either side of `at`, or with this very code. */
async function isSecond(
  tx: Tx,
  kind: PassKind,
  { pass, at, codeHash, waitMinutes }: { pass: Pass | null; at: Date; codeHash: string; waitMinutes: number },
): Promise<boolean> {
  if (!pass?.id) return false
  const wait = sql`make_interval(mins => ${waitMinutes}::int)`
  const isNear = sql`(${scans.scannedAt} > ${at}::timestamptz - ${wait} and ${scans.scannedAt} < ${at}::timestamptz + ${wait})`
  const isSameCode = kind.isCodeForOneEntry ? eq(scans.codeHash, codeHash) : undefined
  const [other] = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.passId, pass.id), eq(scans.outcome, 'admitted'), or(isSameCode, isNear)))
    .limit(1)
  return other !== undefined
}
