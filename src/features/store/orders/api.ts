import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { pointsOf } from '#features/membership/points/model.ts'
import { lieInCart, linesFor, type Offers, offersKnown, offersNow, ownLines } from '#features/store/cart/model.ts'
import { totalPence, totalPoints, whyNot as whyNotCart } from '#features/store/cart/rules.ts'
import { onFailure, refusedAs } from '#features/store/storefront/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { listPage, matchingPerson, matchingReference } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { systemCause, transact } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import {
  checkoutInput,
  messages,
  noteWords,
  type OfficeNote,
  ownOrderList,
  pendingMinutes,
  shopOrderList,
  shopOrderRef,
} from './inputs.ts'
import { checkoutPage, ordersAtStorefront, purseOf, settle } from './model.ts'
import { isOpen, isSamePurchase, itemsOf, resultOf, titleOf } from './rules.ts'
import { shopifyOrders as o, shopifyStrays as strays } from './table.ts'

/** What the own cart comes to; part of `shopCart` in the router. */
export const cartTotals = {
  /**
   * Own cart, one of each (SHOP-11, SHOP-15), in pence, with what all of it asks for in points (SHOP-16) and why it cannot be
   * checked out. `pointsLeft` of the points wait for no purchase still open. While the storefront is away the lines show what was seen last.
   */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own cart of the store' })
    .handler(async ({ context: { runtime, db, actor, now } }) => {
      const kept = await ownLines(db, actor.userId)
      const offers = await offersKnown(
        runtime,
        kept.map(({ variantId }) => variantId),
      )
      const purse = await purseOf(db, actor, now)
      const lines = linesFor(kept, offers, purse)
      return {
        lines,
        totalPence: totalPence(lines),
        totalPoints: totalPoints(lines),
        points: purse.points,
        pointsLeft: purse.points - purse.heldPoints,
        whyNotCheckout: whyNotCart.checkOut(lines, purse),
      }
    }),
}

/** Purchases in the store: what is paid at the storefront, and what it takes of points here. */
export const shopOrders = {
  /**
   * Checks the own cart out (SHOP-18): a pending order with the points of each product as they are now, and `url`, the
   * storefront's page for it. The same things again give the same order while it is open. Nothing is taken before the
   * storefront says that it was paid. INSUFFICIENT_POINTS (SHOP-14; what waits for purchases still open is not there twice), SOLD_OUT,
   * CART_EMPTY, CART_CHANGED; CHECKOUT_FAILED in the words of SHOP-20.
   */
  checkout: forMember
    .meta({ spends: ['points'] })
    .route({ summary: 'Check out in the store' })
    .input(checkoutInput)
    .handler(async ({ context: { runtime, db, actor, write } }) => {
      const variantIds = (await ownLines(db, actor.userId)).map(({ variantId }) => variantId)
      const offers = await offersNow(runtime, variantIds).catch(
        onFailure(runtime, 'a cart could not be read from the storefront', () => null),
      )
      const { orderId } = await write(tx => openOrder(tx, actor, offers))
      return { orderId, url: await checkoutPage(runtime, orderId) }
    }),

  /**
   * How an own purchase stands, for the success page (SHOP-21…24, PRD-21): what the storefront has told, never what a browser says. Live news
   * tell when it changes. `paidPence` is what the storefront was paid, delivery included; `isInCart`: all of it lies in the cart still;
   * `isWithOffice`: something else was paid for it, and the office sees to that. NOT_FOUND ("Failed to verify checkout").
   */
  result: forSignedIn
    .route({ method: 'GET', summary: 'How an own purchase in the store stands' })
    .input(shopOrderRef)
    .handler(({ input: { orderId }, context: { db, actor, now } }) => resultFor(db, actor.userId, orderId, now)),

  /**
   * Asks the storefront at once how an own purchase stands, for whoever would not wait for its message, and answers as `result`
   * does. VERIFY_FAILED ("Failed to verify purchase", SHOP-24) while the storefront is away, NOT_FOUND.
   */
  verify: forSignedIn
    .meta({ limit: { as: 'Checks of a purchase in the store', points: 20, seconds: 60 } })
    .route({ summary: 'Ask the storefront how an own purchase stands' })
    .input(shopOrderRef)
    .handler(async ({ input: { orderId }, context: { runtime, db, actor, now } }) => {
      const order = await ownOrder(db, actor.userId, orderId)
      if (order.paidAt === null) {
        const found = await ordersAtStorefront(runtime, order).catch(
          refusedAs(runtime, 'VERIFY_FAILED', messages.purchaseNotVerified, { orderId }),
        )
        for (const each of found)
          await transact(runtime, systemCause(now, { isAudited: false }), tx => settle(tx, orderId, each))
      }
      return resultFor(db, actor.userId, orderId, now)
    }),

  /** Own purchases, the latest first; `checkoutUrl` leads to the storefront while one can still be paid. */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own purchases in the store' })
    .input(ownOrderList)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const select = db.select().from(o).where(eq(o.userId, actor.userId)).$dynamic()
      const page = await listPage(db, select, input, { sort: { createdAt: o.createdAt }, tie: o.id })
      return { ...page, rows: page.rows.map(order => ({ ...shownOf(order, now), ...resultOf(order, now) })) }
    }),

  /** Everybody's purchases, by state, person, and what the office should look at. */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'All purchases in the store' })
      .input(shopOrderList)
      .handler(async ({ input: { q, status, note, ...paging }, context: { db, now } }) => {
        const select = db
          .select({ order: o, person: user.name, email: user.email, strays: straysOf })
          .from(o)
          .innerJoin(user, eq(user.id, o.userId))
          .where(
            and(
              status && eq(o.status, status),
              note && or(eq(o.note, note), sql`exists (select from ${isStray} and ${strays.note} = ${note})`),
              q ? (matchingReference(q, o.id) ?? matchingPerson(q, o.userId, o.shopifyOrderName)) : undefined,
            ),
          )
          .$dynamic()
        const { createdAt, totalPence, totalPointsRequired } = o
        const page = await listPage(db, select, paging, {
          sort: { createdAt, totalPence, totalPointsRequired },
          tie: o.id,
        })
        const rows = page.rows.map(({ order, ...row }) => ({
          ...shownOf(order, now),
          ...row,
          ...{ userId: order.userId, shopifyOrderName: order.shopifyOrderName },
          notes: [...new Set([...(order.note ? [order.note] : []), ...row.strays.map(stray => stray.note)])],
          totalPointsRequired: order.totalPointsRequired,
        }))
        return { ...page, rows }
      }),
    {
      Made: row => row.createdAt,
      Person: row => row.person,
      Email: row => row.email,
      For: row => row.title,
      Status: row => row.status,
      'Sum (£)': row => row.totalPence / 100,
      'Paid (£)': row => row.paidAt && (row.paidPence ?? row.totalPence) / 100,
      'Points asked for': row => row.totalPointsRequired,
      'Points taken': row => row.pointsDeducted,
      Paid: row => row.paidAt,
      Refunded: row => row.refundedAt,
      'At the storefront': row => row.shopifyOrderName,
      'To look at': row => row.notes.map(note => noteWords[note]).join('; '),
      Order: row => row.orderId,
    },
  ),
}

