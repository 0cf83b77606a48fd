import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { membershipNotBegunMail } from '#features/membership/memberships/mail.tsx'
import {
  currentMembership,
  followRestriction,
  holdOf,
  isOnHold,
  type LockedMembership,
  lockMembership,
  tellOnce,
} from '#features/membership/memberships/model.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { completeReferral, rewardOf, rewardReferrer, spendReward } from '#features/membership/referrals/model.ts'
import { membershipStartedMail } from '#features/membership/sales/mail.tsx'
import { applySubscription, listPriceOf, membershipOrders, orderOf, tierOf } from '#features/membership/sales/model.ts'
import { isLaterStart } from '#features/membership/sales/rules.ts'
import { grantWeek } from '#features/membership/tokens/model.ts'
import { everyOf, personOf, waitsForPayer } from '#features/money/customers/model.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { paymentCustomers } from '#features/money/customers/table.ts'
import { enterLedger, heldOf, intentOf } from '#features/money/ledger/model.ts'
import { arrangeOrder, closeOrder, type Order } from '#features/money/orders/model.ts'
import { canBecomePaid } from '#features/money/orders/rules.ts'
import { type EventFollower, type Followed, payOrder } from '#features/money/provider/model.ts'
import { giveBackInvoice } from '#features/money/refunds/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext, QueuedJob } from '#platform/jobs/define.ts'
import { formatDate, formatDay } from '#platform/words.ts'
import {
  confirmPaymentMail,
  membershipArrangedMail,
  membershipChargedMail,
  membershipRefusedMail,
  paymentFailedMail,
} from './mail.tsx'
import { billOf, firstInvoiceProblem, isFirstCharge, opensWait } from './rules.ts'

/** Subscriptions and their invoices move memberships forward; both are always read again at the provider. */
export const membershipFollowers: EventFollower[] = [
  { prefix: 'customer.subscription.', follow: followSubscription },
  { prefix: 'invoice.', follow: followInvoice },
]

/** Takes over what a subscription is now. One that nobody has paid for yet gives nothing. */
export async function followSubscription(context: JobContext, subscriptionId: string): Promise<Followed> {
  const { runtime, write } = context
  const { stripe, db } = runtime
  const syncedAt = runtime.clock.now()
  const subscription = await billed(stripe, subscriptionId)
  const [found] = await db
    .select({
      userId: paymentCustomers.userId,
      status: userMemberships.status,
      nextTierId: userMemberships.nextTierId,
    })
    .from(paymentCustomers)
    .leftJoin(userMemberships, eq(userMemberships.stripeSubscriptionId, subscriptionId))
    .where(eq(paymentCustomers.stripeCustomerId, idAtProvider(subscription.customer) ?? ''))
  if (!found) return 'ignored'
  const { userId, status, nextTierId } = found
  if (!status || nextTierId) {
    const made = await everyOf(stripe.invoices.list({ subscription: subscriptionId, limit: 100 }))
    // Of what waits for its day the empty invoice is known.
    const paid = made.filter(invoice => invoice.status === 'paid' && !(status && opensWait(invoice, subscription)))
    for (const invoice of paid.reverse()) {
      const followed = await followInvoice(context, invoice.id!)
      if (typeof followed !== 'string') return followed
    }
    if (!status || paid.length > 0) return 'done'
  }
  if (status === 'active') await write(tx => applySubscription(tx, userId, subscription, syncedAt))
  return 'done'
}

/** A subscription with its latest invoice, which says whether the running month is paid. */
const billed = (stripe: Stripe, subscriptionId: string) =>
  stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] })

/** Compares memberships with the subscriptions at the provider; run in jobs.ts, by itself once a day. */
export const reconcileSubscriptions: QueuedJob<Record<never, never>> = {
  name: 'memberships.reconcile',
  payload: z.object({}),
}

