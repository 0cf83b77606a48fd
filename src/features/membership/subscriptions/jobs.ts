import { and, isNotNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { currentMembership, endSubscription, followMoney } from '#features/membership/memberships/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import {
  openReward,
  referralCoupon,
  rewardMark,
  rewardOf,
  rewardReferrer,
} from '#features/membership/referrals/model.ts'
import { changeCredit, everyOf, voidOpenInvoices } from '#features/money/customers/model.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { followSubscription, reconcileSubscriptions, undoSubscription } from './model.ts'
import { billOf } from './rules.ts'

/**
 * A subscription that another one replaced must not go on charging. What one that has ended still asks for is let go of: whoever
 * paid it then would pay for nothing.
 */
const endReplaced = defineJob({
  ...endSubscription,
  retries: 10,
  mustBeDone: true,
  async run({ subscriptionId }, { runtime }) {
    const subscription = await runtime.stripe.subscriptions.retrieve(subscriptionId)
    if (subscription.status !== 'canceled') await runtime.stripe.subscriptions.cancel(subscriptionId)
    await voidOpenInvoices(runtime.stripe, subscriptionId)
  },
})

/**
 * Takes 10 % off the referrer's next month, one referral a month; it is used up by the invoice that is less for it. Without a
 * subscription, or until it begins, it waits for the first month.
 */
const reward = defineJob({
  ...rewardReferrer,
  retries: 10,
  mustBeDone: true,
  async run({ userId }, { runtime }) {
    const { db, stripe } = runtime
    const membership = await currentMembership(db, userId)
    const open = await openReward(db, userId)
    if (!open || !membership?.stripeSubscriptionId || membership.nextTierId) return
    const expand = ['latest_invoice']
    const subscription = await stripe.subscriptions.retrieve(membership.stripeSubscriptionId, { expand })
    const { discounts, status } = subscription
    const latest = subscription.latest_invoice as Stripe.Invoice | null
    // Taken off already, though the message about it is still under way.
    if (discounts.length > 0 || status === 'canceled' || (latest && rewardOf(latest) === open.id)) return
    const coupon = await referralCoupon(runtime)
    // The invoice of a change of plan takes the coupon away and nothing off: after it, it is put there again.
    await stripe.subscriptions.update(
      membership.stripeSubscriptionId,
      { discounts: [{ coupon }], metadata: { [rewardMark]: open.id } },
      { idempotencyKey: `referral:${open.id}:${latest?.id}` },
    )
  },
})

/** What was paid for the month has gone back, or has come again. */
const money = defineJob({
  ...followMoney,
  retries: 10,
  mustBeDone: true,
  async run({ userId }, context) {
    const membership = await currentMembership(context.runtime.db, userId)
    if (membership?.stripeSubscriptionId) await followSubscription(context, membership.stripeSubscriptionId)
  },
})

/**
 * Compares memberships with the subscriptions at the provider, whatever became of the messages about them: whoever pays there
 * has a membership or their money back, and whose subscription has ended there is an Explorer.
 */
const reconcile = defineJob({
  ...reconcileSubscriptions,
  cron: '47 4 * * *',
  cronPayload: {},
  async run(_, context) {
    const { stripe, db, log } = context.runtime
    const running = await everyOf(stripe.subscriptions.list({ limit: 100 }))
    const { stripeSubscriptionId: carried } = userMemberships
    const ours = await db
      .select({ carried })
      .from(userMemberships)
      .where(and(isActiveMembership, isNotNull(carried)))
    const ids = new Set([...running.map(({ id }) => id), ...ours.map(row => row.carried!)])
    for (const subscriptionId of ids)
      await followSubscription(context, subscriptionId).catch(error =>
        log.error({ err: error, subscriptionId }, 'a subscription could not be compared'),
      )
  },
})

/** Ends a subscription that gave nothing; the credit that its invoice used up goes back, once. */
const undo = defineJob({
  ...undoSubscription,
  retries: 10,
  mustBeDone: true,
  async run({ subscriptionId, invoiceId }, { runtime }) {
    const { stripe } = runtime
    const subscription = await stripe.subscriptions.retrieve(subscriptionId)
    if (subscription.status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId)
    const invoice = await stripe.invoices.retrieve(invoiceId)
    const { creditPence } = billOf(invoice)
    const customer = idAtProvider(invoice.customer)
    const change = { amount: creditPence, currency: invoice.currency, description: 'Credit given back' }
    if (creditPence > 0 && customer) await changeCredit(runtime, customer, { ...change, cause: `undo:${invoiceId}` })
  },
})

export const jobs: AnyJob[] = [endReplaced, reward, undo, money, reconcile]
