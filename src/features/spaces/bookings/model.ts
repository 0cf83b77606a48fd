import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Settings } from '#features/house/settings/inputs.ts'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { returnTokens, spendTokens } from '#features/membership/tokens/model.ts'
import { tokenRefs } from '#features/membership/tokens/table.ts'
import { checkout, type OpenOrder, type OrderKind, type Selling } from '#features/money/orders/model.ts'
import { leftOf } from '#features/money/orders/rules.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { messages as placeMessages, type Wish } from '#features/spaces/calendar/inputs.ts'
import { demandGood, type GoodOffer, type Known, lockRooms, offersTo } from '#features/spaces/calendar/model.ts'
import { untilOrNull, whyNot as whyNotPlace } from '#features/spaces/calendar/rules.ts'
import { moneyGone } from '#features/spaces/facilities/rules.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { moveUsage } from '#features/spaces/usage/model.ts'
import { lapseOffers, offerFreed, takeEntries } from '#features/spaces/waiting/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, refusal } from '#platform/rpc/errors.ts'
import { formatDate } from '#platform/words.ts'
import { bookedTogetherMail, cancelledMail, cancelledTogetherMail, confirmedMail } from './mail.tsx'
import { type Back, factsFor, factsForAll, goodsOf, sumOf, whyNot } from './rules.ts'

/**
 * Sells places: what needs no card is booked at once; where something is to pay by card, the payment page is at `url` and
 * leads back to the order's, which leads on to what was booked. Should it not open, in the words of `failed`, the places stay held and can be paid there.
 */
export async function sellPlaces(
  context: Selling,
  failed: string,
  reserve: (tx: Tx, open: OpenOrder) => Promise<Booked>,
) {
  const sold = await checkout(context, {
    kind: bookingOrders,
    back: id => ({
      paid: `/orders/${id}?payment=awaited`,
      left: `/orders/${id}?payment=cancelled`,
    }),
    failed: { message: failed },
    reserve,
  })
  return sold.orderId === null
    ? { outcome: 'confirmed' as const, bookingIds: sold.bookingIds }
    : { outcome: 'pay' as const, url: sold.url!, left: sold.left, orderId: sold.orderId }
}

export interface Booked {
  bookingIds: string[]
  /** The order that is to be paid, if any. */
  orderId: string | null
}

/**
 * Books all of `wishes` or none (decision 22). Without anything to pay by card they are confirmed at once; otherwise they are
 * held, tokens reserved, until the order is paid. Somebody who holds the very place unpaid goes on with that order. Throws
 * SLOT_TAKEN, INSUFFICIENT_TOKENS and what the rules refuse, with the place that it is about.
 *
 * Locks are always taken in the same order: rooms by their ids, orders, bookings, entries in line, person. A room's row is
 * its lock in the calendar: whoever comes second sees what the first one took.
 */
