import { eq } from 'drizzle-orm'
import { takeAtDesk } from '#features/money/desk/model.ts'
import { enteredByMistake } from '#features/money/orders/inputs.ts'
import { letGoOf } from '#features/money/orders/model.ts'
import { refundOrder } from '#features/money/refunds/model.ts'
import { causes } from '#features/money/refunds/table.ts'
import { announceChange, goodsOf, lockWithOrder, studioOrders } from '#features/spaces/studio/model.ts'
import { whyNot } from '#features/spaces/studio/rules.ts'
import { studioBookings as sessions } from '#features/spaces/studio/table.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand } from '#platform/rpc/errors.ts'

/** What an order owes at the desk is handed back once. */
const handedBack = (orderId: string) => `studio-desk:${orderId}`

/**
 * What was due was paid at the desk (decision 29): a payment with its receipt; an open payment page is closed. Throws NOT_FOUND,
 * NOTHING_DUE, CHANGED_MEANWHILE.
 */
export async function payAtDesk(tx: Tx, id: string): Promise<void> {
  const { order, session } = await lockWithOrder(tx, eq(sessions.id, id))
  demand(whyNot.pay(session))
  if (order) await letGoOf(tx, order)
  const { userId } = session
  const orderId = await takeAtDesk(tx, {
    userId,
    kind: studioOrders.name,
    goods: { ...goodsOf(session), reference: id },
  })
  await tx.update(sessions).set({ paidAt: tx.now, orderId }).where(eq(sessions.id, id))
  await announceChange(tx, userId)
}

/**
 * It was not paid at the desk after all: the payment stays in the books, with one against it, and the session is due as before.
 * Throws NOT_FOUND, NOT_PAID_AT_DESK, CHANGED_MEANWHILE.
 */
export async function takeBackPayment(tx: Tx, id: string): Promise<void> {
  const { order, session } = await lockWithOrder(tx, eq(sessions.id, id))
  demand(whyNot.takeBackPayment({ ...session, way: order?.way ?? null }))
  const { id: orderId, amountPence } = order!
  await refundOrder(tx, { orderId, amountPence, reason: enteredByMistake, ref: causes.mistake(orderId) }, order!)
  await tx.update(sessions).set({ paidAt: null, orderId: null, deskOwedPence: 0 }).where(eq(sessions.id, id))
  await announceChange(tx, session.userId)
}

/** The desk gave in cash what it owed for a cancelled session. Throws NOT_FOUND, NOTHING_OWED, CHANGED_MEANWHILE. */
export async function handBack(tx: Tx, id: string): Promise<void> {
  const { order, session } = await lockWithOrder(tx, eq(sessions.id, id))
  demand(whyNot.handBack(session))
  const { id: orderId } = order!
  const back = {
    orderId,
    amountPence: session.deskOwedPence,
    reason: 'Handed back at the desk',
    ref: handedBack(orderId),
  }
  await refundOrder(tx, back, order!)
  await tx.update(sessions).set({ handedBackAt: tx.now }).where(eq(sessions.id, id))
  await announceChange(tx, session.userId)
}
