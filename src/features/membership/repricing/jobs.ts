import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { isCustomPrice, stripePriceOf } from '#features/membership/sales/model.ts'
import { followSubscription } from '#features/membership/subscriptions/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'

/**
 * Moves one subscription to the price of its plan, as its owner was told when it was asked for: at the provider it counts from the
 * next invoice on. It looks at what the provider has then, so it may run any number of times; whoever has cancelled, changed plan or
 * got a price of their own meanwhile, and a plan that changed its price again, is left alone.
 */
export const reprice = defineJob({
  name: 'memberships.reprice',
  payload: z.object({ membershipId: z.uuid(), wasPence: z.number().int(), pence: z.number().int().positive() }),
  retries: 10,
  mustBeDone: true,
  async run({ membershipId, wasPence, pence }, context) {
    const { db, stripe, oneAtATime } = context.runtime
    const [found] = await db
      .select({ membership: userMemberships, tier: membershipTiers })
      .from(userMemberships)
      .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
      .where(and(eq(userMemberships.id, membershipId), isActiveMembership, eq(membershipTiers.pricePence, pence)))
    const subscriptionId = found?.membership.stripeSubscriptionId
    if (!subscriptionId) return
    await oneAtATime(found.membership.userId, async () => {
      const { items, status, cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId)
      const { id, price } = items.data[0]!
      const isLeaving = status === 'canceled' || cancel_at_period_end || cancel_at !== null
      if (!isLeaving && price.unit_amount === wasPence && !isCustomPrice(price)) {
        const item = { id, price: await stripePriceOf(context.runtime, found.tier) }
        await stripe.subscriptions.update(subscriptionId, { items: [item], proration_behavior: 'none' })
      }
    })
    await followSubscription(context, subscriptionId)
  },
})

export const jobs: AnyJob[] = [reprice]
