import { inArray } from 'drizzle-orm'
import { everyOf } from '#features/money/customers/model.ts'
import { disputeStatusOf } from '#features/money/disputes/rules.ts'
import { disputes } from '#features/money/disputes/table.ts'
import { paidWith } from '#features/money/ledger/model.ts'
import { ledgerEntries, refs } from '#features/money/ledger/table.ts'
import { type EventFollower, keepEvent } from '#features/money/provider/model.ts'
import { isDead } from '#features/money/refunds/rules.ts'
import { causes } from '#features/money/refunds/table.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/jobs/define.ts'
import { reconcile } from './model.ts'

/** How far back the provider's books are read: banks decide about disputes for months. */
const days = { payments: 35, disputes: 150 }
const daySeconds = 86_400

interface Found {
  /** Differs with its state, so that each state is followed once. */
  id: string
  type: string
  objectId: string
}

/**
 * What the provider's books have and ours do not, whatever became of the messages about it, is handled as if it had just been
 * told: invoices, refunds and disputes. What cannot be handled stands among the failed webhooks.
 */
export function jobs(followers: EventFollower[]): AnyJob[] {
  return [
    defineJob({
      ...reconcile,
      cron: '17 4 * * *',
      cronPayload: {},
      async run(_, context) {
        const found = [
          ...(await missingInvoices(context)),
          ...(await missingRefunds(context)),
          ...(await differingDisputes(context)),
        ]
        for (const each of found) await context.write(tx => keepEvent(tx, followers, each))
        if (found.length > 0)
          context.runtime.log.warn({ found: found.length }, 'the provider’s books had more than ours')
      },
    }),
  ]
}

const since = ({ now }: JobContext, back: number) => ({ gte: Math.floor(now.getTime() / 1000) - back * daySeconds })

async function missingInvoices(context: JobContext): Promise<Found[]> {
  const { stripe } = context.runtime
  const created = since(context, days.payments)
  const paid = (await everyOf(stripe.invoices.list({ created, status: 'paid', limit: 100 }))).filter(
    ({ amount_paid }) => amount_paid > 0,
  )
  const entered = await inLedger(
    context,
    paid.map(({ id }) => id!),
  )
  return paid.flatMap(({ id }) =>
    entered.has(id!) ? [] : [{ id: `found:${id}`, type: 'invoice.paid', objectId: id! }],
  )
}

async function missingRefunds(context: JobContext): Promise<Found[]> {
  const made = await everyOf(
    context.runtime.stripe.refunds.list({ created: since(context, days.payments), limit: 100 }),
  )
  // Ours are entered when they are asked for.
  const foreign = made.filter(each => !each.metadata?.refundId && !isDead(each))
  const refOf = (id: string) => refs.refund(causes.atProvider(id))
  const entered = await inLedger(
    context,
    foreign.map(({ id }) => refOf(id)),
  )
  const found: Found[] = []
  // What it refunds may be missing as well; then it is found tomorrow.
  for (const { id, payment_intent } of foreign)
    if (!entered.has(refOf(id)) && (await paidWith(context.runtime, payment_intent)))
      found.push({ id: `found:${id}`, type: 'refund.updated', objectId: id })
  return found
}

async function differingDisputes(context: JobContext): Promise<Found[]> {
  const { stripe, db } = context.runtime
  const { id, status, orderId, invoiceId } = disputes
  const known = new Map((await db.select({ id, status, orderId, invoiceId }).from(disputes)).map(row => [row.id, row]))
  const found: Found[] = []
  for (const dispute of await everyOf(stripe.disputes.list({ created: since(context, days.disputes), limit: 100 }))) {
    const ours = known.get(dispute.id)
    // Entered when disputes did not say yet of which invoice they are: what is held would count them nowhere.
    const isOfNothing = ours !== undefined && !ours.orderId && !ours.invoiceId
    if (ours?.status === disputeStatusOf(dispute) && !isOfNothing) continue
    if (await paidWith(context.runtime, dispute.payment_intent))
      found.push({
        id: `found:${dispute.id}:${isOfNothing ? 'whose' : dispute.status}`,
        type: 'charge.dispute.updated',
        objectId: dispute.id,
      })
  }
  return found
}

async function inLedger({ runtime: { db } }: JobContext, refs: string[]): Promise<ReadonlySet<string>> {
  const { externalRef } = ledgerEntries
  const rows = await db.select({ externalRef }).from(ledgerEntries).where(inArray(externalRef, refs))
  return new Set(rows.map(row => row.externalRef))
}
