import { and, asc, desc, eq, gt, gte, inArray, lt, max, min, ne, sql } from 'drizzle-orm'
import type { Actor } from '#platform/auth/actor.ts'
import { addDays } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forDoor } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { keyring, type PassKind } from '../passes/model.ts'
import { asOtherKind, type ByName, toBase64Url } from '../passes/rules.ts'
import { insideByName, tellHouse, wasNotIn } from '../presence/model.ts'
import { suspicion } from '../refusals/rules.ts'
import {
  admitInput,
  doorListInput,
  guestInput,
  nameSearch,
  recentInput,
  type TakeBackInput,
  takeBackInput,
} from './inputs.ts'
import { besideOf, recordScan, recordWalkIn, stands, walkInHash } from './model.ts'
import { type DoorList, listBytes, messages, whyNot } from './rules.ts'
import { scanReversals, scans as written } from './table.ts'

/** The door's procedures for these kinds of pass (src/passes.ts). */
export function scans(kinds: readonly PassKind[]) {
  const kindOf = (name: string) => {
    const found = kinds.find(kind => kind.name === name)
    if (!found) throw notFound('There is no such kind of pass.')
    return found
  }
  const othersOf = (kind: PassKind) => kinds.filter(({ name }) => name !== kind.name)
  return {
    /**
     * What a scanner needs to go on without a connection: the public keys, and today's passes with names, holds and last
     * entries as one signed text (decision 36). The text is JSON of a `DoorList`. `others` are what else a door lets in: a device
     * asks for the list of each of them, too.
     */
    list: forDoor
      .route({ method: 'GET', summary: 'Keys and list for scanning offline' })
      .input(doorListInput)
      .handler(async ({ context: { db, now, runtime }, input }) => {
        const kind = kindOf(input.kind)
        const on = calendarDate(now)
        const { signer, published } = await keyring(db, runtime.env, now)
        const list: DoorList = {
          kind: kind.name,
          generatedAt: now.getTime(),
          day: {
            on,
            startsAt: instantOf(on, '00:00').getTime(),
            endsAt: instantOf(addDays(on, 1), '00:00').getTime(),
          },
          ...(await kind.list(db, on)),
        }
        const text = JSON.stringify(list)
        return {
          keys: published,
          list: text,
          signedBy: signer.keyId,
          signature: toBase64Url(signer.bytes(listBytes(text))),
          generatedAt: list.generatedAt,
          walkInPence: list.walkInPence,
          others: othersOf(kind).map(asOtherKind),
        }
      }),

    /**
     * Checks a scanned or typed code and records the entry (MKA-12…21, MKT-21, MKT-22). A refusal is an answer, not an
     * error, and so is what another scanner checks, of which nothing is recorded. The scan's own id makes a repetition harmless; scans made offline are recorded as they happened, doubles
     * are marked.
     */
    admit: forDoor
      .route({ summary: 'Check a code and record the entry' })
      .input(admitInput)
      .handler(async ({ context: { write, runtime, request, actor }, input }) => {
        const kind = kindOf(input.kind)
        const answer = await write(tx => recordScan(tx, runtime.env, kind, input, othersOf(kind)))
        const detail = answer.elsewhere ? null : suspicion(answer.code)
        if (detail)
          runtime.securityEvents.note({
            kind: 'ticket-refused',
            personId: actor.userId,
            ipAddress: request.ipAddress,
            requestId: request.id,
            detail,
          })
        return answer
      }),

    /** A guest who pays at the door (MKT-24, MKA-19). */
    admitGuest: forDoor
      .route({ summary: 'Record a guest who pays at the door' })
      .input(guestInput)
      .handler(({ context: { write }, input }) => write(tx => recordWalkIn(tx, kindOf(input.kind), input))),

    /**
     * Takes back an entry that was a mistake: the door on that day, an admin for a week longer; asked twice, it happens once.
     * Throws NO_SCAN, NOT_ADMITTED, DAY_CLOSED.
     */
    takeBack: forDoor
      .route({ summary: 'Take back an entry that was a mistake' })
      .input(takeBackInput)
      .handler(({ context: { write, actor }, input }) =>
        write(tx => reverseScan(tx, actor, kindOf(input.kind), input)),
      ),

    /** Today's five latest scans of the other devices, newest first, and whom several of them let in twice (decision 36). */
    recent: forDoor
      .route({ method: 'GET', summary: 'The latest scans of other devices' })
      .input(recentInput)
      .handler(({ context: { db, now }, input }) =>
        recentScans(db, kindOf(input.kind), calendarDate(now), input.deviceId),
      ),

    /**
     * Who may come in today, by letters of their name, at most eight: when they are let in, and what speaks against it; after
     * them at most eight more of this name who are in the building, with the visit to end.
     */
    find: forDoor
      .route({ method: 'GET', summary: 'Find who may come in, by name' })
      .input(nameSearch)
      .handler(async ({ context: { db, now }, input }) => {
        const kind = kindOf(input.kind)
        return withVisits(await Promise.all([kind.search(db, input.q, calendarDate(now)), insideByName(db, input.q)]))
      }),
  }
}

