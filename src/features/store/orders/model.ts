import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { movePoints, pointsOf } from '#features/membership/points/model.ts'
import { userPoints } from '#features/membership/points/table.ts'
import { removeBought } from '#features/store/cart/model.ts'
import type { Purse } from '#features/store/cart/rules.ts'
import { mostOfId, type StorefrontMessage, type StorefrontOrder } from '#features/store/storefront/inputs.ts'
import { createCart, emptyCart, storefrontOrderById, storefrontOrdersOf } from '#features/store/storefront/model.ts'
import { referenceKey, StorefrontError, withQuery } from '#features/store/storefront/rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext, QueuedJob } from '#platform/jobs/define.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { messages, type strayNotes } from './inputs.ts'
import { isPaidFor, isWhatWasAsked, noteOf, titleOf, whyNot } from './rules.ts'
import { shopifyOrders as o, shopifyMessages, shopifyStrays as strays } from './table.ts'

export type StoreOrder = typeof o.$inferSelect

/** Handles one kept message of the storefront; run in jobs.ts. */
export const handleMessage: QueuedJob<{ messageId: string }> = {
  name: 'store.message',
  payload: z.object({ messageId: z.string().max(mostOfId) }),
}

/** So long somebody may still pay what ran out, where the storefront did not let its cart be emptied. */
export const lateForMs = 3 * 24 * 60 * 60_000

/** What ran out, and can still be paid at the storefront. */
export const isStillPayable = (now: Date) =>
  and(
    eq(o.status, 'expired'),
    isNotNull(o.checkoutId),
    isNull(o.emptiedAt),
    gt(o.createdAt, new Date(now.getTime() - lateForMs)),
  )

/** A purchase that can be paid at the storefront holds its points: also after its time, until its cart there is empty. */
const holdsPoints = (now: Date) => or(and(eq(o.status, 'pending'), isNotNull(o.checkoutId)), isStillPayable(now))

/** What a person has to spend, and what of it waits for purchases still open, but `orderId`; both as of one moment. */
export async function purseOf(db: Reader, actor: Actor, now: Date, orderId?: string): Promise<Purse> {
  const holding = and(eq(o.userId, actor.userId), holdsPoints(now), orderId ? ne(o.id, orderId) : undefined)
  const { rows } = await db.execute<{ points: number; held: number }>(sql`select ${pointsOf(actor.userId)} as points,
    (select coalesce(sum(${o.totalPointsRequired}), 0)::int from ${o} where ${holding}) as held`)
  return { actor, points: rows[0]!.points, heldPoints: rows[0]!.held }
}

/**
 * The storefront's page of an order: a cart is made there that carries the order's id, once. No transaction may be open. Throws
 * ORDER_CLOSED, and CHECKOUT_FAILED in the words of SHOP-20 when the storefront gives none: the order stays open and can be
 * tried again.
 */
export async function checkoutPage(runtime: Runtime, orderId: string): Promise<string> {
  const order = await orderById(runtime, orderId)
  demand(whyNot.pay(order, runtime.clock.now()))
  if (order.checkoutUrl !== null) return order.checkoutUrl
  try {
    const lines = order.orderItems.map(({ variantId, quantity }) => ({ variantId, quantity }))
    const cart = await createCart(runtime, { lines, attributes: { [referenceKey]: orderId } })
    const url = withQuery(cart.checkoutUrl, 'channel', 'online_store')
    const [kept] = await runtime.db
      .update(o)
      .set({ checkoutId: cart.id, checkoutUrl: url })
      .where(and(eq(o.id, orderId), eq(o.status, 'pending'), isNull(o.checkoutId)))
      .returning({ url: o.checkoutUrl })
    // Another press was quicker: nobody knows this cart, and everybody gets the same page.
    const known = kept ?? { url: (await orderById(runtime, orderId)).checkoutUrl }
    if (known.url === null) throw new StorefrontError('refused', 'the order was given up meanwhile')
    return known.url
  } catch (error) {
    runtime.log.warn({ err: error, orderId }, 'a checkout could not be opened at the storefront')
    const hasNoUrl = error instanceof StorefrontError && error.failure === 'noCheckoutUrl'
    throw refusal('CHECKOUT_FAILED', hasNoUrl ? messages.checkoutUrlFailed : messages.checkoutFailed, {
      status: 424,
      orderId,
    })
  }
}

