import { eq, inArray, like, or } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { currentMembership } from '#features/membership/memberships/model.ts'
import { membershipOrders } from '#features/membership/sales/model.ts'
import { intentOf, paidWith } from '#features/money/ledger/model.ts'
import { leftOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { refundedMail } from '#features/money/refunds/mail.tsx'
import { refundInvoice, refundOrder } from '#features/money/refunds/model.ts'
import { refunds } from '#features/money/refunds/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext, QueuedJob } from '#platform/jobs/define.ts'
import { dividedAmong, unusedPence } from './rules.ts'

/**
 * Makes a membership follow its account: a block ends it and gives back what is unused, a suspension stops its payments, and
 * lifting one lets them go on. It reads the account as it stands then, so it may run any number of times. Run in jobs.ts.
 */
export const followHold: QueuedJob<{ userId: string }> = {
  name: 'memberships.follow-hold',
  payload: z.object({ userId: z.string().max(100) }),
}

/** The invoices of a subscription of which some time may be left, the latest first. */
/** Whether something is charged, or is to be, for somebody's membership. */
export const isSubscribed = async (db: Reader, userId: string): Promise<boolean> =>
  Boolean((await currentMembership(db, userId))?.stripeSubscriptionId)

/** What was paid for a subscription, the latest first. */
export async function paidInvoicesOf(
  stripe: Stripe,
  subscription: string,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Invoice[]> {
  // More changes of plan than this within one month nobody makes.
  return (await stripe.invoices.list({ subscription, status: 'paid', limit: 100 }, options)).data
}

/** Gives back what is unused of a subscription, once, to the cards that paid it; the ledger says so and the person is told. */
export async function giveBackUnused(context: JobContext, userId: string, subscriptionId: string): Promise<void> {
  const { runtime, now, write } = context
  const invoices = await paidInvoicesOf(runtime.stripe, subscriptionId)
  const unused = unusedPence(invoices, now)
  const payments: { invoiceId: string; orderId: string | null; paidPence: number }[] = []
  for (const { id, amount_paid: paidPence } of unused > 0 ? invoices.filter(each => each.amount_paid > 0) : []) {
    const paid = await paidWith(runtime, await intentOf(runtime.stripe, id!))
    // Its message is still under way; what is not in the books cannot be given back, and a second try finds it there.
    if (!paid) throw new Error(`the payment of the invoice ${id} is not entered yet`)
    payments.push({ invoiceId: id!, orderId: paid.orderId, paidPence })
  }
  await write(tx => giveBack(tx, { userId, subscriptionId, unused, payments }))
}

async function giveBack(
  tx: Tx,
  {
    userId,
    subscriptionId,
    unused,
    payments,
  }: {
    userId: string
    subscriptionId: string
    unused: number
    payments: { invoiceId: string; orderId: string | null; paidPence: number }[]
  },
): Promise<void> {
  if (payments.length === 0) return
  const [person] = await tx
    .select({ address: user.email, firstName: user.firstName })
    .from(user)
    .where(eq(user.id, userId))
    .for('no key update')
  const orderIds = payments.flatMap(({ orderId }) => orderId ?? [])
  const invoiceIds = payments.map(({ invoiceId }) => invoiceId)
  const given = await tx
    .select()
    .from(refunds)
    .where(or(inArray(refunds.orderId, orderIds), inArray(refunds.invoiceId, invoiceIds)))
  const refOf = (invoiceId: string) => `hold:${subscriptionId}:${invoiceId}`
  // A second run would reckon with a moment that has moved on.
  if (given.some(({ ref }) => ref.startsWith(`hold:${subscriptionId}:`))) return
  const paidOrders = await tx.select().from(orders).where(inArray(orders.id, orderIds))
  const left = payments.map(payment => {
    // What a bank has taken back, or the office has given, is not given again: the end of the membership would wait for ever.
    const order = paidOrders.find(({ id }) => id === payment.orderId)
    if (order) return { ...payment, leftPence: leftOf(order) }
    const givenPence = given
      .filter(row => row.invoiceId === payment.invoiceId)
      .reduce((sum, row) => sum + row.amountPence, 0)
    return { ...payment, leftPence: Math.max(0, payment.paidPence - givenPence) }
  })
  const parts = dividedAmong(unused, left)
  for (const { invoiceId, orderId, amountPence } of parts) {
    const refund = { amountPence, reason: unusedWords, ref: refOf(invoiceId) }
    if (orderId) await refundOrder(tx, { ...refund, orderId })
    else
      await refundInvoice(tx, { ...refund, invoiceId, userId, kind: membershipOrders.name, description: unusedWords })
  }
  const amountPence = parts.reduce((sum, part) => sum + part.amountPence, 0)
  const about = { firstName: person!.firstName, description: unusedWords, amountPence }
  if (amountPence > 0) await tx.mail(refundedMail, { address: person!.address, userId }, about)
}

const unusedWords = 'Membership: unused time'

/** Whether a block has given back the unused time of this subscription: then it ends, whatever the account became since. */
export const isGivenBackFor = async (db: Reader, subscriptionId: string): Promise<boolean> =>
  (await db.$count(refunds, like(refunds.ref, `hold:${subscriptionId}:%`))) > 0