/** Those who may come in with their visits, and after them whoever else is inside. */
function withVisits([coming, inside]: [ByName[], Awaited<ReturnType<typeof insideByName>>]): ByName[] {
  const isOf = (person: ByName) => (visit: (typeof inside)[number]) =>
    visit.userId === null ? visit.passId !== null && visit.passId === person.passId : visit.userId === person.personId
  const known = coming.map(person => {
    const own = inside.find(isOf(person))
    return own ? { ...person, visit: { id: own.id, since: own.checkInTime } } : person
  })
  const others = inside.filter(visit => !coming.some(person => isOf(person)(visit)))
  return [
    ...known,
    ...others.map(({ id, userId, name, checkInTime }) => ({
      ...{ passId: null, personId: null, name: name || 'Guest', entries: 0 },
      ticketType: userId === null ? ('guest' as const) : ('member' as const),
      visit: { id, since: checkInTime },
    })),
  ]
}

/**
 * Takes an entry back that was a mistake: it counts no more, what was paid for it neither, and whoever it let in is not inside.
 * Once, however often it is asked; the scan stays written down. Throws NO_SCAN, NOT_ADMITTED, and DAY_CLOSED once the day is
 * over (for an admin: a week later).
 */
async function reverseScan(tx: Tx, actor: Actor, kind: PassKind, input: TakeBackInput): Promise<void> {
  const { scanId, isOffline, takenBackAt } = input
  const at = isOffline ? new Date(Math.min(Date.parse(takenBackAt), tx.now.getTime())) : tx.now
  const found = await tx
    .select()
    .from(written)
    .where(and(inArray(written.id, [scanId, besideOf(scanId)]), eq(written.kind, kind.name)))
  const scan = found.find(({ outcome }) => outcome === 'admitted') ?? found[0]
  if (!scan) throw refusal('NO_SCAN', messages.noScan, { status: 404 })
  // A device whose clock is behind took it back after it had let them in all the same.
  const reversedAt = new Date(Math.max(at.getTime(), scan.scannedAt.getTime()))
  const isAdmitted = scan.outcome === 'admitted'
  const entry = { isAdmitted, on: calendarDate(scan.scannedAt), arrivedOn: calendarDate(scan.receivedAt) }
  demand(whyNot.takeBack(actor, entry, calendarDate(reversedAt), calendarDate(tx.now)))
  const reversed = await tx
    .insert(scanReversals)
    .values({ scanId: scan.id, reversedAt, reversedBy: tx.cause.actorId })
    .onConflictDoNothing()
    .returning()
  if (reversed.length === 0) return
  if (scan.passId !== null) {
    const { passId } = scan
    const isWalkIn = scan.codeHash === walkInHash(scanId)
    await kind.takeBack(tx, passId, { isWalkIn, left: () => entriesLeft(tx, passId) })
  }
  await wasNotIn(tx, scan.id, await nextEntry(tx, scan))
  await tellHouse(tx)
}

/** The next entry of the same pass on the same day that still counts. */
async function nextEntry(tx: Tx, { passId, scannedAt }: typeof written.$inferSelect) {
  if (passId === null) return null
  const midnight = instantOf(addDays(calendarDate(scannedAt), 1), '00:00')
  const [next] = await tx
    .select({ id: written.id, at: written.scannedAt })
    .from(written)
    .where(
      and(
        eq(written.passId, passId),
        eq(written.outcome, 'admitted'),
        gt(written.scannedAt, scannedAt),
        lt(written.scannedAt, midnight),
        stands,
      ),
    )
    .orderBy(asc(written.scannedAt))
    .limit(1)
  return next ?? null
}

/** When the pass let in first and last, of what still counts. */
async function entriesLeft(tx: Tx, passId: string) {
  const [row] = await tx
    .select({ firstAt: min(written.scannedAt), lastAt: max(written.scannedAt) })
    .from(written)
    .where(and(eq(written.passId, passId), eq(written.outcome, 'admitted'), stands))
  return row!
}

/** The latest scans of this kind on this day by other devices, and the double entries of all; two statements. */
async function recentScans(db: Reader, kind: PassKind, on: string, deviceId: string) {
  const ofDay = and(eq(written.kind, kind.name), gte(written.receivedAt, instantOf(on, '00:00')))
  const guest = kind.guestName?.(written.passId) ?? sql<null>`null::text`
  const select = () =>
    db
      .select({
        scanId: written.id,
        passId: written.passId,
        personId: written.personId,
        name: sql<string | null>`coalesce(${user.name}, ${guest})`,
        outcome: written.outcome,
        code: written.refusal,
        message: written.message,
        at: written.scannedAt,
        isOffline: written.isOffline,
        isDouble: written.isDouble,
        isTakenBack: sql<boolean>`not ${stands}`,
      })
      .from(written)
      .leftJoin(user, eq(user.id, written.personId))
      .orderBy(desc(written.receivedAt), desc(written.id))
  const [latest, doubles] = await Promise.all([
    select()
      .where(and(ofDay, ne(written.deviceId, deviceId)))
      .limit(recentCount),
    select()
      .where(and(ofDay, written.isDouble, stands))
      .limit(mostDoubles),
  ])
  return { latest, doubles }
}

const recentCount = 5
const mostDoubles = 100
