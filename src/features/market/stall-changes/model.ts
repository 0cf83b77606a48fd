import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { notifyLater } from '#features/house/notifications/model.ts'
import { marketPitches } from '#features/market/pitches/table.ts'
import { type factsEdit, factWords, messages, type StallType, stallTypeWords } from '#features/market/stalls/inputs.ts'
import { stallCancelledMail, stallChangedMail, stallMovedMail } from '#features/market/stalls/mail.tsx'
import {
  factsFor,
  knownOf,
  lockDay,
  lockStall,
  markCancelled,
  oneOf,
  recipientOf,
  type StallOf,
  tellStalls,
} from '#features/market/stalls/model.ts'
import { backOf, cancelFacts, paidFor, whyNot } from '#features/market/stalls/rules.ts'
import { marketBookings as stalls } from '#features/market/stalls/table.ts'
import { letGoOf } from '#features/money/orders/model.ts'
import { leftOf, promisedOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { oweBack, refundOrder } from '#features/money/refunds/model.ts'
import { offerFreed } from '#features/spaces/waiting/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { formatDate } from '#platform/words.ts'

/**
 * Who cancels: the person, by the rule of hours; or the house with a reason, when all of it comes back. `seen`: what they were told
 * that comes back, in pence; a market that does not take place asks nobody.
 */
export type Canceller = { userId: string; seen: number } | { userId: string | null; reason: string; seen?: number }

/** Cancels a stall; answers with the pence that come back (decision 23). NOT_FOUND, CANNOT_CANCEL, REFUND_CHANGED. */
export async function cancelStall(tx: Tx, id: string, by: Canceller): Promise<number> {
  const isSeller = !('reason' in by)
  const isMeant = and(eq(stalls.id, id), isSeller ? eq(stalls.userId, by.userId) : undefined)
  // The order before its stall, as whoever pays or ends it locks them.
  const order = await orderOf(tx, isMeant)
  const stall = await lockStall(tx, isMeant)
  if (!stall) throw notFound(messages.notFound)
  demand(isSeller ? whyNot.cancel(stall, tx.now) : whyNot.remove(stall))
  const paid = { ...stall, order }
  const backWith = (left: typeof leftOf | typeof promisedOf) =>
    isSeller ? backOf(paid, tx.now, stall.settings.cancellationHours, left) : paidFor(paid, left)
  const back = backWith(leftOf)
  // The bank has it at present.
  const owedPence = backWith(promisedOf) - back
  if (by.seen !== undefined) demand(whyNot.cancelAsSeen(back, by.seen))
  const reason = isSeller ? null : by.reason
  await markCancelled(tx, stall, { userId: by.userId, reason })
  if (order) await letGoOf(tx, order)
  if (order && back > 0) {
    const words = isSeller ? 'Market stall cancelled' : 'Market stall cancelled by the house'
    await refundOrder(tx, { orderId: order.id, amountPence: back, reason: words, ref: `stall:${id}` }, order)
  }
  if (order) await oweBack(tx, order.id, owedPence)
  // Who lets go of what they never paid for needs no mail.
  if (stall.status === 'confirmed' || !isSeller)
    await tx.mail(stallCancelledMail, recipientOf(stall), {
      ...factsFor(stall),
      backPence: back,
      owedPence,
      reason,
      isPaidBack: false,
    })
  if (reason !== null) await tellOwner(tx, stall, 'Your stall was cancelled', reason)
  return back
}

async function orderOf(tx: Tx, isMeant: ReturnType<typeof and>) {
  const its = tx.select({ id: stalls.orderId }).from(stalls).where(isMeant)
  const [order] = await tx.select().from(orders).where(sql`${orders.id} in ${its}`).for('update')
  return order ?? null
}

export interface Mover {
  userId: string
  isStaff: boolean
}

/**
 * Puts a stall to another day at the same price, on the first pitch that is free there. Throws CANNOT_MOVE, NOT_FOUND and what
 * keeps somebody from a stall on that day.
 */
export async function moveToDay(tx: Tx, id: string, on: string, by: Mover): Promise<void> {
  const stall = await lockMoving(tx, id, by, true)
  if (on === stall.marketDate) return
  await lockDay(tx, on)
  const { userId, stallType, stallSize } = stall
  const known = await knownOf(tx, { userId, on, stallType, stallSize, now: tx.now })
  demand(whyNot.bookOn(known?.day, tx.now))
  const { day, ofKind, places, due, settings, pitchId } = known!
  demand(whyNot.take({ ...day, ofKind, places, due }, stall, { perKind: settings.stallsPerKind }))
  // The house gave them another day: they need not take it.
  await put(tx, stall, { marketDate: on, pitchId, rescheduledAt: by.isStaff ? tx.now : null }, by)
  await tx.enqueue(offerFreed, {})
}

/** Puts a stall on another pitch of its day; null: on none. PITCH_TAKEN, PITCH_SIZE, CANNOT_MOVE, NOT_FOUND. */
export async function moveToPitch(tx: Tx, id: string, pitchId: string | null, by: Mover): Promise<void> {
  const stall = await lockMoving(tx, id, by, false)
  if (pitchId === stall.pitchId) return
  // Whoever takes the first free pitch of the day waits for this.
  await lockDay(tx, stall.marketDate)
  if (pitchId !== null) {
    const isThere = and(eq(marketPitches.id, pitchId), eq(marketPitches.isActive, true))
    if ((await tx.$count(marketPitches, isThere)) === 0) throw notFound(messages.noPitch)
  }
  await put(tx, stall, { pitchId }, by)
}

/** Changes what stands of a stall, and tells its seller what the office changed. CANNOT_CHANGE, CHANGED_MEANWHILE, KIND_FULL, WAITED_FOR, NOT_FOUND. */
export async function changeFacts(tx: Tx, edit: z.output<typeof factsEdit>, by: Mover): Promise<{ id: string }> {
  const { id, was: _, ...facts } = edit
  const isMeant = and(eq(stalls.id, id), by.isStaff ? undefined : eq(stalls.userId, by.userId))
  const stall = await lockStall(tx, isMeant)
  if (!stall) throw notFound(messages.notFound)
  const { cancellationHours, stallsPerKind } = stall.settings
  const { isStaff } = by
  demand(whyNot.changeFacts({ ...stall, endsAt: stall.day.endsAt }, { now: tx.now, cancellationHours, isStaff }))
  demand(whyNotEdit(edit, stall))
  const { stallType = stall.stallType } = facts
  if (stallType !== stall.stallType) {
    await lockDay(tx, stall.marketDate)
    const { userId, marketDate: on, stallSize } = stall
    const known = await knownOf(tx, { userId, on, stallType, stallSize, now: tx.now })
    demand(whyNot.changeKind(known!, stallType, stallsPerKind))
    await tx.enqueue(offerFreed, {})
  }
  const changes = factNames.filter(name => facts[name] !== undefined && facts[name] !== stall[name])
  if (changes.length === 0) return { id }
  await tx.update(stalls).set(facts).where(eq(stalls.id, id))
  if (isStaff)
    await tx.mail(stallChangedMail, recipientOf(stall), {
      ...{ ...factsFor({ ...stall, ...facts }), ...cancelFacts(stall, tx.now) },
      changes: changes.map((name): [string, string] => [
        factWords[name],
        `${saidOf(name, facts[name]!)} (before: ${saidOf(name, stall[name])})`,
      ]),
    })
  await tellStalls(tx, stall.userId)
  return { id }
}

const factNames = Object.keys(factWords) as (keyof typeof factWords)[]
const saidOf = (name: string, value: string) =>
  name === 'stallType' ? stallTypeWords[value as StallType] : value || 'nothing'

async function lockMoving(tx: Tx, id: string, by: Mover, isOtherDay: boolean): Promise<StallOf> {
  const stall = await lockStall(tx, and(eq(stalls.id, id), by.isStaff ? undefined : eq(stalls.userId, by.userId)))
  if (!stall) throw notFound(messages.notFound)
  const { cancellationHours } = stall.settings
  // The office puts any stall on a pitch, also when the sellers are there already.
  if (by.isStaff && !isOtherDay) demand(whyNot.assign(stall))
  else demand(whyNot.move(stall, { now: tx.now, cancellationHours, isOtherDay: isOtherDay && !by.isStaff }))
  return stall
}

async function put(
  tx: Tx,
  stall: StallOf,
  to: { marketDate?: string; pitchId: string | null; rescheduledAt?: Date | null },
  by: Mover,
): Promise<void> {
  await tx
    .update(stalls)
    .set({ ...to, movedAt: tx.now, movedBy: by.userId })
    .where(eq(stalls.id, stall.id))
  const moved = await oneOf(tx, eq(stalls.id, stall.id))
  const isOtherDay = moved.marketDate !== stall.marketDate
  const isFirst = !isOtherDay && stall.pitchId === null
  await tx.mail(stallMovedMail, recipientOf(moved), {
    ...{ ...factsFor(moved), ...cancelFacts(moved, tx.now) },
    ...{ isByHouse: by.isStaff, isFirst, isOtherDay },
  })
  if (by.isStaff) await tellOwner(tx, moved, isOtherDay ? 'Your stall has another day' : 'Your stall has another pitch')
  await tellStalls(tx, stall.userId)
}

/** What the house did with a stall, beside the mail about it. */
const tellOwner = (tx: Tx, { id, userId, marketDate }: StallOf, title: string, text = formatDate(marketDate)) =>
  notifyLater(tx, { to: userId, kind: 'stall', title, text, path: `/market-booking/${id}` })
