import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { prepared, preparedSql, type Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { calendarDate } from '#platform/time.ts'
import { type Keys, kindElsewhere, type Pass, type PassKind, readShown } from '../passes/model.ts'
import { asOtherKind, isTypedCode, type OtherKind } from '../passes/rules.ts'
import { ticketKeys } from '../passes/table.ts'
import type { EntryMethod } from '../presence/inputs.ts'
import { cameIn, inside, tellHouse } from '../presence/model.ts'
import { type Refusal, refuse } from '../refusals/rules.ts'
import type { AdmitInput, GuestInput } from './inputs.ts'
import { type Answer, admittedWords, messages, waitsAtMostMs, wasGoodWords, whyNot } from './rules.ts'
import { scanReversals, scans } from './table.ts'

/**
 * A scanned or typed code, or somebody who was found by name: judged, written down, and the entry with it. The same scan sent
 * again gets the same answer. A scan made offline is a fact: it is recorded as it happened, with what speaks against it, and
 * never refused, unless it is older than any device keeps one (TOO_OLD). What is of one of the `others` is told, and not written down.
 */
export async function recordScan(
  tx: Tx,
  env: Env,
  kind: PassKind,
  scan: AdmitInput,
  others: readonly PassKind[] = [],
): Promise<Answer> {
  const { code, picked } = scan
  const codeHash = hashOf(picked ? `picked:${picked.passId}:${picked.personId}` : code)
  const method = picked ? 'manual' : isTypedCode(code) ? 'typed' : 'qr'
  const judge: Judge = async (at, on, keys) => {
    const { claims, problem: unread, said } = await readShown(tx, env, kind, scan, at, on, keys)
    const found = claims && (await kind.find(tx, claims, on, at))
    let problem = unread ?? (found ? found.problem : refuse(kind.refusals, 'UNKNOWN'))
    const wasLetIn = scan.isOffline && scan.wasAdmitted
    if (!claims && !wasLetIn) {
      const elsewhere = await kindElsewhere(tx, env, others, { code, picked, said }, at, on)
      if (elsewhere) return { pass: null, problem, isAdmitted: false, isDouble: false, elsewhere }
    }
    let pass = found?.pass ?? null
    if (pass?.id === null && kind.issue && (!problem || wasLetIn)) pass = await kind.issue(tx, pass, on)
    if (claims && found && pass)
      problem ??= whyNot.enter(kind, {
        ...pass,
        now: at.getTime(),
        issuedAt: claims.issuedAt,
        lastEntryAt: pass.lastEntryAt?.getTime() ?? null,
        waitMinutes: found.waitMinutes,
      })
    const isAdmitted = scan.isOffline ? scan.wasAdmitted : !problem
    // A device that could not tell let nobody in, and learns now that it could have.
    if (scan.isOffline && !isAdmitted && (scan.isUnchecked || method === 'typed'))
      problem ??= { code: 'NOT_KNOWN_HERE', message: wasGoodWords(at) }
    const mayBeDouble = isAdmitted && scan.isOffline && found !== null
    const isDouble = mayBeDouble && (await isSecond(tx, kind, { pass, at, codeHash, waitMinutes: found.waitMinutes }))
    return { pass, problem, isAdmitted, isDouble }
  }
  const answer = await writeDown(tx, kind, { ...scan, codeHash, method }, judge)
  if (!scan.isOffline || !scan.wasAdmitted || answer.outcome === 'admitted') return answer
  // The server had refused it, and its answer never arrived: that they were let in is written down beside it.
  const beside = await writeDown(tx, kind, { ...scan, scanId: besideOf(scan.scanId), codeHash, method }, judge)
  return { ...beside, scanId: scan.scanId }
}

/** The id of the entry that a device gave though the server had refused the scan; always the same one. */
export function besideOf(scanId: string): string {
  const hex = hashOf(`let in: ${scanId}`)
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Somebody without a pass who pays at the door (MKT-24, MKA-19). Throws NOT_FOUND for kinds that let in nobody so. */
export function recordWalkIn(tx: Tx, kind: PassKind, scan: GuestInput): Promise<Answer> {
  return writeDown(tx, kind, { ...scan, codeHash: walkInHash(scan.scanId), method: 'paid' }, async (_, on) => {
    if (!kind.walkIn) throw refusal('NOT_FOUND', 'Nobody is let in here without a pass.', { status: 404 })
    const pass = await kind.walkIn(tx, { name: scan.name || null, on, hasHappened: scan.isOffline })
    return { pass, problem: null, isAdmitted: true, isDouble: false }
  })
}

/** A condition: the scan was not taken back. */
export const stands = sql<boolean>`not exists (select from ${scanReversals} r where r.scan_id = ${scans.id})`

interface Judgement {
  pass: Pass | null
  problem: Refusal | null
  isAdmitted: boolean
  isDouble: boolean
  /** Another scanner checks it. */
  elsewhere?: PassKind
}

type Judge = (at: Date, on: string, keys: Keys) => Promise<Judgement>
interface Scan extends Pick<AdmitInput, 'scanId' | 'deviceId' | 'scannedAt' | 'isOffline'> {
  codeHash: string
  method: EntryMethod
}

/** Where every scan is written down. Its id is unique: of two that arrive at once, one is written, and both are answered by it. */
async function writeDown(tx: Tx, kind: PassKind, scan: Scan, judge: Judge): Promise<Answer> {
  const { earlier, keys } = await earlierScan(tx, scan.scanId)
  if (earlier) return repeated(tx, kind, earlier, scan.codeHash)
  const at = scan.isOffline ? new Date(Math.min(Date.parse(scan.scannedAt), tx.now.getTime())) : tx.now
  // A day's grace for a clock that is wrong: no device keeps one for longer, so it is none that a device kept.
  if (tx.now.getTime() - at.getTime() > waitsAtMostMs + 24 * 3_600_000)
    throw refusal('TOO_OLD', messages.tooOld, { status: 422 })
  const { pass, problem, isAdmitted, isDouble, elsewhere } = await judge(at, calendarDate(at), keys)
  if (elsewhere) return ofAnother(kind, scan, asOtherKind(elsewhere))
  const refused = isAdmitted ? null : (problem ?? refuse(kind.refusals, 'FAILED'))
  const row = {
    id: scan.scanId,
    kind: kind.name,
    deviceId: scan.deviceId,
    codeHash: scan.codeHash,
    passId: pass?.id ?? null,
    personId: pass?.personId ?? null,
    outcome: isAdmitted ? ('admitted' as const) : ('refused' as const),
    refusal: refused?.code ?? null,
    message: refused?.message ?? admittedWords(!pass || pass.entries === 0),
    scannedAt: at,
    receivedAt: tx.now,
    scannedBy: tx.cause.actorId,
    isOffline: scan.isOffline,
    isFirstEntry: isAdmitted && pass !== null && pass.id !== null && pass.entries === 0,
    isDouble,
    objection: isAdmitted && scan.isOffline ? (problem?.message ?? null) : null,
  }
  const entered = isAdmitted && pass?.id ? pass : null
  const written = await insertScan(tx, row, {
    ...{ kind: entered && kind, name: pass?.name ?? '', method: scan.method },
    companions: pass && pass.entries === 0 ? (pass.companions ?? 0) : 0,
  })
  if (!written) {
    const { earlier } = await earlierScan(tx, scan.scanId)
    return repeated(tx, kind, earlier!, scan.codeHash)
  }
  if (isAdmitted) await tellHouse(tx)
  if (written.isFirst) await kind.entered?.(tx, row.passId!, at)
  if (entered?.entries === 0) await kind.arrived?.(tx, row.passId!, at)
  return answerOf(row, entered ? afterEntry(entered, at) : pass)
}

type ScanRow = typeof scans.$inferSelect

/**
 * Writes the scan and, when somebody came in, counts the entry and notes them as inside, in one statement; null when the scan
 * is there already. Only one admission of a pass is ever its first, also when that was taken back.
 */
async function insertScan(
  tx: Tx,
  row: ScanRow,
  came: { kind: PassKind | null; name: string; method: EntryMethod; companions: number },
): Promise<{ isFirst: boolean } | null> {
  if (row.outcome !== 'admitted') {
    const written = await tx
      .insert(scans)
      .values({ ...row, isFirstEntry: false })
      .onConflictDoNothing({ target: scans.id })
      .returning({ isFirst: scans.isFirstEntry })
    return written[0] ?? null
  }
  const visit = inside(
    {
      ...{ scanId: row.id, kind: row.kind, userId: row.personId, guestName: came.name, passId: row.passId },
      ...{ at: row.scannedAt, method: came.method, companions: came.companions, by: row.scannedBy },
    },
    tx.now,
  )
  const [written] = await admission(came.kind, row.personId !== null)(tx, { ...row, ...visit })
  return written ?? null
}

type Admission = ReturnType<typeof preparedSql<{ isFirst: boolean }>>
const admissions = new Map<string, Admission>()

/** The statement for entries of this kind of pass; without one, of somebody whose code names none. */
function admission(kind: PassKind | null, hasAccount: boolean): Admission {
  const name = `admit ${kind?.name ?? 'no pass'} ${hasAccount ? 'account' : 'guest'}`
  const known = admissions.get(name) ?? preparedSql<{ isFirst: boolean }>(name, db => admit(db, kind, hasAccount))
  admissions.set(name, known)
  return known
}

function admit(db: Reader, kind: PassKind | null, hasAccount: boolean): SQL {
  const { placeholder } = sql
  const given = Object.fromEntries(Object.keys(getTableColumns(scans)).map(name => [name, placeholder(name)]))
  const hadFirst = sql`exists (select from ${scans} f where f.pass_id = ${placeholder('passId')}::uuid and f.is_first_entry)`
  const isFirstEntry = sql<boolean>`${placeholder('isFirstEntry')}::boolean and not ${hadFirst}`
  const scan = db
    .insert(scans)
    .values({ ...(given as { [Name in keyof ScanRow]: Placeholder }), isFirstEntry })
    .onConflictDoNothing({ target: scans.id })
    .returning({ passId: scans.passId, isFirst: scans.isFirstEntry })
  const entry = kind?.enter(db, sql`(select pass_id from scan)`, placeholder('scannedAt'))
  return sql`with scan as (${scan.getSQL()}), ${entry ? sql`entry as (${entry.getSQL()}),` : sql``}
    inside as (${cameIn(sql`scan`, hasAccount)}) select is_first_entry as "isFirst" from scan`
}

const afterEntry = (pass: Pass, at: Date): Pass => ({
  ...pass,
  entries: pass.entries + 1,
  lastEntryAt: pass.lastEntryAt && pass.lastEntryAt > at ? pass.lastEntryAt : at,
})

/** The scan with this id, if it came before, and the public keys, in one statement. */
async function earlierScan(tx: Tx, scanId: string): Promise<{ earlier: ScanRow | null; keys: Keys }> {
  const rows = await scanAndKeys(tx).execute({ scanId })
  return {
    earlier: rows.find(row => row.earlier)?.earlier ?? null,
    keys: rows.flatMap(({ key }) => (key ? [key] : [])),
  }
}

const scanAndKeys = prepared(db => {
  const { id, publicKey, retiredAt } = ticketKeys
  const earlier = db
    .select()
    .from(scans)
    .where(eq(scans.id, sql.placeholder('scanId')))
    .as('earlier')
  return db
    .select({ key: { id, publicKey, retiredAt }, earlier: earlier._.selectedFields })
    .from(ticketKeys)
    .fullJoin(earlier, sql`false`)
    .prepare('scan_and_keys')
})

/** What the scan was answered when it came first; its counts are those of now. */
async function repeated(tx: Tx, kind: PassKind, scan: ScanRow, codeHash: string): Promise<Answer> {
  if (scan.codeHash !== codeHash || scan.kind !== kind.name)
    throw refusal('SCAN_REUSED', messages.scanReused, { status: 422 })
  return answerOf(scan, scan.passId ? await kind.byId(tx, scan.passId) : null)
}

/** What is told of something that is shown at the wrong scanner. */
const ofAnother = ({ refusals }: PassKind, { scanId, method }: Scan, elsewhere: OtherKind): Answer => ({
  ...{ scanId, outcome: 'refused', code: 'BAD_KIND', elsewhere, people: 1 },
  message: method === 'typed' ? messages.otherLetters : refuse(refusals, 'BAD_KIND').message,
  ...{ personId: null, name: null, ticketType: null, ticketCode: null, pricePence: 0, checkInCount: 0 },
  ...{ lastEntryAt: null, isDouble: false, usesLeft: null, note: null },
})

// A code that did not verify, or names nobody, has no pass here and gives no name away.
function answerOf(scan: ScanRow, pass: Pass | null): Answer {
  return {
    scanId: scan.id,
    outcome: scan.outcome,
    code: scan.refusal,
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
    people: scan.isFirstEntry ? 1 + (pass?.companions ?? 0) : 1,
    elsewhere: null,
  }
}

/** What stands for the code of somebody who paid at the door. */
export const walkInHash = (scanId: string) => hashOf(`guest:${scanId}`)
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Whether the pass let somebody in within the wait, on either side of `at`, or with this very code. */
async function isSecond(
  tx: Tx,
  kind: PassKind,
  { pass, at, codeHash, waitMinutes }: { pass: Pass | null; at: Date; codeHash: string; waitMinutes: number },
): Promise<boolean> {
  if (!pass?.id) return false
  const wait = sql`make_interval(mins => ${waitMinutes}::int)`
  const isNear = sql`(${scans.scannedAt} > ${at}::timestamptz - ${wait} and ${scans.scannedAt} < ${at}::timestamptz + ${wait})`
  const isSameCode = kind.isCodeForOneEntry && pass.personId !== null ? eq(scans.codeHash, codeHash) : undefined
  const [other] = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.passId, pass.id), eq(scans.outcome, 'admitted'), stands, or(isSameCode, isNear)))
    .limit(1)
  return other !== undefined
}