/** Ends a subscription that gave nothing, and gives back the credit of its invoice; the card's part is a refund. Run in jobs.ts. */
export const undoSubscription: QueuedJob<{ subscriptionId: string; invoiceId: string }> = {
  name: 'memberships.undo-subscription',
  payload: z.object({
    subscriptionId: z.string().max(255),
    invoiceId: z.string().max(255),
  }),
}

/**
 * A paid invoice is entered in the ledger as the provider made it out (decision 58). The first charge starts the membership, or
 * everything of it goes back; each one grants the week. The empty invoice at the start of a wait for a later day only arranges.
 */
async function followInvoice(context: JobContext, invoiceId: string): Promise<Followed> {
  const { runtime, write } = context
  const { stripe } = runtime
  const syncedAt = runtime.clock.now()
  const invoice = await stripe.invoices.retrieve(invoiceId)
  const subscriptionId = idAtProvider(invoice.parent?.subscription_details?.subscription)
  const userId = invoice.customer && (await personOf(runtime, invoice.customer))
  if (!userId || !subscriptionId) return 'ignored'
  if (invoice.status === 'draft') return 'done'
  if (invoice.status !== 'paid') {
    if (invoice.status === 'open' && invoice.attempted) await followFailure(context, userId, invoice, subscriptionId)
    // Voided or written off by staff at the provider: the subscription says what it comes to.
    else await followSubscription(context, subscriptionId)
    return 'done'
  }
  const subscription = await billed(stripe, subscriptionId)
  const isOpening = opensWait(invoice, subscription)
  const mayBeFirst = invoice.billing_reason === 'subscription_create' || isLaterStart(subscription)
  const intentId = mayBeFirst && !isOpening ? await intentOf(stripe, invoiceId) : null
  return write(async tx => {
    // Paid at the moment of a block, or after it: what the payment begins is ended again, and goes back as the block says.
    const hold = await holdOf(tx, userId)
    if (hold) await tx.enqueue(followRestriction, { userId })
    const locked = await lockMembership(tx, userId, subscriptionId)
    const order = mayBeFirst ? await orderOf(tx, subscription, userId) : null
    const paid = {
      userId,
      invoice,
      subscription,
      locked,
      intentId,
      order,
      closedAt: hold?.isBlocked ? hold.since : null,
    }
    const isFirst = invoice.billing_reason === 'subscription_create' || (order !== null && isFirstCharge(order, paid))
    const refused = isOpening ? await arrange(tx, paid) : isFirst ? await payFirst(tx, paid) : await payLater(tx, paid)
    if (refused) {
      await tx.enqueue(undoSubscription, { subscriptionId, invoiceId })
      return { refused }
    }
    if (locked.bySubscription?.status !== 'cancelled') await applySubscription(tx, userId, subscription, syncedAt)
    const membership = await currentMembership(tx, userId)
    if (membership?.stripeSubscriptionId !== subscriptionId) return 'done'
    const rewarded = isFirst ? null : rewardOf(invoice)
    if (rewarded) await spendReward(tx, userId, rewarded)
    if (!isFirst) await tellCharge(tx, userId, invoice, membership)
    if (membership.paymentStatus === 'paid') {
      const isRenewal = invoice.billing_reason === 'subscription_cycle'
      await grantWeek(tx, membership, membership.tier, isRenewal && !isFirst ? 'renewal' : 'plan')
      // The first one that is paid, whether or not an order asked for it (decision 18).
      if (invoice.total > 0) await completeReferral(tx, userId)
      await tx.enqueue(rewardReferrer, { userId })
    }
    return 'done'
  })
}

interface PaidInvoice {
  userId: string
  invoice: Stripe.Invoice
  subscription: Stripe.Subscription
  locked: LockedMembership
  /** The payment at the provider; null when credit alone paid, or nobody needs it. */
  intentId: string | null
  /** The order that asked for the subscription, if this may be its first invoice. */
  order: Order | null
  /** When their account was blocked. */
  closedAt: Date | null
}

/**
 * The first month pays the order that asked for it; one that staff made at the provider has no order. Null when the membership
 * may start, or was started or refused before; else why it goes back, in words for the person.
 */
