import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { balanceOf, returnTokens, spendTokens } from '#features/membership/tokens/model.ts'
import type { orderWays } from '#features/money/orders/inputs.ts'
import { type Goods, letGoOf, type OrderKind } from '#features/money/orders/model.ts'
import { leftOf, promisedOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { oweBack, refundOrder } from '#features/money/refunds/model.ts'
import type { GivesBack } from '#features/spaces/bookings/inputs.ts'
import { whyNot as whyNotBooking } from '#features/spaces/bookings/rules.ts'
import { untilOrNull } from '#features/spaces/calendar/rules.ts'
import { roomOf } from '#features/spaces/rooms/model.ts'
import { studioRoom } from '#features/spaces/rooms/rules.ts'
import { makeWay, studioHours } from '#features/spaces/studio-times/model.ts'
import { offerFreed } from '#features/spaces/waiting/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { addDays } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { instantOf, wallTimeExists } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { messages, type SessionInput } from './inputs.ts'
import { studioCancelledMail, studioConfirmedMail, studioMovedMail } from './mail.tsx'
import { backOf, endOf, hoursOf, openHours, priceOf, sundayOf, whyNot } from './rules.ts'
import { studioBookings as sessions } from './table.ts'

const tokenRef = (id: string) => `studio:${id}`
const words = 'Photography Studio'

/** What is true of a person who wishes for the studio on a day, in one statement. */
export async function knownOf(db: Reader, userId: string, on: string) {
  const sunday = sundayOf(on)
  const [row] = await db
    .select({
      settings: storedSettings,
      room: studioHours,
      balance: balanceOf(userId),
      onDay: hoursWithTokens(userId, on, on),
      inWeek: hoursWithTokens(userId, sunday, addDays(sunday, 6)),
      unpaid: sql<number>`(select count(*)::int from ${sessions} s where s.user_id = ${userId} and s.status <> 'cancelled'
        and s.paid_at is null and s.price_pence > 0)`,
      firstName: user.firstName,
      email: user.email,
      phone: user.phone,
    })
    .from(user)
    .where(eq(user.id, userId))
  const { settings: stored, room, balance, unpaid, onDay, inWeek, ...person } = row!
  const settings = settingsFrom(stored)
  return { settings: { ...settings, ...openHours(settings, room) }, balance, unpaid, used: { onDay, inWeek }, person }
}

const hoursWithTokens = (userId: string, from: string, until: string) =>
  sql<number>`(select coalesce(sum(s.hours), 0)::int from ${sessions} s where s.user_id = ${userId} and s.paid_with = 'tokens'
    and s.status <> 'cancelled' and s.booking_date between ${from} and ${until})`

/**
 * Books the studio at once (STU-22, decision 29): tokens are spent, a card's price is due. The person is locked by the
 * caller, so that the limits of tokens and of what is unpaid hold; that nobody else has the studio then, the calendar says. Throws what the rules
 * refuse, PRICE_CHANGED, WAITED_FOR, INSUFFICIENT_TOKENS and SLOT_TAKEN.
 */
export async function bookSession(tx: Tx, actor: Actor, { seen, ...input }: SessionInput): Promise<{ id: string }> {
  const { settings, balance, unpaid, used, person } = await knownOf(tx, actor.userId, input.bookingDate)
  const { bookingDate, startTime, endTime } = input
  if (![startTime, endTime].every(time => wallTimeExists(bookingDate, time)))
    throw refusal('INVALID_TIME', messages.time, { field: 'startTime' })
  const startsAt = instantOf(bookingDate, startTime)
  const endsAt = endsAtOf(bookingDate, endTime)
  demand(whyNot.book(input, { actor, settings, now: tx.now, startsAt, balance, unpaid, used }))
  const hours = hoursOf(input)
  const price = priceOf(hours, input.paidWith, settings)
  demand(whyNotBooking.bookAsSeen(price, seen))
  await makeWay(tx, actor.userId, { startsAt, endsAt })
  const [row] = await tx
    .insert(sessions)
    .values({
      ...input,
      ...{
        userId: actor.userId,
        spaceId: roomOf(studioRoom),
        startsAt,
        endsAt,
        hours,
      },
      ...{ tokensUsed: price.tokens, pricePence: price.pence, createdAt: tx.now },
    })
    .returning({ id: sessions.id })
  const { id } = row!
  if (price.tokens > 0) {
    const description = `${words}, ${formatDate(bookingDate)}, ${startTime}`
    await spendTokens(tx, actor.userId, [{ amount: price.tokens, description, ref: tokenRef(id) }])
  }
  await tx.mail(
    studioConfirmedMail,
    { address: person.email, userId: actor.userId, relatesTo: `studio/${id}` },
    {
      ...{ firstName: person.firstName, on: bookingDate, startsAt: startTime, endsAt: endTime, ...price },
      gettingIn: settings.gettingIn,
      refundableUntil: untilOrNull(startsAt, settings.cancellationHours, tx.now)?.toISOString() ?? null,
    },
  )
  await announceChange(tx, actor.userId)
  return { id }
}

/** Which way a session was paid or is being paid, for a select from them; null: nobody has begun to, or tokens paid. */
export const wayOf = sql<
  (typeof orderWays)[number] | null
>`(select o.way from ${orders} o where o.id = ${sql`${sessions.orderId}`})`

/** Whether all of the money of that order went back, or the bank has some of it; null: neither. */
export const moneyGone = sql<'back' | 'disputed' | null>`(select case when o.status = 'refunded' then 'back'
  when o.disputed_pence > 0 then 'disputed' end from ${orders} o where o.id = ${sql`${sessions.orderId}`})`

/** Orders of the studio: what is due for one session, which is confirmed whether it is paid or not. */
export const studioOrders: OrderKind = {
  name: 'studio',
  async fulfil(tx, order) {
    const [session] = await tx.select().from(sessions).where(eq(sessions.orderId, order.id)).for('update')
    if (!session) return { outcome: 'gone', reason: 'Nothing was to be paid on this page any more.' }
    if (session.status === 'cancelled')
      return { outcome: 'gone', reason: 'The session was cancelled before the payment arrived.' }
    if (session.paidAt === null) await tx.update(sessions).set({ paidAt: tx.now }).where(eq(sessions.id, session.id))
    await announceChange(tx, session.userId)
    return { outcome: 'fulfilled' }
  },
  // It is due all the same: a payment that comes late is taken, and another order takes this one's place.
  async release() {},
  async takeBack(tx, order) {
    // What staff gave back is not to be paid again: the order says so. What the bank took is due as before.
    if (leftOf(order) > 0 || order.disputedPence === 0) return announceChange(tx, order.userId)
    await tx
      .update(sessions)
      .set({ paidAt: null, orderId: null })
      .where(and(eq(sessions.orderId, order.id), sql`${sessions.status} <> 'cancelled'`))
    await announceChange(tx, order.userId)
  },
}

/** What a card is asked to pay for a session. Throws NOT_FOUND, NOTHING_DUE. */
export async function dueFor(tx: Tx, userId: string, id: string) {
  const [session] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .for('update')
  if (!session) throw notFound(messages.notFound)
  demand(whyNot.pay(session))
  return {
    openOrderId: session.orderId && (await isOpen(tx, session.orderId)) ? session.orderId : null,
    goods: goodsOf(session),
  }
}

/** What is paid for a session, by card or at the desk. */
export function goodsOf({
  bookingDate,
  startTime,
  endTime,
  pricePence,
}: Pick<typeof sessions.$inferSelect, 'bookingDate' | 'startTime' | 'endTime' | 'pricePence'>): Goods {
  const name = `${words}, ${formatDate(bookingDate, { year: true })}, ${startTime}–${endTime}`
  return { description: name, lines: [{ name, quantity: 1, unitPence: pricePence }] }
}

const isOpen = async (tx: Tx, orderId: string) =>
  (await tx.$count(orders, and(eq(orders.id, orderId), eq(orders.status, 'pending')))) > 0

/**
 * A session and its order, locked: the order first, as whoever pays or ends one locks them. Another one may have taken its place
 * until the session was ours, by a payment at the desk: CHANGED_MEANWHILE. NOT_FOUND.
 */
export async function lockWithOrder(tx: Tx, isMeant: SQL | undefined) {
  const itsOrder = tx.select({ id: sessions.orderId }).from(sessions).where(isMeant)
  const [order] = await tx.select().from(orders).where(inArray(orders.id, itsOrder)).for('update')
  const session = await lockSession(tx, isMeant)
  if (session.orderId !== (order?.id ?? null))
    throw refusal('CHANGED_MEANWHILE', 'This session has changed meanwhile. Please look again.')
  return { order, session }
}

export interface Canceller {
  userId: string
  reason: string | null
  isStaff: boolean
  /** Of staff; all of it unless they say otherwise. */
  giveBack?: GivesBack
  /** What the person was told comes back. */
  seen?: ReturnType<typeof backOf>
}

/**
 * Cancels a session; answers with what comes back (decision 23), `deskPence` of it in cash at the desk. Throws NOT_FOUND,
 * CANNOT_CANCEL, REFUND_CHANGED, CHANGED_MEANWHILE.
 */
export async function cancelSession(tx: Tx, id: string, by: Canceller) {
  const isMeant = and(eq(sessions.id, id), by.isStaff ? undefined : eq(sessions.userId, by.userId))
  const { order, session: found } = await lockWithOrder(tx, isMeant)
  const session = { ...found, way: order?.way ?? null, leftPence: order?.paidAt ? leftOf(order) : null }
  demand(by.isStaff ? whyNot.cancelByStaff(session) : whyNot.cancel(session, tx.now))
  const giveBack = by.isStaff ? (by.giveBack ?? 'all') : 'rule'
  const { cancellationHours } = session.settings
  const back = backOf(session, tx.now, cancellationHours, giveBack)
  const promised = order?.paidAt ? { ...session, leftPence: promisedOf(order) } : session
  // The bank has it at present.
  const owedPence = backOf(promised, tx.now, cancellationHours, giveBack).pence - back.pence
  if (by.seen && !isDeepStrictEqual(by.seen, back))
    throw refusal('REFUND_CHANGED', 'What comes back has changed meanwhile. Please look again.')
  await tx
    .update(sessions)
    .set({
      ...{ status: 'cancelled', cancelledAt: tx.now, cancelledBy: by.userId, cancelReason: by.reason },
      deskOwedPence: back.deskPence,
    })
    .where(eq(sessions.id, id))
  if (order?.status === 'pending') await letGoOf(tx, order)
  if (back.tokens > 0) await returnTokens(tx, [tokenRef(id)], 'Studio booking cancelled')
  if (back.pence > 0) {
    const reason = by.isStaff ? 'Studio booking cancelled by the house' : 'Studio booking cancelled'
    await refundOrder(tx, { orderId: order!.id, amountPence: back.pence, reason, ref: tokenRef(id) }, order)
  }
  if (order) await oweBack(tx, order.id, owedPence)
  const { bookingDate: on, startTime: startsAt, endTime: endsAt, person, userId } = session
  await tx.mail(
    studioCancelledMail,
    { address: person.email, userId, relatesTo: `studio/${id}` },
    { firstName: person.firstName, on, startsAt, endsAt, ...back, owedPence, reason: by.reason },
  )
  await announceChange(tx, userId)
  // Whoever waits for it need not wait for the minute.
  await tx.enqueue(offerFreed, {})
  return back
}

/**
 * Puts a confirmed session to another time, as long as it is, for the price that it has; its person is told. Throws NOT_FOUND,
 * CANNOT_MOVE, INVALID_TIME, DATE_PAST, HOUSE_CLOSED, NOT_A_TOKEN_DAY, WAITED_FOR and SLOT_TAKEN.
 */
export async function moveSession(
  tx: Tx,
  { id, on, startsAt: startTime }: { id: string; on: string; startsAt: string },
  by: { userId: string },
): Promise<void> {
  const session = await lockSession(tx, eq(sessions.id, id))
  const { settings, person, userId } = session
  demand(whyNot.move(session, tx.now))
  const to = movedTo(session, { on, startTime })
  demand(whyNot.moveTo(session, to, { settings, now: tx.now }))
  await makeWay(tx, userId, to!)
  await tx
    .update(sessions)
    .set({ ...to!, movedAt: tx.now, movedBy: by.userId })
    .where(eq(sessions.id, id))
  await tx.mail(
    studioMovedMail,
    { address: person.email, userId, relatesTo: `studio/${id}` },
    {
      ...{ firstName: person.firstName, on, startsAt: startTime, endsAt: to!.endTime },
      before: { on: session.bookingDate, startsAt: session.startTime, endsAt: session.endTime },
      tokens: session.tokensUsed,
      refundableUntil: untilOrNull(to!.startsAt, settings.cancellationHours, tx.now)?.toISOString() ?? null,
    },
  )
  await announceChange(tx, userId)
  await tx.enqueue(offerFreed, {})
}

/** Where a session would be that began at another time, as long as it is in hours of the clock; null: no such time that day. */
export function movedTo({ hours }: { hours: number }, { on, startTime }: { on: string; startTime: string }) {
  const endTime = endOf(startTime, hours)
  if (endTime === null || ![startTime, endTime].every(time => wallTimeExists(on, time))) return null
  return { bookingDate: on, startTime, endTime, startsAt: instantOf(on, startTime), endsAt: endsAtOf(on, endTime) }
}

/** "00:00" is the end of the day on which it began. */
const endsAtOf = (on: string, endTime: string) => instantOf(endTime === '00:00' ? addDays(on, 1) : on, endTime)

/** A session with whose it is, locked. NOT_FOUND. */
export async function lockSession(tx: Tx, where: SQL | undefined) {
  const [row] = await tx
    .select({
      session: sessions,
      person: { email: user.email, firstName: user.firstName },
      settings: storedSettings,
      room: studioHours,
    })
    .from(sessions)
    .innerJoin(user, eq(user.id, sessions.userId))
    .where(where)
    .for('update', { of: sessions })
  if (!row) throw notFound(messages.notFound)
  const settings = settingsFrom(row.settings)
  return { ...row.session, person: row.person, settings: { ...settings, ...openHours(settings, row.room) } }
}

export async function announceChange(tx: Tx, userId: string): Promise<void> {
  await tx.announce({ to: { userId }, kind: 'studio.changed' })
  await tx.announce({ to: 'everyone', topic: 'bookings', kind: 'slots.changed' })
}
