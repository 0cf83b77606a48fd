import { and, eq, isNull } from 'drizzle-orm'
import { currentMembership, endSubscription } from '#features/membership/memberships/model.ts'
import { openReward, referralCoupon, rewardReferrer } from '#features/membership/referrals/model.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'

/** A subscription that another one replaced must not go on charging. */
const endReplaced = defineJob({
  ...endSubscription,
  retries: 10,
  async run({ subscriptionId }, { runtime }) {
    const subscription = await runtime.stripe.subscriptions.retrieve(subscriptionId)
    if (subscription.status !== 'canceled') await runtime.stripe.subscriptions.cancel(subscriptionId)
  },
})

/** Takes 10 % off the referrer's next month, one referral a month. Without a subscription it waits for the first month. */
const reward = defineJob({
  ...rewardReferrer,
  retries: 10,
  async run({ userId }, { runtime, now }) {
    const { db, stripe } = runtime
    const membership = await currentMembership(db, userId)
    const open = await openReward(db, userId)
    if (!open || !membership?.stripeSubscriptionId) return
    const { discounts, status } = await stripe.subscriptions.retrieve(membership.stripeSubscriptionId)
    if (discounts.length > 0 || status === 'canceled') return
    const coupon = await referralCoupon(runtime)
    await stripe.subscriptions.update(
      membership.stripeSubscriptionId,
      { discounts: [{ coupon }] },
      { idempotencyKey: `referral:${open.id}` },
    )
    await db
      .update(referrals)
      .set({ discountUsedAt: now })
      .where(and(eq(referrals.id, open.id), isNull(referrals.discountUsedAt)))
  },
})

export const jobs: AnyJob[] = [endReplaced, reward]