async function payFirst(tx: Tx, paid: PaidInvoice): Promise<string | null> {
  const { invoice, subscription, locked, order } = paid
  const hasAnother = Boolean(locked.current?.stripeSubscriptionId) && locked.current !== locked.bySubscription
  const problem = await problemOf(tx, paid, hasAnother)
  const { paidPence, creditPence } = billOf(invoice)
  if (!order) {
    if (invoice.currency === 'gbp') await enterInvoice(tx, paid, 'Membership, first month')
    if (problem) return refuse(tx, paid, problem)
    if (!locked.bySubscription) await welcome(tx, paid)
    return null
  }
  const done = await payOrder(tx, membershipOrders, order.id, {
    amountPence: paidPence,
    currency: invoice.currency,
    externalRef: invoice.id!,
    paymentIntentId: paid.intentId,
    invoiced: { creditPence, problem },
  })
  if (done.result === 'refused') {
    await closeOrder(tx, membershipOrders, order.id, 'failed')
    return refuse(tx, paid, 'It was made in a currency that the house does not take.')
  }
  // Refused before: the subscription that is being ended must not start anything.
  const isEnded = subscription.status === 'canceled'
  if (done.result === 'known' && !locked.bySubscription && order.status === 'refunded' && !isEnded)
    return 'The payment of this order was given back.'
  return done.result === 'paid' && done.outcome === 'gone' ? done.reason! : null
}

/** Says welcome to who pays without having asked for it here: staff made the subscription at the provider. */
async function welcome(tx: Tx, { userId, invoice, subscription }: PaidInvoice): Promise<void> {
  const tier = await tierOf(tx, subscription)
  if (!tier) return
  const about = { tierName: tier.name, weeklyTokens: tier.weeklyTokens, ...billOf(invoice) }
  await tellOnce(tx, userId, membershipStartedMail, about, `invoices/${invoice.id}`)
}

async function problemOf(tx: Tx, paid: PaidInvoice, hasAnother: boolean): Promise<string | null> {
  const { subscription, locked, order } = paid
  return firstInvoiceProblem({
    subscription,
    price: subscription.items.data[0]!.price,
    askedPence: order && listPriceOf(order),
    isTier: (await tierOf(tx, subscription)) !== null,
    isKnown: locked.bySubscription !== undefined,
    isWaiting: Boolean(locked.bySubscription?.nextTierId),
    hasAnother,
  })
}

/**
 * A card was entered for a membership that begins on a later day: nothing is charged, entered or given yet; the person is told
 * once what comes when. What cannot begin then is ended now.
 */
async function arrange(tx: Tx, paid: PaidInvoice): Promise<string | null> {
  const { userId, subscription, locked, order } = paid
  // Let go of already: whoever did it has been told.
  const isEnding =
    subscription.status === 'canceled' || subscription.cancel_at_period_end || subscription.cancel_at !== null
  if (isEnding || !order || !canBecomePaid(order.status)) return null
  const hasAnother = locked.current !== locked.bySubscription && Boolean(locked.current?.paidSinceOn)
  const problem = await problemOf(tx, paid, hasAnother)
  const tierName = (await tierOf(tx, subscription))?.name ?? order.lines[0]!.name
  if (problem) {
    await closeOrder(tx, membershipOrders, order.id, 'failed')
    const about = { tierName, reason: problem, isOnHold: await isOnHold(tx, userId) }
    await tellOnce(tx, userId, membershipNotBegunMail, about, `orders/${order.id}`)
    return problem
  }
  if (!(await arrangeOrder(tx, order.id))) return null
  const beginsOn = formatDay(new Date(subscription.trial_end! * 1000))
  const about = { tierName, beginsOn, amountPence: order.amountPence }
  await tellOnce(tx, userId, membershipArrangedMail, about, `orders/${order.id}`)
  return null
}

