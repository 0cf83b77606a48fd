import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { newReadableCode } from '#features/door/passes/model.ts'
import { admittedWords } from '#features/door/scans/rules.ts'
import { scans } from '#features/door/scans/table.ts'
import { marketDays } from '#features/market/days/table.ts'
import { goodsOf, guestTicketOrders } from '#features/market/guest-tickets/model.ts'
import { guestTicketPurchases } from '#features/market/guest-tickets/table.ts'
import { marketVisitorTickets } from '#features/market/tickets/table.ts'
import { ledgerEntries, refs } from '#features/money/ledger/table.ts'
import { orders } from '#features/money/orders/table.ts'
import { refunds } from '#features/money/refunds/table.ts'
import { addDays } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import { scanOf } from './market.ts'
import type { Provider } from './provider.ts'
import { insertAll } from './rows.ts'
import { firstNames, lastNames, vat } from './words.ts'

const unitPence = 100

/** Guests who bought tickets online: for the markets of a year, most of whom came, and for the next ones; some called off. */
export async function insertGuestTickets(
  tx: Tx,
  draw: Lots,
  { provider, isSimulated, doorId }: { provider: Provider; isSimulated: boolean; doorId: string },
): Promise<void> {
  const today = calendarDate(tx.now)
  const days = await tx.select().from(marketDays).orderBy(asc(marketDays.on))
  const rows = {
    orders: [] as (typeof orders.$inferInsert)[],
    purchases: [] as (typeof guestTicketPurchases.$inferInsert)[],
    tickets: [] as (typeof marketVisitorTickets.$inferInsert)[],
    ledger: [] as (typeof ledgerEntries.$inferInsert)[],
    refunds: [] as (typeof refunds.$inferInsert)[],
    scans: [] as (typeof scans.$inferInsert)[],
  }
  const coming = days.filter(({ on }) => on > today).slice(0, 2)
  for (const day of [...days.filter(({ on }) => on < today), ...coming])
    for (let number = draw.between(3, day.on > today ? 7 : 9); number > 0; number--) {
      const { on } = day
      const [firstName, lastName] = [draw.pick(firstNames), draw.pick(lastNames)]
      const payer = `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z.]/g, '')
      const email = `${payer}${draw.between(1, 99)}@guests.example`
      const latest = on < today ? on : today
      const at = instantOf(addDays(latest, -draw.between(2, 16)), `1${draw.between(0, 9)}:${draw.between(10, 59)}`)
      const [id, orderId, quantity] = [randomUUID(), randomUUID(), draw.pick([1, 1, 2, 2, 2, 3, 4])]
      const isCancelled = draw.chance(0.08)
      const { description, lines } = goodsOf({ quantity, unitPence }, on)
      const amountPence = quantity * unitPence
      const intent = await provider.chargeGuest({ firstName, lastName, email }, amountPence, at, description)
      const name = `${firstName} ${lastName}`
      const backAt = new Date(at.getTime() + draw.between(60, 600) * 60_000)
      const money = { orderId, kind: guestTicketOrders.name, userId: null }
      rows.orders.push({
        ...{ id: orderId, payerName: name, payerEmail: email, kind: guestTicketOrders.name, amountPence, description },
        ...{ lines, reference: id, successPath: `/guest-tickets/${id}`, createdAt: at, paidAt: at },
        ...{ expiresAt: new Date(at.getTime() + 30 * 60_000), status: isCancelled ? 'refunded' : 'paid' },
        refundedPence: isCancelled ? amountPence : 0,
        stripePaymentIntentId: isSimulated ? intent : null,
      })
      rows.ledger.push({ ...money, amountPence, description, externalRef: intent, createdAt: at })
      rows.purchases.push({
        ...{ id, marketDayId: day.id, generation: day.generation, guestName: name, guestEmail: email, quantity },
        ...{ unitPence, orderId, createdAt: at, changedAt: isCancelled ? backAt : at },
        status: isCancelled ? 'cancelled' : 'confirmed',
      })
      if (isCancelled) {
        const [refundId, ref, reason] = [randomUUID(), `guest-tickets:${id}`, 'Cancelled in time']
        const stripeRefundId = await provider.refund(intent, refundId, backAt)
        const row = { id: refundId, userId: null, orderId, amountPence, reason, ref, status: 'done' } as const
        rows.refunds.push({
          ...{ ...row, createdAt: backAt, doneAt: backAt },
          stripeRefundId: isSimulated ? stripeRefundId : null,
        })
        const externalRef = refs.refund(ref)
        rows.ledger.push({ ...money, amountPence: -amountPence, description: reason, externalRef, createdAt: backAt })
      }
      const cameAt = instantOf(on, '10:00').getTime() + draw.between(5, 380) * 60_000
      const hasCome = on < today && !isCancelled && draw.chance(0.86)
      for (let index = 0; index < quantity; index++) {
        const ticketId = randomUUID()
        const usedAt = new Date(cameAt + index * 20_000)
        rows.tickets.push({
          ...{ id: ticketId, on, ticketCode: newReadableCode(), ticketType: 'guest', pricePence: unitPence },
          ...{ guestName: name, guestEmail: email, purchaseId: id, createdAt: at },
          ...(hasCome
            ? { status: 'used' as const, usedAt, lastEntryAt: usedAt, checkInCount: 1 }
            : { status: isCancelled ? ('cancelled' as const) : ('issued' as const) }),
        })
        if (hasCome)
          rows.scans.push({
            ...scanOf(draw, usedAt, doorId),
            ...{ passId: ticketId, outcome: 'admitted', message: admittedWords(true), isFirstEntry: true },
          })
      }
    }
  await insertAll(tx, orders, rows.orders)
  const byTime = rows.ledger.sort((a, b) => a.createdAt!.getTime() - b.createdAt!.getTime())
  await insertAll(
    tx,
    ledgerEntries,
    byTime.map(entry => ({ ...entry, ...vat })),
  )
  await insertAll(tx, refunds, rows.refunds)
  await insertAll(tx, guestTicketPurchases, rows.purchases)
  await insertAll(tx, marketVisitorTickets, rows.tickets)
  await insertAll(tx, scans, rows.scans)
}