export async function bookPlaces(
  tx: Tx,
  actor: Actor,
  wishes: readonly Wish[],
  open: OpenOrder,
  { seen, makeSeries, byStaff }: Together = {},
): Promise<Booked> {
  // A look without the lock: of 500 people who want one place, those who come too late need not wait in line for it.
  let known = await offersTo(tx, actor, wishes)
  if (known.ownOrderId !== null && !byStaff) return goOnWith(known.ownOrderId)
  const good = () => (byStaff?.freeReason ? demandGood(known.offers).map(withoutCharge) : demandGood(known.offers))
  let offers = good()
  if (isToPay(offers) || hasExpired(known) || known.ownEntryIds.length > 0) {
    // A hold must be neither made nor cleared away twice: from here on nobody else takes these rooms.
    await lockRooms(
      tx,
      known.facilities.map(({ spaceId }) => spaceId),
    )
    known = await offersTo(tx, actor, wishes)
    if (known.ownOrderId !== null && !byStaff) return goOnWith(known.ownOrderId)
    offers = good()
    await clearExpired(tx, known)
  }
  demand(whyNot.bookAsSeen(sumOf(offers.map(({ payment }) => payment)), seen))
  // What was offered is let go of here and taken below; the rooms are locked, so nobody comes between.
  if (known.ownEntryIds.length > 0 && !(await takeEntries(tx, known.ownEntryIds)))
    throw refusal('SLOT_TAKEN', placeMessages.slotTaken, { field: 'startsAt' })
  const inOrder = offers.toSorted((a, b) => (a.facility.leafIds[0]! < b.facility.leafIds[0]! ? -1 : 1))
  if (isToPay(offers)) demand(whyNotPlace.hold(known.unpaidHolds, known.settings))
  const order = isToPay(offers) ? await open(goodsOf(offers)) : null
  const seriesId = (await makeSeries?.()) ?? null
  const rows = await insertBookings(tx, { userId: actor.userId, seriesId, ...byStaff }, inOrder, order)
  const made = rows.map((row, i) => ({
    ...row,
    facility: inOrder[i]!.facility,
    person: actor,
    settings: known.settings,
  }))
  const spends = made.map(({ id, facility, tokensUsed, bookingOn, startsAtTime }) => ({
    amount: tokensUsed,
    description: `${facility.name}, ${formatDate(bookingOn)}, ${startsAtTime}`,
    ref: tokenRefs.booking(id),
  }))
  await spendTokens(
    tx,
    actor.userId,
    spends.filter(({ amount }) => amount > 0),
  )
  if (order) await announceChange(tx, actor.userId)
  else if (byStaff) await afterConfirmation(tx, made, 'The house booked it for you.')
  else await afterConfirmation(tx, made, made.length > 1 ? 'Your places are booked.' : 'Your place is booked.')
  return { bookingIds: made.map(({ id }) => id), orderId: order?.id ?? null }
}

const withoutCharge = (offer: GoodOffer): GoodOffer => ({
  ...offer,
  payment: { paidWith: 'tokens', tokens: 0, pence: 0, whyNotTokens: null },
})

/** What is said of places that are booked as one series, or by staff for the person. */
interface Together {
  /** What the person was told that all of them cost: anything else is refused with PRICE_CHANGED. */
  seen?: Back | undefined
  /** Writes the series, right before the bookings that name it. */
  makeSeries?(): Promise<string>
  /** Who of the staff books it; with a reason it costs nothing. */
  byStaff?: { bookedBy: string; freeReason: string | null }
}

const hasExpired = ({ expiredOrderIds, expiredOfferIds }: Known) => expiredOrderIds.length + expiredOfferIds.length > 0

/** Clears away what was held or offered until a while ago and stands in the way; its rooms are locked. */
export async function clearExpired(tx: Tx, known: Known): Promise<void> {
  for (const orderId of known.expiredOrderIds) await releaseHold(tx, orderId)
  if (known.expiredOfferIds.length > 0) await lapseOffers(tx, known.expiredOfferIds)
}

const goOnWith = (orderId: string): Booked => ({ bookingIds: [], orderId })

const isToPay = (offers: readonly GoodOffer[]) => offers.some(({ payment }) => payment.pence > 0)

/** Writes the bookings, each of which takes its room as it is written; one statement, in the order of `offers`. */
async function insertBookings(
  tx: Tx,
  of: { userId: string; seriesId: string | null; bookedBy?: string; freeReason?: string | null },
  offers: readonly GoodOffer[],
  order: { id: string; expiresAt: Date } | null,
) {
  const held = order && { orderId: order.id, heldUntil: order.expiresAt }
  return tx
    .insert(bookings)
    .values(
      offers.map(({ wish, facility, slot, payment }) => ({
        bookingTypeId: facility.id,
        spaceId: facility.spaceId,
        bookingOn: wish.on,
        ...slot,
        status: held ? ('pending' as const) : ('confirmed' as const),
        paidWith: payment.paidWith,
        tokensUsed: payment.tokens,
        pricePence: payment.pence,
        ...of,
        ...(held ?? { confirmedAt: tx.now }),
        createdAt: tx.now,
      })),
    )
    .returning()
}

