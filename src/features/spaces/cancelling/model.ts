import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { notifyLater } from '#features/house/notifications/model.ts'
import { returnTokens } from '#features/membership/tokens/model.ts'
import { tokenRefs } from '#features/membership/tokens/table.ts'
import { letGoOf } from '#features/money/orders/model.ts'
import { leftOf, promisedOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { oweBack, refundOrder } from '#features/money/refunds/model.ts'
import { causes } from '#features/money/refunds/table.ts'
import { type GivesBack, messages } from '#features/spaces/bookings/inputs.ts'
import {
  announceChange,
  byTime,
  lockBookings,
  markCancelled,
  release,
  tellCancelled,
} from '#features/spaces/bookings/model.ts'
import { type Back, paidFor, refundOf, refundsOf, sumOf, whyNot } from '#features/spaces/bookings/rules.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { moveUsage } from '#features/spaces/usage/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'

/** Who cancels: the person, by the rule of hours, or staff with a reason, when everything comes back unless they say otherwise. */
export interface Canceller {
  userId: string
  reason: string | null
  isStaff: boolean
  giveBack?: GivesBack
  /** What the person was told comes back. */
  seen?: { tokens: number; pence: number } | undefined
}

/** Cancels a booking; an unpaid hold lets go of everything its order holds. Returns what comes back (decision 23). */
export const cancelBooking = (tx: Tx, bookingId: string, by: Canceller): Promise<Back> =>
  cancelAll(
    tx,
    bookingId,
    and(eq(bookings.id, bookingId), by.isStaff ? undefined : eq(bookings.userId, by.userId))!,
    by,
  )

/** Cancels an own booking of a series and every later one of it that can be cancelled, all together. */
export const cancelFrom = (tx: Tx, bookingId: string, by: Canceller): Promise<Back> =>
  cancelAll(tx, bookingId, and(eq(bookings.userId, by.userId), fromHereOn(bookingId))!, by)

/** A booking of a series and the later ones of it; none when it is of no series. */
export const fromHereOn = (bookingId: string): SQL => sql`exists (select from ${bookings} here
  where here.id = ${bookingId} and here.series_id = bookings.series_id and here.starts_at <= bookings.starts_at)`

async function cancelAll(tx: Tx, bookingId: string, isMeant: SQL, by: Canceller): Promise<Back> {
  const theirOrders = tx.select({ id: bookings.orderId }).from(bookings).where(isMeant)
  // Orders before bookings, as whoever pays or ends one locks them.
  const paidBy = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, theirOrders))
    .orderBy(asc(orders.id))
    .for('update')
  const [unpaid] = paidBy.filter(({ status }) => status === 'pending')
  const locked = await lockBookings(tx, unpaid ? or(isMeant, eq(bookings.orderId, unpaid.id)) : isMeant)
  const booking = locked.find(({ id }) => id === bookingId)
  if (!booking) throw notFound(messages.notFound)
  demand(by.isStaff ? whyNot.cancelByStaff(booking) : whyNot.cancel(booking, tx.now))
  if (booking.status === 'pending') {
    if (unpaid) await letGoOf(tx, unpaid)
    const tokens = await release(tx, locked, by)
    // Whoever let go of it themselves knows.
    if (by.isStaff) {
      const held = locked.filter(({ status }) => status === 'pending')
      const gone = held.map(each => ({ ...each, back: { tokens: each.tokensUsed, pence: 0 } }))
      await tellCancelled(tx, gone, { reason: by.reason, isPaidBack: false })
    }
    return { tokens, pence: 0 }
  }
  const { cancellationHours } = booking.settings
  /** What is cancelled with what comes back of it, when so much is left of each order. */
  const goneWith = (left: typeof leftOf | typeof promisedOf) => {
    const leftIn = (orderId: string | null) => paidBy.filter(({ id }) => id === orderId).map(left)[0] ?? null
    const paid = locked.map(each => ({ ...each, leftPence: leftIn(each.orderId) }))
    return by.isStaff
      ? paid.map(each => ({ ...each, back: byStaff(each, by.giveBack, { now: tx.now, cancellationHours }) }))
      : refundsOf(
          paid.filter(each => each.status === 'confirmed' && !whyNot.cancel(each, tx.now)).toSorted(byTime),
          tx.now,
          cancellationHours,
        )
  }
  const gone = goneWith(leftOf)
  // The bank may have some of it at present: that is owed until it decides.
  const promised = goneWith(promisedOf)
  const back = sumOf(gone.map(each => each.back))
  demand(whyNot.cancelAsSeen(back, by.seen))
  const isOne = gone.length === 1
  const shares = Object.fromEntries(gone.map(each => [each.id, each.back.pence]))
  await markCancelled(tx, Object.keys(shares), by, isOne ? null : shares)
  await keepOwed(
    tx,
    promised.map(({ id, back: { pence } }, i) => ({ id, owedPence: pence - gone[i]!.back.pence })),
  )
  await returnTokens(
    tx,
    gone.filter(each => each.back.tokens > 0).map(({ id }) => tokenRefs.booking(id)),
    isOne ? 'Booking cancelled' : 'Bookings cancelled together',
  )
  await moveUsage(tx, gone, -1)
  for (const order of paidBy) {
    const penceOf = (all: typeof gone) =>
      sumOf(all.filter(({ orderId }) => orderId === order.id).map(each => each.back)).pence
    const amountPence = penceOf(gone)
    await oweBack(tx, order.id, penceOf(promised) - amountPence)
    // The words of staff are in the mail and with the booking; the books keep none that may name somebody.
    const reason = by.isStaff ? 'Booking cancelled by the house' : isOne ? 'Booking cancelled' : 'Bookings cancelled'
    const ref = (isOne ? causes.booking : causes.series)(bookingId)
    if (amountPence > 0) await refundOrder(tx, { orderId: order.id, amountPence, reason, ref }, order)
  }
  const owedPence = sumOf(promised.map(each => each.back)).pence - back.pence
  await tellCancelled(tx, gone, { reason: by.reason, isPaidBack: false, ...(owedPence > 0 && { owedPence }) })
  if (by.isStaff) {
    const path = `/bookings/${bookingId}` as const
    const text = by.reason ?? ''
    await notifyLater(tx, { to: booking.userId, kind: 'booking', title: 'Your booking was cancelled', text, path })
  }
  await announceChange(tx, booking.userId)
  return back
}

/** What of each goes back once the bank returns it. */
async function keepOwed(tx: Tx, all: { id: string; owedPence: number }[]): Promise<void> {
  for (const { id, owedPence } of all)
    if (owedPence > 0) await tx.update(bookings).set({ owedPence }).where(eq(bookings.id, id))
}

/** What comes back of a booking that staff cancel. */
function byStaff(
  paid: Parameters<typeof refundOf>[0],
  giveBack: GivesBack = 'all',
  { now, cancellationHours }: { now: Date; cancellationHours: number },
): Back {
  if (giveBack === 'all') return paidFor(paid)
  return giveBack === 'rule' ? refundOf(paid, now, cancellationHours) : { tokens: 0, pence: 0 }
}
