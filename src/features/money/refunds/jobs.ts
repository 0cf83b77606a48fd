import { eq, sql } from 'drizzle-orm'
import { orders } from '#features/money/orders/table.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { outcomeOf, sendRefund } from './model.ts'
import { refunds } from './table.ts'

/** Asks the provider for a refund until it is made. A refund that was made before, and whose answer was lost, is found by its mark. */
const refund = defineJob({
  ...sendRefund,
  retries: 10,
  async run({ refundId }, { runtime, now }) {
    const { stripe, db } = runtime
    const row = eq(refunds.id, refundId)
    const [found] = await db
      .select({
        amountPence: refunds.amountPence,
        status: refunds.status,
        intent: sql<string | null>`coalesce(${refunds.refusedPaymentIntentId}, ${orders.stripePaymentIntentId})`,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(row)
    if (!found || found.status === 'done') return
    try {
      if (!found.intent) throw new Error('the order has no payment at the provider')
      const made = await stripe.refunds.list({ payment_intent: found.intent, limit: 100 })
      const existing = made.data.find(({ metadata, status }) => metadata?.refundId === refundId && status !== 'failed')
      const done =
        existing ??
        (await stripe.refunds.create(
          { payment_intent: found.intent, amount: found.amountPence, metadata: { refundId } },
          { idempotencyKey: `refund:${refundId}` },
        ))
      await db.update(refunds).set(outcomeOf(done, now)).where(row)
    } catch (error) {
      await db
        .update(refunds)
        .set({ status: 'failed', lastError: (error as Error).message.slice(0, 300) })
        .where(row)
      throw error
    }
  },
})

export const jobs: AnyJob[] = [refund]