/** The orders that the storefront made of ours, as they are now; none while nobody has bought it. Throws a StorefrontError. */
export async function ordersAtStorefront(runtime: Runtime, order: StoreOrder): Promise<StorefrontOrder[]> {
  const { id: reference, checkoutId: cartId, shopifyOrderId, createdAt: since } = order
  if (cartId === null) return []
  const found = await storefrontOrdersOf(runtime, { cartId, reference, since })
  if (shopifyOrderId === null || found.some(({ id }) => id === shopifyOrderId)) return found
  const own = await storefrontOrderById(runtime, shopifyOrderId)
  return own ? [own, ...found] : found
}

/**
 * What the storefront says of an order becomes true here (decision 25): paid takes its points, once however often and by however many
 * this is told, refunded gives them back, once. A late payment is a payment. What was taken is told to its buyer. Only what is for the
 * goods and prices that were checked out settles an order, as anybody can name it; the rest is kept for the office.
 */
export async function settle(tx: Tx, orderId: string, found: StorefrontOrder): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!isPaidFor(found)) return
  const isAsked = isWhatWasAsked(order.orderItems, found.lines)
  const isNewlyPaid = order.shopifyOrderId === null && isAsked
  if (isNewlyPaid) await takePoints(tx, order, found)
  else if (order.shopifyOrderId !== found.id)
    return keepStray(tx, orderId, found, isAsked ? 'paid_twice' : 'other_goods')
  if (found.status === 'refunded' && order.status !== 'refunded') {
    if (!(await settleByAnother(tx, orderId, found))) await giveBack(tx, orderId)
  } else if (found.status === 'partlyRefunded' && order.note === null && !isNewlyPaid)
    await tx.update(o).set({ note: 'partly_refunded' }).where(eq(o.id, orderId))
}

async function keepStray(
  tx: Tx,
  orderId: string,
  found: StorefrontOrder,
  note: (typeof strayNotes)[number],
): Promise<void> {
  const refundedAt = found.status === 'refunded' ? tx.now : null
  const [kept] = await tx
    .insert(strays)
    .values({
      id: found.id,
      orderId,
      name: found.name,
      totalPence: found.totalPence,
      note,
      refundedAt,
      createdAt: tx.now,
    })
    .onConflictDoNothing()
    .returning({ id: strays.id })
  if (!kept && refundedAt)
    await tx
      .update(strays)
      .set({ refundedAt })
      .where(and(eq(strays.id, found.id), isNull(strays.refundedAt)))
  if (kept) await tx.announce({ to: { role: 'admin' }, kind: 'shop-order.noted' })
}

/** The money of this one went back, and what was paid for the same once more still stands: then that is what the points are for. */
async function settleByAnother(tx: Tx, orderId: string, found: StorefrontOrder): Promise<boolean> {
  const isStanding = and(eq(strays.orderId, orderId), eq(strays.note, 'paid_twice'), isNull(strays.refundedAt))
  const [other] = await tx.select().from(strays).where(isStanding).orderBy(asc(strays.createdAt)).limit(1)
  if (!other) return false
  await tx.delete(strays).where(eq(strays.id, other.id))
  const { id: shopifyOrderId, name: shopifyOrderName, totalPence: paidPence } = other
  await tx.update(o).set({ shopifyOrderId, shopifyOrderName, paidPence }).where(eq(o.id, orderId))
  await keepStray(tx, orderId, found, 'paid_twice')
  return true
}

/** Ends an order that nobody paid in time; one that the storefront never gave a page for has failed. */
export async function closeUnpaid(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.status !== 'pending') return
  const status = order.checkoutId === null ? 'failed' : 'expired'
  await tx.update(o).set({ status }).where(eq(o.id, orderId))
  await tx.announce({ to: { userId: order.userId }, kind: 'shop-order.closed' })
}

