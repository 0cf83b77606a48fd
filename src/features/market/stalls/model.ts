import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { keepPaper } from '#features/market/papers/model.ts'
import { marketPapers } from '#features/market/papers/table.ts'
import type { StallSize } from '#features/market/pitches/inputs.ts'
import { marketPitches } from '#features/market/pitches/table.ts'
import { entriesThat, listedEntry, othersDue, subjectOf } from '#features/market/stall-line/model.ts'
import type { AnyOrder, OpenOrder, OrderKind } from '#features/money/orders/model.ts'
import { leftOf, promisedOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { oweBack, refundOrder } from '#features/money/refunds/model.ts'
import { whyNot as whyNotPlace } from '#features/spaces/calendar/rules.ts'
import { offerFreed, takeEntries } from '#features/spaces/waiting/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { messages, type StallInput } from './inputs.ts'
import { stallCancelledMail, stallConfirmedMail, stallDiscountMail } from './mail.tsx'
import {
  cancelFacts,
  type DayFacts,
  discounted,
  discountOf,
  goodsOf,
  priceOf,
  sizeWords,
  tierPercentOf,
  whyNot,
} from './rules.ts'
import { marketBookings as stalls } from './table.ts'

export const stallKind = 'stall'

/** Locks a day of the market, ahead of whatever is taken there: who comes second sees what the first one took. */
export const lockDay = (tx: Tx, on: string) =>
  tx.select({ id: marketDays.id }).from(marketDays).where(eq(marketDays.on, on)).for('update')

/** What a person who wants a stall of this kind and size meets on a day; undefined when there is no such day. */
export async function knownOf(
  db: Reader,
  {
    userId,
    on,
    stallType,
    stallSize,
    now,
  }: { userId: string; on: string; stallType: string; stallSize: StallSize; now: Date },
) {
  const [row] = await db
    .select({
      day: marketDays,
      settings: storedSettings,
      ofKind: countOfKind(sql`${stallType}`),
      places: placesLeft,
      due: dueOn(userId, now),
      own: sql<{
        id: string
        isOffered: boolean
      } | null>`(select jsonb_build_object('id', w.id, 'isOffered', w.status = 'offered')
        ${entriesThat()} and w.user_id = ${userId} and w.subject = ${subjectOf({ on, stallType, stallSize })})`,
      pitchId: firstFreePitch(on, stallSize),
      proof: sql<{
        id: string
        isAccepted: boolean
      } | null>`(select jsonb_build_object('id', p.id, 'isAccepted', p.status = 'accepted')
        from ${marketPapers} p where p.user_id = ${userId} and p.kind = 'residence'
          and (p.status = 'waiting' or p.status = 'accepted' and p.expires_on >= market_days.on)
        order by p.status limit 1)`,
      unpaidHolds: sql<number>`(select count(*)::int from ${orders} o where o.user_id = ${userId} and o.kind = ${stallKind}
        and (o.status = 'pending' or o.status = 'expired' and o.expires_at > o.created_at
          and o.expires_at > ${new Date(now.getTime() - coolDownMs).toISOString()}))`,
    })
    .from(marketDays)
    .where(eq(marketDays.on, on))
  return row && { ...row, settings: settingsFrom(row.settings) }
}

/** What others want who wait on the day of a query on `market_days`, in their order. */
export const dueOn = (userId: string, now: Date) =>
  sql<DayFacts['due']>`${othersDue(
    userId,
    now,
    sql`jsonb_build_object('stallType', ${listedEntry.stallType}, 'stallSize', ${listedEntry.stallSize},
      'ofKind', ${countOfKind(listedEntry.stallType)})`,
  )}`

/**
 * For so many more stalls of each size the plan has a pitch on the day of a query on `market_days` (`places_left`); null while
 * no plan is drawn. Whoever sells by it holds the lock of the day.
 */
export const placesLeft = sql<DayFacts['places']>`places_left(market_days.on)`

/** Live stalls and offers of a kind on the day of a query on `market_days`. */
export const countOfKind = (kind: SQL) =>
  sql<number>`((select count(*)::int from ${stalls} b where b.market_date = market_days.on and b.stall_type = ${kind} and b.status <> 'cancelled')
    + (select count(*)::int from (select ${listedEntry.stallType} as kind ${entriesThat('offered')}) offered where offered.kind = ${kind}))`

/** How long a hold that ran out counts as one: else the same pitch could be held for ever without paying. */
const coolDownMs = 3_600_000

/** The first pitch of this size on the plan, row by row, on which no stall stands on that day; null when there is none. */
export const firstFreePitch = (on: string, size: StallSize) => sql<string | null>`(
  select p.id from ${marketPitches} p where p.is_active and p.size = ${size} and not exists (
    select from ${stalls} b where b.market_date = ${on} and b.pitch_id = p.id and b.status <> 'cancelled')
  order by p."row", p."column" limit 1)`

/**
 * Takes a stall (MKT-13): pending, held until its order is paid; confirmed at once when nothing is to pay. What is offered to
 * the person from the waiting list is theirs. Throws what the rules refuse.
 *
 * Locks are always taken in the same order: the day, then what is new; or an order, its stall, the day.
 */
export async function takeStall(
  tx: Tx,
  actor: Actor,
  { proofFileId, seen, ...input }: StallInput,
  open: OpenOrder,
): Promise<{ id: string; orderId: string | null }> {
  const { marketDate: on, stallType, stallSize, isWestminsterResident } = input
  await lockDay(tx, on)
  const known = await knownOf(tx, { userId: actor.userId, on, stallType, stallSize, now: tx.now })
  demand(whyNot.bookOn(known?.day, tx.now))
  const { day, settings, own, ofKind, places, due, proof, pitchId, unpaidHolds } = known!
  const facts = { ...day, ofKind, places, due }
  const house = { perKind: settings.stallsPerKind }
  demand(own?.isOffered ? null : whyNot.take(facts, input, house))
  demand(whyNot.claimResidence(isWestminsterResident, proof !== null || proofFileId !== ''))
  const isProven = isWestminsterResident && proof?.isAccepted === true
  const residentPercent = isWestminsterResident ? settings.westminsterPercent : 0
  const entitled = { tierPercent: tierPercentOf(actor), residentPercent: isProven ? residentPercent : 0 }
  const price = priceOf(input, settings, discountOf(entitled))
  demand(whyNot.bookAsSeen(price.finalPrice, seen))
  if (own && !(await takeEntries(tx, [own.id])))
    throw refusal('WAITED_FOR', messages.waitedFor, { field: 'marketDate' })
  const paper = { userId: actor.userId, kind: 'residence', fileId: proofFileId, expiresOn: null } as const
  const handedIn = isWestminsterResident && !isProven && proofFileId !== '' ? await keepPaper(tx, paper) : null
  const isToPay = price.finalPrice > 0
  if (isToPay) demand(whyNotPlace.hold(unpaidHolds, settings))
  const order = isToPay ? await open(goodsOf({ ...input, ...price })) : null
  const [stall] = await tx
    .insert(stalls)
    .values({
      ...input,
      ...price,
      ...{ userId: actor.userId, pitchId, residentPercent },
      proofId: isWestminsterResident ? (handedIn ?? proof?.id ?? null) : null,
      ...(order
        ? { status: 'pending' as const, orderId: order.id, heldUntil: order.expiresAt }
        : { status: 'confirmed' as const, confirmedAt: tx.now }),
      createdAt: tx.now,
    })
    .returning({ id: stalls.id })
  if (!order) await afterConfirmation(tx, await oneOf(tx, eq(stalls.id, stall!.id)))
  else await tellStalls(tx, actor.userId)
  return { id: stall!.id, orderId: order?.id ?? null }
}

/** Orders of stalls: once paid the stall is confirmed; gone when it is no longer held, or its market was cancelled. */
export const stallOrders: OrderKind = {
  name: stallKind,
  async fulfil(tx, order) {
    const stall = await lockStall(tx, eq(stalls.orderId, order.id))
    // Asked again after it was done; it may have been cancelled and paid back since.
    if (stall?.confirmedAt) return { outcome: 'fulfilled' }
    if (stall?.status === 'pending' && stall.day.isCancelled)
      await markCancelled(tx, stall, { userId: null, reason: cancelledMarket })
    if (stall?.status !== 'pending' || stall.day.isCancelled)
      return {
        outcome: 'gone',
        reason: stall?.day.isCancelled ? cancelledMarket : 'Your stall was no longer held when the payment arrived.',
      }
    await tx
      .update(stalls)
      .set({ status: 'confirmed', confirmedAt: tx.now, heldUntil: null })
      .where(eq(stalls.id, stall.id))
    await afterConfirmation(tx, stall)
    await giveDifference(tx, { ...stall, status: 'confirmed' }, order)
    return { outcome: 'fulfilled' }
  },
  async release(tx, order) {
    const stall = await lockStall(tx, eq(stalls.orderId, order.id))
    if (stall?.status === 'pending') await markCancelled(tx, stall, { userId: null, reason: 'Not paid in time' })
  },
  async takeBack(tx, order) {
    // A part may be a kindness; without any of its money no stall to come is kept.
    if (leftOf(order) > 0) return
    const stall = await lockStall(tx, and(eq(stalls.orderId, order.id), eq(stalls.status, 'confirmed')))
    if (!stall || stall.day.startsAt <= tx.now) return
    const reason = order.disputedPence > 0 ? 'The bank took its payment back.' : 'Its payment was given back.'
    await markCancelled(tx, stall, { userId: null, reason })
    await tx.mail(stallCancelledMail, recipientOf(stall), {
      ...factsFor(stall),
      backPence: 0,
      reason,
      isPaidBack: true,
    })
  },
}

const cancelledMarket = 'The market was cancelled.'

/**
 * Gives back what an accepted proof of residence takes off a stall that was paid for before (MKT-11); once, and never more than
 * is left of its order, which is locked. Nothing when the plan’s discount is as large, or the proof is not accepted.
 */
export async function giveDifference(tx: Tx, stall: StallOf, order: AnyOrder): Promise<void> {
  const { residentPercent, discountPercent, proofId, userId, marketDate } = stall
  if (stall.status !== 'confirmed' || residentPercent <= discountPercent || proofId === null) return
  // Not only the one that was handed in with it: another may have taken its place while it waited.
  const isAccepted = and(
    eq(marketPapers.userId, userId),
    eq(marketPapers.kind, 'residence'),
    eq(marketPapers.status, 'accepted'),
    gte(marketPapers.expiresOn, marketDate),
  )
  if ((await tx.$count(marketPapers, isAccepted)) === 0) return
  const price = discounted(stall.basePrice, { discountKind: 'westminster', discountPercent: residentPercent })
  const differencePence = Math.min(stall.finalPrice - price.finalPrice, promisedOf(order))
  const amountPence = Math.min(differencePence, leftOf(order))
  await tx.update(stalls).set(price).where(eq(stalls.id, stall.id))
  // What the bank has at present is owed until it decides.
  await oweBack(tx, order.id, differencePence - amountPence)
  if (amountPence > 0) {
    const ref = `stall-proof:${stall.id}`
    await refundOrder(tx, { orderId: order.id, amountPence, reason: 'Discount for Westminster residents', ref }, order)
    await tx.mail(stallDiscountMail, recipientOf(stall), {
      ...{ ...factsFor({ ...stall, ...price }), ...cancelFacts(stall, tx.now) },
      backPence: amountPence,
      percent: residentPercent,
    })
  }
  await tellStalls(tx, stall.userId)
}

/** A stall with its day, its pitch, whose it is and the house's settings. */
export type StallOf = NonNullable<Awaited<ReturnType<typeof lockStall>>>

/** Locks a stall. Undefined when there is none. */
export async function lockStall(tx: Tx, where: SQL | undefined) {
  const ask = () => stallsWhere(tx, where).for('update', { of: stalls })
  // Who waited while its market went to another day looks there.
  const row = (await ask())[0] ?? (await ask())[0]
  return row && asStall(row)
}

/** Stalls as they are. */
export const stallsThat = async (db: Reader, where: SQL | undefined): Promise<StallOf[]> =>
  (await stallsWhere(db, where)).map(asStall)

/** A stall as it is; NOT_FOUND. */
export async function oneOf(db: Reader, where: SQL | undefined): Promise<StallOf> {
  const [row] = await stallsWhere(db, where)
  if (!row) throw notFound(messages.notFound)
  return asStall(row)
}

const stallsWhere = (db: Reader, where: SQL | undefined) =>
  db
    .select({
      stall: stalls,
      day: marketDays,
      pitch: marketPitches.label,
      person: { name: user.name, email: user.email, firstName: user.firstName },
      settings: storedSettings,
    })
    .from(stalls)
    .innerJoin(marketDays, eq(marketDays.on, stalls.marketDate))
    .innerJoin(user, eq(user.id, stalls.userId))
    .leftJoin(marketPitches, eq(marketPitches.id, stalls.pitchId))
    .where(where)
    .$dynamic()

const asStall = ({ stall, settings, ...about }: Awaited<ReturnType<typeof stallsWhere>>[number]) => ({
  ...stall,
  ...about,
  startsAt: about.day.startsAt,
  settings: settingsFrom(settings),
})

/** Takes a locked stall off its day; its pitch is offered to whoever waits. */
export async function markCancelled(
  tx: Tx,
  { id, userId }: Pick<StallOf, 'id' | 'userId'>,
  by: { userId: string | null; reason: string | null },
): Promise<void> {
  await tx
    .update(stalls)
    .set({ status: 'cancelled', heldUntil: null, cancelledAt: tx.now, cancelledBy: by.userId, cancelReason: by.reason })
    .where(eq(stalls.id, id))
  await tx.enqueue(offerFreed, {})
  await tellStalls(tx, userId)
}

async function afterConfirmation(tx: Tx, stall: StallOf): Promise<void> {
  await tx.mail(stallConfirmedMail, recipientOf(stall), {
    ...{ ...factsFor(stall), ...cancelFacts(stall, tx.now) },
    gettingIn: stall.settings.gettingIn,
  })
  await tx.announce({
    to: { userId: stall.userId },
    kind: 'stalls.confirmed',
    title: 'Stall booked',
    message: 'Your stall at the market is booked.',
  })
  await tellStalls(tx, stall.userId)
}

/** The person sees it where they are, and everybody who looks at the market what is left. */
export async function tellStalls(tx: Tx, userId: string): Promise<void> {
  await tx.announce({ to: { userId }, kind: 'stalls.changed' })
  await tx.announce({ to: 'everyone', topic: 'stalls', kind: 'stalls.taken' })
}

/** Where the mails about a stall go: to the address of the account, never to one that was typed. */
export const recipientOf = ({ id, userId, person }: Pick<StallOf, 'id' | 'userId' | 'person'>) => ({
  address: person.email,
  userId,
  relatesTo: `market_bookings/${id}`,
})

type Told = 'id' | 'person' | 'businessName' | 'stallSize' | 'marketDate' | 'pitch' | 'finalPrice'
type Hours = Pick<StallOf['day'], 'setUpFrom' | 'opensAt' | 'closesAt'>

/** What every mail about a stall says of it. */
export const factsFor = (stall: Pick<StallOf, Told> & { day: Hours }) => ({
  stallId: stall.id,
  firstName: stall.person.firstName,
  businessName: stall.businessName,
  size: sizeWords[stall.stallSize],
  on: stall.marketDate,
  setUpFrom: stall.day.setUpFrom,
  opensAt: stall.day.opensAt,
  closesAt: stall.day.closesAt,
  pitch: stall.pitch,
  pence: stall.finalPrice,
})
