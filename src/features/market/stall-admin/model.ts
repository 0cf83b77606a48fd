import { and, asc, eq, gte, inArray, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notifyLater } from '#features/house/notifications/model.ts'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { keptAfterDays, type PaperKind, messages as paperMessages } from '#features/market/papers/inputs.ts'
import { paperDecidedMail } from '#features/market/papers/mail.tsx'
import { replace } from '#features/market/papers/model.ts'
import { marketPapers } from '#features/market/papers/table.ts'
import { type Pitch, messages as planMessages, type StallSize, stallSizes } from '#features/market/pitches/inputs.ts'
import { marketPitches } from '#features/market/pitches/table.ts'
import { pitchRenamedMail } from '#features/market/stalls/mail.tsx'
import {
  factsFor,
  giveDifference,
  lockStall,
  placesLeft,
  recipientOf,
  stallsThat,
} from '#features/market/stalls/model.ts'
import { cancelFacts } from '#features/market/stalls/rules.ts'
import { marketBookings as stalls } from '#features/market/stalls/table.ts'
import { lockOrder } from '#features/money/orders/model.ts'
import { offerFreed } from '#features/spaces/waiting/model.ts'
import { addMonths } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import { files, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { notFound, refusal } from '#platform/rpc/errors.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'

/** Gives residents back what an accepted proof takes off the stalls that they paid for; run in jobs.ts. */
export const giveDifferences: QueuedJob<{ paperId: string }> = {
  name: 'market.give-differences',
  payload: z.object({ paperId: z.uuid() }),
}

/**
 * Draws the plan of the hall anew. Pitches keep their ids; what is no longer on it stays for the stalls that stood there. Whose
 * pitch has another name is told. PITCH_IN_USE names a stall to come that stands on what is taken away; PLAN_SOLD a day on which
 * more is sold or offered than the smaller plan has; PLAN_CHANGED.
 */
export async function savePlan(tx: Tx, wanted: readonly Pitch[]): Promise<{ pitches: number }> {
  const p = marketPitches
  // Whoever sells by the plan has its day first.
  const isAhead = and(gte(marketDays.on, calendarDate(tx.now)), eq(marketDays.isCancelled, false))
  await tx.select({ id: marketDays.id }).from(marketDays).where(isAhead).orderBy(asc(marketDays.on)).for('update')
  // Whoever puts a stall on a pitch waits for this, or this for them.
  const rows = await tx.select().from(p).where(eq(p.isActive, true)).orderBy(asc(p.id)).for('update')
  const isSame = (row: (typeof rows)[number], pitch: Pitch) =>
    row.label === pitch.label && row.row === pitch.row && row.column === pitch.column && row.size === pitch.size
  const kept = new Map(wanted.flatMap(pitch => (pitch.id ? [[pitch.id, pitch] as const] : [])))
  if ([...kept.keys()].some(id => !rows.some(row => row.id === id))) throw refusal('PLAN_CHANGED', changedMeanwhile)
  const changed = rows.filter(row => !kept.has(row.id) || !isSame(row, kept.get(row.id)!))
  const unfit = changed.filter(row => kept.get(row.id)?.size !== row.size).map(({ id }) => id)
  if (unfit.length > 0) {
    const [there] = await stallsThat(tx, standingOn(unfit, tx.now)).then(found => found.sort(byDay))
    if (there)
      throw refusal(
        'PITCH_IN_USE',
        planMessages.inUse(
          `${there.businessName} stands on pitch ${there.pitch} on ${formatDate(there.marketDate, { year: true })}`,
        ),
      )
  }
  // Off the plan first, so that two can change places and names.
  if (changed.length > 0)
    await tx
      .update(p)
      .set({ isActive: false })
      .where(
        inArray(
          p.id,
          changed.map(({ id }) => id),
        ),
      )
  const drawn = wanted.filter(({ id }) => !id || changed.some(row => row.id === id))
  if (drawn.length > 0)
    await tx
      .insert(p)
      .values(drawn.map(pitch => ({ ...pitch, createdAt: tx.now })))
      .onConflictDoUpdate({
        target: p.id,
        set: {
          ...{ label: sql`excluded.label`, row: sql`excluded."row"`, column: sql`excluded."column"` },
          ...{ size: sql`excluded.size`, isActive: true },
        },
      })
  await keepSold(tx, { was: rows, is: wanted }, isAhead)
  const former = new Map(
    changed.flatMap(({ id, label }) => (kept.has(id) && kept.get(id)!.label !== label ? [[id, label] as const] : [])),
  )
  if (former.size > 0)
    for (const stall of await stallsThat(tx, standingOn([...former.keys()], tx.now)))
      await tx.mail(pitchRenamedMail, recipientOf(stall), {
        ...{ ...factsFor(stall), ...cancelFacts(stall, tx.now) },
        former: former.get(stall.pitchId!)!,
      })
  // A pitch more may be what somebody waits for.
  await tx.enqueue(offerFreed, {})
  await tx.announce({ to: 'everyone', topic: 'stalls', kind: 'stalls.plan' })
  return { pitches: wanted.length }
}

/** Of no size the plan may become smaller than what is sold or offered; without a plan a day has its number of pitches alone. */
async function keepSold(tx: Tx, { was, is }: Record<'was' | 'is', readonly Sized[]>, isAhead: SQL | undefined) {
  const countOf = (plan: readonly Sized[], size: StallSize) => plan.filter(pitch => pitch.size === size).length
  const fewer = stallSizes.filter(size => countOf(is, size) < countOf(was, size))
  if (fewer.length === 0 || is.length === 0) return
  const days = await tx.select({ on: marketDays.on, places: placesLeft }).from(marketDays).where(isAhead)
  for (const { on, places } of days)
    for (const size of fewer) {
      const missing = -(places?.[size] ?? 0)
      if (missing > 0) throw refusal('PLAN_SOLD', planMessages.sold(size, formatDate(on, { year: true }), missing))
    }
}

type Sized = Pick<Pitch, 'size'>

/** Of an accepted document `p`: good now, and no longer on the day of a stall that is booked. `on`: today. */
export const runsOutFirst = (
  on: SQL,
) => sql`(p.status = 'accepted' and p.kind <> 'residence' and exists (select from ${stalls} b
  where b.user_id = p.user_id and b.status = 'confirmed' and b.market_date >= ${on} and b.market_date > p.expires_on))`

/** Stalls on these pitches at markets to come, today's included. */
const standingOn = (pitchIds: string[], now: Date) =>
  and(inArray(stalls.pitchId, pitchIds), ne(stalls.status, 'cancelled'), gte(stalls.marketDate, calendarDate(now)))

const byDay = (a: { marketDate: string }, b: { marketDate: string }) => a.marketDate.localeCompare(b.marketDate)

const changedMeanwhile = 'Somebody else has changed the plan meanwhile. Please look again.'

/** Accepts or refuses a document that waits; `adminId` is null where nobody did in time. NOT_FOUND, DECIDED, EXPIRED. */
export async function decidePaper(
  tx: Tx,
  adminId: string | null,
  { id, verdict, reason }: { id: string; verdict: 'accepted' | 'refused'; reason: string },
): Promise<{ id: string }> {
  const p = marketPapers
  const [found] = await tx
    .select({ paper: p, person: { email: user.email, firstName: user.firstName }, settings: storedSettings })
    .from(p)
    .innerJoin(user, eq(user.id, p.userId))
    .where(eq(p.id, id))
    .for('update', { of: p })
  if (!found) throw notFound(paperMessages.notFound)
  const { paper, person, settings } = found
  if (paper.status !== 'waiting') throw refusal('DECIDED', paperMessages.decided)
  const today = calendarDate(tx.now)
  const isAccepted = verdict === 'accepted'
  if (isAccepted && paper.expiresOn !== null && paper.expiresOn < today) throw refusal('EXPIRED', paperMessages.expired)
  if (isAccepted) await replace(tx, paper, 'accepted')
  const expiresOn =
    isAccepted && paper.kind === 'residence' ? addMonths(today, settingsFrom(settings).proofMonths) : paper.expiresOn
  await tx
    .update(p)
    .set({ status: verdict, reason: isAccepted ? null : reason, expiresOn, decidedAt: tx.now, decidedBy: adminId })
    .where(eq(p.id, id))
  // What was refused is of no more use here.
  if (!isAccepted && paper.fileId) await tx.update(files).set({ deletedAt: tx.now }).where(eq(files.id, paper.fileId))
  if (isAccepted && paper.kind === 'residence') await tx.enqueue(giveDifferences, { paperId: id })
  const to = { address: person.email, userId: paper.userId, relatesTo: `market_papers/${id}` }
  const about = { firstName: person.firstName, kind: paper.kind as PaperKind, expiresOn: isAccepted ? expiresOn : null }
  await tx.mail(paperDecidedMail, to, { ...about, reason: isAccepted ? null : reason })
  const title = isAccepted ? 'Your document was accepted' : 'Your document was not accepted'
  const path = '/market-booking?view=documents'
  await notifyLater(tx, {
    to: paper.userId,
    kind: 'stall',
    title,
    ...(!isAccepted && reason && { text: reason }),
    path,
  })
  await tx.announce({ to: { userId: paper.userId }, kind: 'market.paper-decided' })
  await tx.announce({ to: { role: 'admin' }, kind: 'market.paper' })
  return { id }
}

/**
 * Documents that nobody decided on for so long, of people without a stall to come: for the job that lets go of them. A proof that
 * would still give back something of a stall stays: its owner did all that was asked.
 */
export const forgottenPapers = (db: Reader, now: Date) => {
  const p = marketPapers
  const isNeeded = sql`exists (select from ${stalls} b where b.user_id = ${p.userId} and b.status <> 'cancelled'
    and (b.market_date >= ${calendarDate(now)} or ${p.kind} = 'residence' and b.status = 'confirmed'
      and b.resident_percent > b.discount_percent and b.proof_id in (select o.id from ${p} o
        where o.id = ${p.id} or o.user_id = ${p.userId} and o.kind = 'residence' and o.status = 'replaced')))`
  return db
    .select({ id: p.id })
    .from(p)
    .where(
      and(
        eq(p.status, 'waiting'),
        lte(p.createdAt, new Date(now.getTime() - keptAfterDays * 24 * 3_600_000)),
        not(isNeeded),
      ),
    )
}

/** Stalls that a proof of residence, which was just accepted, makes cheaper: those that it stood behind, and those to come. */
export async function stallsOfProof(db: Reader, paperId: string, now: Date) {
  const [paper] = await db.select().from(marketPapers).where(eq(marketPapers.id, paperId))
  if (paper?.status !== 'accepted') return []
  const rows = await db
    .select({ id: stalls.id, orderId: stalls.orderId })
    .from(stalls)
    .where(
      and(
        eq(stalls.userId, paper.userId),
        // Also what is being paid at this moment: it is looked at under the lock of its order.
        ne(stalls.status, 'cancelled'),
        eq(stalls.isWestminsterResident, true),
        lte(stalls.marketDate, paper.expiresOn!),
        or(
          eq(stalls.proofId, paperId),
          inArray(stalls.proofId, replacedOf(db, paper)),
          gte(stalls.marketDate, calendarDate(now)),
        ),
      ),
    )
    .orderBy(asc(stalls.marketDate))
  return rows.flatMap(({ id, orderId }) => (orderId ? [{ id, orderId }] : []))
}

/** Proofs of this person in whose place another one was handed in. */
const replacedOf = (db: Reader, { userId }: { userId: string }) =>
  db
    .select({ id: marketPapers.id })
    .from(marketPapers)
    .where(
      and(eq(marketPapers.userId, userId), eq(marketPapers.kind, 'residence'), eq(marketPapers.status, 'replaced')),
    )

/** The same for one of them; its order is locked before it. */
export async function giveDifferenceOf(tx: Tx, { id, orderId }: { id: string; orderId: string }, paperId: string) {
  const order = await lockOrder(tx, orderId)
  const stall = await lockStall(tx, eq(stalls.id, id))
  if (!stall || order.status !== 'paid') return
  await tx.update(stalls).set({ proofId: paperId }).where(eq(stalls.id, id))
  await giveDifference(tx, { ...stall, proofId: paperId }, order)
}

/** The live stalls of a market, wherever it was put since, that were booked until an instant. */
export const liveStallsOn = (db: Reader, dayId: string, until: Date) =>
  db
    .select({ id: stalls.id })
    .from(stalls)
    .innerJoin(marketDays, eq(marketDays.on, stalls.marketDate))
    .where(and(eq(marketDays.id, dayId), ne(stalls.status, 'cancelled'), lte(stalls.createdAt, until)))
    .orderBy(asc(stalls.id))
