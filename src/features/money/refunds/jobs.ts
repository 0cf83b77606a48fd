import { and, eq, inArray, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { intentOf } from '#features/money/ledger/model.ts'
import { isDefinite } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { openRefundStatuses } from './inputs.ts'
import { outcomeOf, sendRefund } from './model.ts'
import { isDead } from './rules.ts'
import { refunds } from './table.ts'

/** Asks the provider for a refund until it is made. */
const refund = defineJob({
  ...sendRefund,
  retries: 10,
  mustBeDone: true,
  async run({ refundId }, { runtime, now }) {
    const { stripe, db } = runtime
    const row = eq(refunds.id, refundId)
    const [found] = await db
      .select({
        amountPence: refunds.amountPence,
        attempt: refunds.attempt,
        invoiceId: refunds.invoiceId,
        intent: sql<string | null>`coalesce(${refunds.refusedPaymentIntentId}, ${orders.stripePaymentIntentId})`,
      })
      .from(refunds)
      .leftJoin(orders, eq(orders.id, refunds.orderId))
      .where(row)
    if (!found) return
    // From here on the office gives it back no other way.
    const isOpen = and(row, inArray(refunds.status, [...openRefundStatuses]))
    const claimed = await db.update(refunds).set({ status: 'pending' }).where(isOpen).returning({ id: refunds.id })
    if (claimed.length === 0) return
    try {
      const { amountPence: amount, attempt, invoiceId } = found
      const intent = found.intent ?? (invoiceId && (await intentOf(stripe, invoiceId)))
      if (!intent) throw new Error('There is no card payment of it at the payment provider.')
      const made = await ensureRefund(stripe, { intent, amount, mark: refundId, attempt })
      await db.update(refunds).set(outcomeOf(made, now)).where(row)
    } catch (error) {
      await db
        .update(refunds)
        .set({
          ...{ status: 'failed', lastError: (error as Error).message.slice(0, 300) },
          // A definite no is remembered under its key; after silence the key stays.
          ...(isDefinite(error) && { attempt: found.attempt + 1 }),
        })
        // What was made meanwhile, by a try beside this one, is made.
        .where(and(row, eq(refunds.status, 'pending')))
      throw error
    }
  },
})

export const jobs: AnyJob[] = [refund]

interface Wanted {
  /** The payment at the provider. */
  intent: string
  /** In the smallest unit of its currency. */
  amount: number
  /** Our id of the refund, by which it is known at the provider. */
  mark: string
  /** Within one attempt asking again answers the same. */
  attempt: number
}

/** The refund with this mark, made unless a living one is there: its answer may have been lost. */
async function ensureRefund(stripe: Stripe, { intent, amount, mark, attempt }: Wanted): Promise<Stripe.Refund> {
  const made = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
  return (
    made.data.find(each => each.metadata?.refundId === mark && !isDead(each)) ??
    (await stripe.refunds.create(
      { payment_intent: intent, amount, metadata: { refundId: mark } },
      { idempotencyKey: `refund:${mark}:${attempt}` },
    ))
  )
}