/** What else was paid at the storefront for an order, and was not given back there. */
const isStray = sql`${strays} where ${strays.orderId} = ${o.id} and ${strays.refundedAt} is null`
const straysOf = sql<
  Stray[]
>`(select coalesce(jsonb_agg(jsonb_build_object('name', ${strays.name}, 'note', ${strays.note},
  'totalPence', ${strays.totalPence}) order by ${strays.createdAt}, ${strays.id}), '[]') from ${isStray})`

interface Stray {
  name: string
  note: OfficeNote
  totalPence: number
}

/** Opens the order of what is in the cart, or finds the one that is open for it; `offers` null: the storefront is away. */
async function openOrder(tx: Tx, actor: Actor, offers: Offers | null): Promise<{ orderId: string }> {
  const kept = await ownLines(tx, actor.userId)
  if (!offers) throw refusal('CHECKOUT_FAILED', messages.checkoutFailed, { status: 424 })
  const items = itemsOf(linesFor(kept, offers, { actor, points: 0 }))
  const open = await tx
    .select({ id: o.id, orderItems: o.orderItems, checkoutId: o.checkoutId })
    .from(o)
    .where(and(eq(o.userId, actor.userId), eq(o.status, 'pending'), gt(o.expiresAt, tx.now)))
  const same = items.length > 0 ? open.find(order => isSamePurchase(order.orderItems, items)) : undefined
  if (same && same.checkoutId !== null) return { orderId: same.id }
  // What the storefront gave no page for can be paid by nobody, and gives way. One whose page is kept at this moment is waited for
  // and stays: only then is it known what of the points waits for others.
  const pageless = open.flatMap(({ id, checkoutId }) => (checkoutId === null && id !== same?.id ? [id] : []))
  if (pageless.length > 0)
    await tx
      .update(o)
      .set({ status: 'failed' })
      .where(and(inArray(o.id, pageless), eq(o.status, 'pending'), isNull(o.checkoutId)))
  const purse = await purseOf(tx, actor, tx.now, same?.id)
  const lines = linesFor(kept, offers, purse)
  demand(whyNotCart.checkOut(lines, purse))
  if (same) return { orderId: same.id }
  const [order] = await tx
    .insert(o)
    .values({
      userId: actor.userId,
      totalPointsRequired: totalPoints(lines),
      totalPence: totalPence(lines),
      orderItems: items,
      expiresAt: new Date(tx.now.getTime() + pendingMinutes * 60_000),
      createdAt: tx.now,
    })
    .returning({ id: o.id })
  await tx.announce({ to: { userId: actor.userId }, kind: 'shop-order.opened' })
  return { orderId: order!.id }
}

async function ownOrder(db: Reader, userId: string, orderId: string) {
  const [order] = await db
    .select()
    .from(o)
    .where(and(eq(o.id, orderId), eq(o.userId, userId)))
  if (!order) throw notFound(messages.checkoutNotVerified)
  return order
}

async function resultFor(db: Reader, userId: string, orderId: string, now: Date) {
  const bought = sql`(select line ->> 'variantId' from jsonb_array_elements(${o.orderItems}) line)`
  const [row] = await db
    .select({
      ...{ order: o, newBalance: pointsOf(userId), isInCart: lieInCart(userId, bought) },
      isWithOffice: sql<boolean>`exists (select from ${isStray} and ${strays.note} = 'other_goods')`,
    })
    .from(o)
    .innerJoin(user, eq(user.id, o.userId))
    .where(and(eq(o.id, orderId), eq(o.userId, userId)))
  if (!row) throw notFound(messages.checkoutNotVerified)
  const { order, ...more } = row
  return { ...shownOf(order, now), ...resultOf(order, now), ...more }
}

function shownOf(order: typeof o.$inferSelect, now: Date) {
  const { id: orderId, status, totalPence, paidPence, pointsDeducted, createdAt, paidAt, refundedAt, expiresAt } = order
  return {
    ...{ orderId, status, totalPence, paidPence, pointsDeducted, createdAt, paidAt, refundedAt, expiresAt },
    title: titleOf(order.orderItems),
    lines: order.orderItems,
    checkoutUrl: isOpen(order, now) ? order.checkoutUrl : null,
  }
}