/**
 * Empties the storefront's cart of an order that ran out, and lets go of its points: not both this one and another can be paid with
 * them then. No transaction may be open. Throws a StorefrontError, and is tried again.
 */
export async function emptyUnpaid(runtime: Runtime, orderId: string, write: JobContext['write']): Promise<void> {
  const order = await orderById(runtime, orderId)
  if (order.status !== 'expired' || order.checkoutId === null || order.emptiedAt !== null) return
  await emptyCart(runtime, order.checkoutId)
  await write(async tx => {
    await tx.update(o).set({ emptiedAt: tx.now }).where(eq(o.id, orderId))
    await tx.announce({ to: { userId: order.userId }, kind: 'shop-order.released' })
  })
}

/** Keeps a message of the storefront by its id and queues it; one that is known already stays as it is. */
export async function keepMessage(tx: Tx, { id, topic, orderId }: StorefrontMessage): Promise<void> {
  const values = { id, topic, shopifyOrderId: orderId, createdAt: tx.now }
  const [kept] = await tx
    .insert(shopifyMessages)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: shopifyMessages.id })
  if (kept) await tx.enqueue(handleMessage, { messageId: id })
}

/** The name under which an order moves points. */
export const pointsRef = (orderId: string) => `store:${orderId}`

async function takePoints(tx: Tx, order: StoreOrder, found: StorefrontOrder): Promise<void> {
  const { id, userId, orderItems, totalPointsRequired } = order
  // Points may have been taken back since the checkout: what is left goes, and the office reads that it was less.
  const [has] = await tx
    .select({ points: userPoints.totalPoints })
    .from(userPoints)
    .where(eq(userPoints.userId, userId))
    .for('no key update')
  const deducted = Math.min(totalPointsRequired, has?.points ?? 0)
  const paidAt = found.paidAt ?? tx.now
  await tx
    .update(o)
    .set({
      ...{
        status: 'paid',
        paidAt,
        pointsDeducted: deducted,
        note: noteOf(order, paidAt, deducted),
      },
      ...{ shopifyOrderId: found.id, shopifyOrderName: found.name, paidPence: found.totalPence },
    })
    .where(eq(o.id, id))
  if (deducted > 0) {
    const description = `Store: ${titleOf(orderItems)}`.slice(0, mostOfTitle)
    const isNew = await movePoints(tx, { userId, type: 'spent', amount: -deducted, description, ref: pointsRef(id) })
    if (!isNew) throw new Error(`the points of order ${id} were taken before`)
  }
  await removeBought(
    tx,
    userId,
    orderItems.map(({ variantId }) => variantId),
  )
  await tx.announce({ to: { userId }, kind: 'shop-order.paid' })
  await tx.announce({ to: { role: 'admin' }, kind: 'shop-order.paid' })
}

async function giveBack(tx: Tx, orderId: string): Promise<void> {
  const { userId, orderItems, pointsDeducted } = await lockOrder(tx, orderId)
  await tx.update(o).set({ status: 'refunded', refundedAt: tx.now }).where(eq(o.id, orderId))
  if (pointsDeducted > 0) {
    const description = `Refunded: ${titleOf(orderItems)}`.slice(0, mostOfTitle)
    const ref = `${pointsRef(orderId)}:refunded`
    const isNew = await movePoints(tx, { userId, type: 'returned', amount: pointsDeducted, description, ref })
    if (!isNew) throw new Error(`the points of order ${orderId} were given back before`)
  }
  await tx.announce({ to: { userId }, kind: 'shop-order.refunded' })
  await tx.announce({ to: { role: 'admin' }, kind: 'shop-order.refunded' })
}

const mostOfTitle = 300

async function lockOrder(tx: Tx, orderId: string): Promise<StoreOrder> {
  const [order] = await tx.select().from(o).where(eq(o.id, orderId)).for('update')
  if (!order) throw notFound(messages.notFound)
  return order
}

async function orderById({ db }: Pick<Runtime, 'db'>, orderId: string): Promise<StoreOrder> {
  const [order] = await db.select().from(o).where(eq(o.id, orderId))
  if (!order) throw notFound(messages.notFound)
  return order
}
