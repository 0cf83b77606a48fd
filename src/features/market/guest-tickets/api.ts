import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { currentSigner } from '#features/door/passes/model.ts'
import { settingsFact, settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { checkout, orderOf, paymentPage } from '#features/money/orders/model.ts'
import { leftOf, whyNot as ofOrder, promisedOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { calendarText } from '#platform/calendar-file.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { marketDaysFact } from '../days/model.ts'
import { marketDays } from '../days/table.ts'
import type { ticketStatuses } from '../tickets/inputs.ts'
import { guestClaims } from '../tickets/rules.ts'
import { marketVisitorTickets } from '../tickets/table.ts'
import { cancelInput, newPurchase, purchaseList, purchaseRef, staffCancel } from './inputs.ts'
import { guestTicketsCancelledMail } from './mail.tsx'
import { backFacts, goodsOf, guestTicketOrders, letGo, lockPurchase, mailFacts, payBack, toBuyer } from './model.ts'
import { backUntil, cancelUntil, daysOnSale, messages, whyNot } from './rules.ts'
import { guestTicketPurchases } from './table.ts'

const purchases = guestTicketPurchases
/** The day of the market that is today or comes next. */
const nextMarket = (now: Date) =>
  sql`(select min(d.on) from ${marketDays} d where d.on >= ${calendarDate(now)}::date and not d.is_cancelled)`
const failed = { message: messages.buyFailed }

export const guestTickets = {
  /** What guests buy at present: the days, in their order, and what a ticket costs, in pence; 0: entry is free (MKT-24). */
  offer: forVisitor
    .route({ method: 'GET', summary: 'Market tickets on sale' })
    .handler(async ({ context: { fact, now } }) => {
      const settings = await fact(settingsFact)
      const days = daysOnSale(await fact(marketDaysFact), now)
      return {
        unitPence: settings.guestEntryPence,
        days: days.map(day => ({
          ...{ on: day.on, opensAt: day.opensAt, closesAt: day.closesAt },
          /** Until when their price comes back; null: it is too close to the day already. */
          backUntil: backUntil(day, settings, now),
        })),
      }
    }),

  /**
   * Buys tickets for guests by card, with an account or without (decision 35): opens the payment page at `url`. An unpaid
   * purchase of the same account ends with it; whoever types somebody else’s address ends nothing of theirs. NOT_FOUND, MARKET_CANCELLED, MARKET_OVER, TOO_EARLY, ENTRY_FREE, PRICE_CHANGED,
   * PURCHASE_OPEN, CHECKOUT_FAILED, RATE_LIMITED after 20 in an hour from one network.
   */
  buy: forVisitor
    .meta({ spends: ['money'], limit: { as: 'Guest tickets bought', points: 20, seconds: 3_600 } })
    .route({ summary: 'Buy market tickets for guests' })
    .input(newPurchase)
    .handler(({ input: { on, seenPence, ...wish }, context }) => {
      const { actor, runtime } = context
      const id = randomUUID()
      const page = `/guest-tickets/${id}`
      const payer = actor ? { userId: actor.userId } : { name: wish.guestName, email: wish.guestEmail }
      return checkout(
        { runtime, write: context.write, payer },
        {
          kind: guestTicketOrders,
          back: () => ({ paid: page, left: `${page}?left=true` }),
          failed,
          async reserve(tx, open) {
            const [found] = await tx
              .select({ day: marketDays, stored: storedSettings, before: openOf(actor?.userId ?? null) })
              .from(marketDays)
              .where(eq(marketDays.on, on))
              .for('share')
            if (!found) throw notFound(messages.noDay)
            const { day, before } = found
            const { guestEntryPence: unitPence } = settingsFrom(found.stored)
            demand(whyNot.sell(day, tx.now) ?? whyNot.price(unitPence, seenPence))
            if (before) await letGo(tx, before)
            const bought = { ...wish, unitPence }
            const order = await open({ ...goodsOf(bought, on), reference: id })
            const of = {
              marketDayId: day.id,
              generation: day.generation,
              userId: actor?.userId ?? null,
              orderId: order.id,
            }
            await tx.insert(purchases).values({ id, ...bought, ...of, changedAt: tx.now, createdAt: tx.now })
            return { id, orderId: order.id }
          },
        },
      )
    }),

  /** The payment page of a purchase that waits for its money. NOT_FOUND, ORDER_CLOSED, CHECKOUT_FAILED. */
  pay: forVisitor
    .meta({ limit: { as: 'Guest tickets paid', points: 60, seconds: 3_600 } })
    .route({ summary: 'Payment page of guest tickets' })
    .input(purchaseRef)
    .handler(async ({ input, context: { db, runtime } }) => {
      const [row] = await db
        .select({ orderId: purchases.orderId, payer: orders.userId })
        .from(purchases)
        .innerJoin(orders, eq(orders.id, purchases.orderId))
        .where(eq(purchases.id, input.id))
      if (!row) throw notFound(messages.notFound)
      const order = await orderOf(runtime, row.payer, row.orderId)
      return { url: await paymentPage(runtime, guestTicketOrders, order, failed) }
    }),

  /**
   * What was bought, for whoever has its address, which is in its mails alone: asked until the payment is confirmed or the
   * order closed (decision 21), then the code of each ticket, good all day on its market day (decision 36). NOT_FOUND.
   */
  show: forVisitor
    .route({ method: 'GET', summary: 'Guest tickets' })
    .input(purchaseRef)
    .handler(async ({ input, context: { db, now, fact, runtime } }) => {
      const { venueAddress, cancellationHours } = await fact(settingsFact)
      const found = await readPurchase(db, input.id)
      const { purchase, day, order, tickets: rows } = found
      const { id, status, quantity, unitPence, guestName, guestEmail, reason } = purchase
      const signer = status === 'confirmed' ? await currentSigner(db, runtime.env, now) : null
      const used = rows.filter(ticket => ticket.status === 'used').length
      const until = cancelUntil(day, purchase, { cancellationHours })
      return {
        ...{ id, status, quantity, unitPence, guestName, guestEmail, reason, venueAddress },
        ...{ on: day.on, opensAt: day.opensAt, closesAt: day.closesAt, note: day.note },
        isOver: instantOf(day.on, day.closesAt) <= now,
        /** Until when unpaid ones are held. */
        heldUntil: order.expiresAt,
        paidPence: order.paidAt ? order.amountPence : 0,
        backPence: order.refundedPence,
        cancelUntil: until,
        /** What cancelling now brings back, in pence. */
        refundPence: leftOf(order),
        /** And what of it once the payer's bank has decided, in pence. */
        owedPence: order.paidAt ? promisedOf(order) - leftOf(order) : 0,
        tickets: rows.map(ticket => ({
          id: ticket.id,
          ticketCode: ticket.ticketCode,
          isUsed: ticket.status === 'used',
          code:
            signer && ticket.status !== 'cancelled'
              ? signer.pass(
                  guestClaims({ ...ticket, on: day.on, createdAt: new Date(ticket.createdAt) }, day.generation),
                )
              : null,
        })),
        can: {
          pay: status === 'pending' && purchase.rescheduledAt === null && ofOrder.pay(order, now) === null,
          cancel: whyNot.cancel({ status, used }, until, now) === null,
        },
      }
    }),

  /** The market day for a calendar; what was cancelled takes it out again. NOT_FOUND. */
  calendarFile: forVisitor
    .route({ method: 'GET', summary: 'Calendar file of guest tickets' })
    .input(purchaseRef)
    .handler(async ({ input, context: { db, fact, runtime } }) => {
      const { venueAddress } = await fact(settingsFact)
      const { publicUrl } = runtime.env
      const { purchase, day } = await readPurchase(db, input.id)
      const text = calendarText({
        uid: `guest-tickets-${purchase.id}@${new URL(publicUrl).hostname}`,
        title: 'Market',
        startsAt: instantOf(day.on, day.opensAt),
        endsAt: instantOf(day.on, day.closesAt),
        where: venueAddress,
        words: [],
        url: `${publicUrl}/guest-tickets/${purchase.id}`,
        status: purchase.status === 'confirmed' ? 'confirmed' : 'cancelled',
        changedAt: purchase.changedAt,
      })
      return new File([text], `market-${day.on}.ics`, { type: 'text/calendar; charset=utf-8' })
    }),

  /**
   * Cancels all tickets of a purchase by its link, in time, and gives their price back to the card, once (decision 23).
   * NOT_PAID, TOO_LATE, TICKET_USED, REFUND_CHANGED when another sum was seen, NOT_FOUND.
   */
  cancel: forVisitor
    .meta({ spends: ['money'], limit: { as: 'Guest tickets cancelled', points: 20, seconds: 3_600 } })
    .route({ summary: 'Cancel guest tickets' })
    .input(cancelInput)
    .handler(({ input: { id, seenPence }, context: { write } }) =>
      write(async tx => {
        const found = await lockPurchase(tx, id)
        const { purchase, day, order, used, settings } = found
        demand(whyNot.cancel({ status: purchase.status, used }, cancelUntil(day, purchase, settings), tx.now))
        if (leftOf(order) !== seenPence) throw refusal('REFUND_CHANGED', messages.refundChanged)
        const pence = await payBack(tx, found, 'cancelled', { refund: 'Cancelled in time' })
        await tx.mail(guestTicketsCancelledMail, toBuyer(purchase), cancelledFacts(found, pence))
        return { pence }
      }),
    ),

  /** Who bought guests' tickets, for which day, and what became of it; with the sums over all that the filter finds, in pence. */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Guest tickets for the office' })
      .input(purchaseList)
      .handler(async ({ input: { q, status, on, when, ...paging }, context: { db, now } }) => {
        const where = and(
          status && eq(purchases.status, status),
          on ? eq(marketDays.on, on) : when && eq(marketDays.on, nextMarket(now)),
          matching(q, purchases.guestName, purchases.guestEmail),
        )
        const { id, guestName, guestEmail, userId, quantity, orderId, createdAt } = purchases
        const select = db
          .select({
            ...{ id, guestName, guestEmail, userId, quantity, orderId, createdAt, status: purchases.status },
            ...{
              on: marketDays.on,
              amountPence: orders.amountPence,
              backPence: orders.refundedPence,
              used,
              reason: purchases.reason,
            },
            sums,
          })
          .from(purchases)
          .innerJoin(marketDays, eq(marketDays.id, purchases.marketDayId))
          .innerJoin(orders, eq(orders.id, orderId))
          .where(where)
          .$dynamic()
        const page = await listPage(db, select, paging, { sort: { createdAt, on: marketDays.on, quantity }, tie: id })
        return {
          ...page,
          sums: page.rows[0]?.sums ?? { tickets: 0, takenPence: 0 },
          rows: page.rows.map(({ sums: _, ...row }) => ({
            ...row,
            can: { cancel: whyNot.cancelByStaff(row) === null },
          })),
        }
      }),
    {
      Bought: row => row.createdAt,
      'Market day': row => row.on,
      Name: row => row.guestName,
      Email: row => row.guestEmail,
      Tickets: row => row.quantity,
      'Came in': row => row.used,
      'Amount (£)': row => ({ pence: row.amountPence }),
      'Given back (£)': row => ({ pence: row.backPence }),
      Status: row => row.status,
      Reason: row => row.reason,
    },
  ),

  /** Cancels tickets for a guest with everything given back, for a reason that the guest reads (decision 23). NOT_PAID, TICKET_USED, NOT_FOUND. */
  cancelByStaff: forAdmin
    .meta({ fresh: true, spends: ['money'] })
    .route({ summary: 'Cancel guest tickets with a refund' })
    .input(staffCancel)
    .handler(({ input: { id, reason }, context: { write } }) =>
      write(async tx => {
        const found = await lockPurchase(tx, id)
        demand(whyNot.cancelByStaff({ status: found.purchase.status, used: found.used }))
        const pence = await payBack(tx, found, 'cancelled', { refund: 'Cancelled by the house', toBuyer: reason })
        await tx.mail(guestTicketsCancelledMail, toBuyer(found.purchase), { ...cancelledFacts(found, pence), reason })
        return { pence }
      }),
    ),
}

/** The order of an unpaid purchase of this account. */
const openOf = (userId: string | null) =>
  sql<string | null>`(select p.order_id from ${purchases} p where p.user_id = ${userId} and p.status = 'pending')`

const cancelledFacts = ({ purchase, day, order }: Awaited<ReturnType<typeof lockPurchase>>, pence: number) => ({
  ...mailFacts(purchase, day),
  ...backFacts(order, pence),
  reason: '',
})

const used = sql<number>`(select count(*)::int from ${marketVisitorTickets} t where t.purchase_id = guest_ticket_purchases.id and t.status = 'used')`
/** Of all that was found, not of the page. */
const isPaid = sql`${purchases.status} = 'confirmed'`
const sums = sql<{ tickets: number; takenPence: number }>`jsonb_build_object(
  'tickets', coalesce(sum(${purchases.quantity}) filter (where ${isPaid}) over (), 0),
  'takenPence', coalesce(sum(${orders.amountPence} - ${orders.refundedPence}) filter (where ${orders.paidAt} is not null) over (), 0))`

interface TicketFacts {
  id: string
  ticketCode: string
  status: (typeof ticketStatuses)[number]
  createdAt: string
}

const ticketsOf = sql<
  TicketFacts[]
>`(select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'ticketCode', t.ticket_code,
  'status', t.status, 'createdAt', t.created_at) order by t.ticket_code), '[]')
  from ${marketVisitorTickets} t where t.purchase_id = ${purchases.id})`

async function readPurchase(db: Reader, id: string) {
  const [row] = await db
    .select({ purchase: purchases, day: marketDays, order: orders, tickets: ticketsOf })
    .from(purchases)
    .innerJoin(marketDays, eq(marketDays.id, purchases.marketDayId))
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(eq(purchases.id, id))
  if (!row) throw notFound(messages.notFound)
  return row
}