/** A later month or a change of plan. What is charged after the membership has ended, or the account was closed, goes back. */
async function payLater(tx: Tx, paid: PaidInvoice): Promise<string | null> {
  const { invoice, locked, closedAt } = paid
  if (invoice.currency !== 'gbp') return refuse(tx, paid, 'It was made in a currency that the house does not take.')
  await enterInvoice(tx, paid, invoice.billing_reason === 'subscription_update' ? changed : renewed)
  const endedAt = locked.bySubscription?.endedAt
  const paidAt = invoice.status_transitions.paid_at ?? invoice.created
  // The provider counts in seconds. Beside a block that is under way: what it gives back was reckoned without this.
  if (closedAt && paidAt >= Math.floor(closedAt.getTime() / 1000))
    return refuse(tx, paid, 'Your account had been closed before it was charged.')
  return endedAt && paidAt * 1000 > endedAt.getTime()
    ? refuse(tx, paid, 'Your membership had ended before it was charged.')
    : null
}

const renewed = 'Membership, next month'
const changed = 'Membership, change of plan'

async function enterInvoice(tx: Tx, { userId, invoice }: PaidInvoice, description: string): Promise<void> {
  const { paidPence: amountPence } = billOf(invoice)
  const entry = { userId, kind: membershipOrders.name, amountPence, description, externalRef: invoice.id! }
  if (amountPence > 0) await enterLedger(tx, entry)
}

/** Everything of an invoice goes back; its payer is told why, once. */
async function refuse(tx: Tx, { userId, invoice }: PaidInvoice, reason: string): Promise<string> {
  const of = { invoiceId: invoice.id!, userId, kind: membershipOrders.name, description: 'Membership' }
  // What has gone back already, by the office or a bank, does not go back again.
  const entered = (await heldOf(tx, userId, of.kind)).find(({ externalRef }) => externalRef === invoice.id)
  const amountPence = entered?.leftPence ?? billOf(invoice).paidPence
  await giveBackInvoice(tx, { ...of, amountPence, currency: invoice.currency, reason })
  await tellOnce(tx, userId, membershipRefusedMail, { reason }, `invoices/${invoice.id}`)
  return reason
}

/** What an invoice after the first came to: charged, paid with credit, or kept as credit. */
async function tellCharge(
  tx: Tx,
  userId: string,
  invoice: Stripe.Invoice,
  { tier, currentPeriodEnd }: { tier: { name: string }; currentPeriodEnd: Date | null },
): Promise<void> {
  const bill = billOf(invoice)
  if (bill.paidPence === 0 && bill.creditPence === 0) return
  const isRenewal = invoice.billing_reason !== 'subscription_update'
  const paidUntil = currentPeriodEnd ? formatDate(currentPeriodEnd, { year: true }) : ''
  const about = { tierName: tier.name, isRenewal, paidUntil, ...bill }
  await tellOnce(tx, userId, membershipChargedMail, about, `invoices/${invoice.id}`)
}

/** A payment that failed or waits for its payer's word makes the membership overdue; one mail for each invoice tells how to go on. */
async function followFailure(
  context: JobContext,
  userId: string,
  invoice: Stripe.Invoice,
  subscriptionId: string,
): Promise<void> {
  await followSubscription(context, subscriptionId)
  const subscription = await context.runtime.stripe.subscriptions.retrieve(subscriptionId)
  const url = invoice.hosted_invoice_url
  const isToConfirm = url ? await waitsForPayer(context.runtime.stripe, invoice.id!) : false
  await context.write(async tx => {
    const { current } = await lockMembership(tx, userId)
    if (current?.stripeSubscriptionId !== subscriptionId) return
    const tier = await tierOf(tx, subscription)
    const about = { tierName: tier?.name ?? '', amountPence: invoice.amount_due }
    const relatesTo = `invoices/${invoice.id}`
    if (isToConfirm) await tellOnce(tx, userId, confirmPaymentMail, { ...about, url: url! }, relatesTo)
    else await tellOnce(tx, userId, paymentFailedMail, about, relatesTo)
  })
}
