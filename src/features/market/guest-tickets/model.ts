import { and, eq, sql } from 'drizzle-orm'
import { newReadableCode } from '#features/door/passes/model.ts'
import type { Settings } from '#features/house/settings/inputs.ts'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { type AnyOrder, letGoOf, lockOrder, type OrderKind } from '#features/money/orders/model.ts'
import { leftOf, promisedOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { oweBack, refundOrder } from '#features/money/refunds/model.ts'
import { ifCancelled } from '#features/money/refunds/rules.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { notFound, refusal } from '#platform/rpc/errors.ts'
import { formatCount, formatDate, formatMoney, formatTimeRange } from '#platform/words.ts'
import { marketDays } from '../days/table.ts'
import { marketVisitorTickets } from '../tickets/table.ts'
import type { PurchaseStatus } from './inputs.ts'
import { guestTicketsMail } from './mail.tsx'
import { cancelUntil, goneWords, messages, whyGone, wordsOf } from './rules.ts'
import { guestTicketPurchases } from './table.ts'

const purchases = guestTicketPurchases
const tickets = marketVisitorTickets
export type Purchase = typeof purchases.$inferSelect
type Day = typeof marketDays.$inferSelect

/** Guests' tickets, of whoever pays for them: made once they are paid, also when the money arrives late. */
export const guestTicketOrders: OrderKind<AnyOrder> = {
  name: 'guest_tickets',

  async fulfil(tx, order) {
    const { purchase, day, settings } = await ofOrder(tx, order.id)
    const gone = whyGone(day, purchase, tx.now)
    if (gone) {
      await become(tx, purchase, gone === 'cancelled' ? 'withdrawn' : 'cancelled')
      return { outcome: 'gone', reason: goneWords[gone] }
    }
    const { id, guestName, guestEmail, quantity, unitPence } = purchase
    const ticket = {
      on: day.on,
      ticketType: 'guest',
      guestName,
      guestEmail,
      purchaseId: id,
      createdAt: tx.now,
    } as const
    const rows = Array.from({ length: quantity }, () => ({
      ...ticket,
      ticketCode: newReadableCode(),
      pricePence: unitPence,
    }))
    await tx.insert(tickets).values(rows)
    await become(tx, purchase, 'confirmed')
    await tx.mail(guestTicketsMail, toBuyer(purchase), {
      ...mailFacts(purchase, day),
      ifCancelled: cancelWords({ purchase, day, order, settings }, tx.now),
      // In the order of the page.
      codes: rows
        .map(({ ticketCode }) => `${ticketCode.slice(0, 4)} ${ticketCode.slice(4)}`)
        .sort()
        .join(', '),
    })
    await tellChange(tx)
    return { outcome: 'fulfilled' }
  },

  async release(tx, order) {
    await tx
      .update(purchases)
      .set({ status: 'expired', changedAt: tx.now })
      .where(and(eq(purchases.orderId, order.id), eq(purchases.status, 'pending')))
  },

  async takeBack(tx, order) {
    if (leftOf(order) > 0) return
    const { purchase } = await ofOrder(tx, order.id)
    if (purchase.status !== 'confirmed') return
    await endTickets(tx, purchase, 'cancelled')
    await tellChange(tx)
  },
}

/**
 * A purchase with its order, both locked, its day, how many of its tickets came in as far as is known before they are locked
 * too, and the settings; in one statement. NOT_FOUND.
 */
export async function lockPurchase(tx: Tx, id: string) {
  const [row] = await tx
    .select({
      order: orders,
      purchase: purchases,
      day: marketDays,
      used: sql<number>`(select count(*)::int from ${tickets} t where t.purchase_id = ${id} and t.status = 'used')`,
      stored: storedSettings,
    })
    // In the order in which payments lock them.
    .from(orders)
    .innerJoin(purchases, eq(purchases.orderId, orders.id))
    .innerJoin(marketDays, eq(marketDays.id, purchases.marketDayId))
    .where(eq(purchases.id, id))
    // Not the day: whoever buys holds it while they end an unpaid order.
    .for('update', { of: [orders, purchases] })
  if (!row) throw notFound(messages.notFound)
  const { stored, ...found } = row
  return { ...found, settings: settingsFrom(stored) }
}

/**
 * Ends tickets that were paid and gives back all that the house still holds of their price, once; what the bank has at present,
 * when it returns it. Answers how much goes back now, in pence.
 * TICKET_USED when somebody came in with one of them, unless it is their market that was cancelled.
 */
export async function payBack(
  tx: Tx,
  { order, purchase }: { order: AnyOrder; purchase: Purchase },
  status: 'cancelled' | 'withdrawn',
  why: { refund: string; toBuyer?: string },
): Promise<number> {
  const amountPence = leftOf(order)
  await oweBack(tx, order.id, promisedOf(order) - amountPence)
  const ended = await endTickets(tx, purchase, status, why.toBuyer)
  // Somebody came in at this very moment: their ticket was locked until just now.
  if (status === 'cancelled' && ended !== purchase.quantity) throw refusal('TICKET_USED', messages.used)
  if (amountPence > 0)
    await refundOrder(
      tx,
      { orderId: order.id, amountPence, reason: why.refund, ref: `guest-tickets:${purchase.id}` },
      order,
    )
  await tellChange(tx)
  return amountPence
}

/** Lets go of an unpaid purchase: its payment page is closed, and money that is quicker counts all the same. */
export async function letGo(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  await letGoOf(tx, order)
  await guestTicketOrders.release(tx, order)
}

/** Whoever looks at the market days and at guests' tickets. */
const tellChange = (tx: Tx) => tx.announce({ to: { role: 'admin' }, kind: 'guestTickets.changed' })

/** What the mails about a purchase tell: nothing of it was typed. */
export const mailFacts = ({ id, quantity, unitPence }: Purchase, day: Pick<Day, 'on' | 'opensAt' | 'closesAt'>) => ({
  purchaseId: id,
  tickets: formatCount(quantity, 'ticket'),
  on: formatDate(day.on, { year: true }),
  time: formatTimeRange(day.opensAt, day.closesAt),
  sum: formatMoney(quantity * unitPence),
})

/** What cancelling a purchase that was paid gives back, and until when. */
function cancelWords(of: { purchase: Purchase; day: Day; order: AnyOrder; settings: Settings }, now: Date): string {
  const until = cancelUntil(of.day, of.purchase, of.settings)
  return ifCancelled({ back: formatMoney(of.order.amountPence), until: now <= until ? until : null })
}

/** What of an order's money goes back now, and what the bank has of it at present; each empty where it is nothing. */
export const backFacts = (order: AnyOrder, pence: number) => {
  const owedPence = promisedOf(order) - leftOf(order)
  return { back: pence > 0 ? formatMoney(pence) : '', owed: owedPence > 0 ? formatMoney(owedPence) : '' }
}

/** Where the mails about a purchase go; staff find them by it. */
export const toBuyer = ({ id, guestEmail, userId }: Purchase) => ({
  address: guestEmail,
  userId,
  relatesTo: `guest_ticket_purchases/${id}`,
})

export const goodsOf = (purchase: Pick<Purchase, 'quantity' | 'unitPence'>, on: string) => ({
  description: wordsOf(purchase.quantity, on),
  lines: [
    {
      name: `Market ticket, ${formatDate(on, { year: true })}`,
      quantity: purchase.quantity,
      unitPence: purchase.unitPence,
    },
  ],
})

async function ofOrder(tx: Tx, orderId: string): Promise<{ purchase: Purchase; day: Day; settings: Settings }> {
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.orderId, orderId)).for('update')
  // Whether its market takes place stays so until this is written.
  const [row] = purchase
    ? await tx
        .select({ day: marketDays, stored: storedSettings })
        .from(marketDays)
        .where(eq(marketDays.id, purchase.marketDayId))
        .for('share')
    : []
  if (!purchase || !row) throw notFound(messages.notFound)
  return { purchase, day: row.day, settings: settingsFrom(row.stored) }
}

const become = (tx: Tx, { id }: Purchase, status: PurchaseStatus, reason?: string) =>
  tx
    .update(purchases)
    .set({ status, changedAt: tx.now, ...(reason !== undefined && { reason }) })
    .where(eq(purchases.id, id))

/** Ends the tickets that nobody has come in with, marks the others, and ends the purchase. Answers how many were ended. */
async function endTickets(
  tx: Tx,
  purchase: Purchase,
  status: 'cancelled' | 'withdrawn',
  reason?: string,
): Promise<number> {
  const ended = tx
    .update(tickets)
    .set({
      status: sql`case when ${tickets.status} = 'issued' then 'cancelled' else ${tickets.status} end`,
      isPaidBack: true,
    })
    .where(eq(tickets.purchaseId, purchase.id))
    .returning({ status: tickets.status })
  const { rowCount } = await tx.execute(
    sql`with became as (${become(tx, purchase, status, reason).getSQL()}), ended as (${ended.getSQL()})
      select 1 from ended where status = 'cancelled'`,
  )
  return rowCount ?? 0
}