/** Orders of facilities: once paid, all their bookings are confirmed together; gone if one of them is no longer held. */
export const bookingOrders: OrderKind = {
  name: 'booking',
  async fulfil(tx, order) {
    const rows = await lockBookings(tx, eq(bookings.orderId, order.id))
    // Asked again after it was done; some may have been cancelled and refunded since.
    if (rows.some(({ confirmedAt }) => confirmedAt)) return { outcome: 'fulfilled' }
    if (rows.length === 0 || rows.some(({ status }) => status !== 'pending')) {
      await release(tx, rows, null)
      return { outcome: 'gone', reason: 'Your place was no longer held when the payment arrived.' }
    }
    await tx
      .update(bookings)
      .set({ status: 'confirmed', confirmedAt: tx.now, heldUntil: null })
      .where(eq(bookings.orderId, order.id))
    await afterConfirmation(tx, rows, 'Your payment was processed.')
    return { outcome: 'fulfilled' }
  },
  async release(tx, order) {
    await releaseHold(tx, order.id)
  },
  async takeBack(tx, order) {
    // A part may be a kindness; without any of its money nothing that is still to come is held.
    if (leftOf(order) > 0) return
    const all = await lockBookings(tx, eq(bookings.orderId, order.id))
    const unpaid = all.filter(
      ({ status, paidWith, startsAt }) => status === 'confirmed' && paidWith === 'card' && startsAt > tx.now,
    )
    const [first] = unpaid
    if (!first) return
    const reason = order.disputedPence > 0 ? moneyGone.taken : moneyGone.back
    await markCancelled(
      tx,
      unpaid.map(({ id }) => id),
      { userId: null, reason },
    )
    await moveUsage(tx, unpaid, -1)
    await tellCancelled(tx, unpaid, { reason, isPaidBack: true })
    await announceChange(tx, first.userId)
  },
  async owedBack(tx, order, pence) {
    // The first to begin has its part first.
    await tx.execute(sql`update ${bookings} set returned_pence = coalesce(returned_pence, 0) + o.part, owed_pence = 0
      from (select id, greatest(0, least(owed_pence, ${pence} - sum(owed_pence) over (order by starts_at, id) + owed_pence)) as part
        from ${bookings} where order_id = ${order.id} and owed_pence > 0) o where o.id = bookings.id`)
  },
}

/** A booking with what its mails, its usage and its rules need to know. */
export type BookingOf = typeof bookings.$inferSelect & {
  facility: { name: string; slug: string }
  person: { email: string; firstName: string }
  settings: Settings
}

/** Locks bookings in the order of their ids. */
export async function lockBookings(tx: Tx, where: SQL | undefined): Promise<BookingOf[]> {
  const rows = await tx
    .select({
      booking: bookings,
      facility: { name: bookingTypes.name, slug: bookingTypes.slug },
      person: { email: user.email, firstName: user.firstName },
      settings: storedSettings,
    })
    .from(bookings)
    .innerJoin(bookingTypes, eq(bookingTypes.id, bookings.bookingTypeId))
    .innerJoin(user, eq(user.id, bookings.userId))
    .where(where)
    .orderBy(asc(bookings.id))
    .for('update', { of: bookings })
  return rows.map(({ booking, settings, ...about }) => ({ ...booking, ...about, settings: settingsFrom(settings) }))
}

export const releaseHold = async (tx: Tx, orderId: string) =>
  release(tx, await lockBookings(tx, eq(bookings.orderId, orderId)), null)

/** Lets go of everything that an unpaid order holds; returns how many tokens came back. */
export async function release(
  tx: Tx,
  ofOrder: readonly BookingOf[],
  by: { userId: string; reason: string | null } | null,
): Promise<number> {
  const held = ofOrder.filter(({ status }) => status === 'pending')
  const [first] = held
  if (!first) return 0
  await markCancelled(
    tx,
    held.map(({ id }) => id),
    by ?? { userId: null, reason: 'Not paid in time' },
  )
  const spent = held.filter(({ tokensUsed }) => tokensUsed > 0).map(({ id }) => tokenRefs.booking(id))
  const tokens = await returnTokens(tx, spent, 'Booking not completed')
  await announceChange(tx, first.userId)
  return tokens
}

/** What is cancelled is offered to whoever waits for it. `shares`: what of each goes back to the card with the others, in pence by its id. */
export async function markCancelled(
  tx: Tx,
  ids: string[],
  by: { userId: string | null; reason: string | null },
  shares: Record<string, number> | null = null,
) {
  await tx.enqueue(offerFreed, {})
  await tx
    .update(bookings)
    .set({
      status: 'cancelled',
      cancelledAt: tx.now,
      cancelledBy: by.userId,
      cancelReason: by.reason,
      heldUntil: null,
      ...(shares && { returnedPence: sql`(${JSON.stringify(shares)}::jsonb ->> bookings.id::text)::int` }),
    })
    .where(inArray(bookings.id, ids))
}

/** For a sort: what begins first. */
export const byTime = (a: { startsAt: Date }, b: { startsAt: Date }) => a.startsAt.getTime() - b.startsAt.getTime()

async function afterConfirmation(tx: Tx, confirmed: readonly BookingOf[], message: string): Promise<void> {
  await moveUsage(tx, confirmed, 1)
  const [booking] = confirmed
  const { gettingIn, cancellationHours } = booking!.settings
  const untilOf = ({ startsAt }: BookingOf) => untilOrNull(startsAt, cancellationHours, tx.now)
  if (confirmed.length > 1)
    await tx.mail(bookedTogetherMail, recipientOf(booking!), {
      ...factsForAll(
        confirmed.toSorted(byTime).map(each => ({ ...each, refundableUntil: untilOf(each)?.toISOString() ?? null })),
      ),
      gettingIn,
    })
  else
    await tx.mail(confirmedMail, recipientOf(booking!), {
      ...factsFor(booking!),
      refundableUntil: untilOf(booking!)?.toISOString() ?? null,
      gettingIn,
      isByHouse: booking!.bookedBy !== null,
    })
  await announceChange(tx, confirmed[0]!.userId, { title: 'Booking Confirmed', message, isSuccess: true })
}

/** One mail, whether of one booking or of several. `back`: what comes back of each; without it, what it cost. */
export async function tellCancelled(
  tx: Tx,
  gone: readonly (BookingOf & { back?: Back })[],
  why: { reason: string | null; isPaidBack: boolean; owedPence?: number },
): Promise<void> {
  const [booking] = gone
  if (gone.length > 1)
    await tx.mail(cancelledTogetherMail, recipientOf(booking!), { ...factsForAll(gone.toSorted(byTime)), ...why })
  else await tx.mail(cancelledMail, recipientOf(booking!), { ...factsFor(booking!), ...booking!.back, ...why })
}

export const recipientOf = ({ id, userId, person }: BookingOf) => ({
  address: person.email,
  userId,
  relatesTo: `bookings/${id}`,
})

// The person sees it where they are; everybody who is looking at slots sees them change.
export async function announceChange(
  tx: Tx,
  userId: string,
  words: { title?: string; message?: string; isSuccess?: true } = {},
): Promise<void> {
  const kind = words.title ? 'bookings.confirmed' : 'bookings.changed'
  await tx.announce({ to: { userId }, kind, ...words })
  await tx.announce({ to: 'everyone', topic: 'bookings', kind: 'slots.changed' })
}
