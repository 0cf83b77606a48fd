import { ownPlan } from '#features/membership/plans/model.ts'
import { isFree } from '#features/membership/tiers/rules.ts'
import { shortTimeout } from '#features/money/customers/model.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { accountChoice } from './inputs.ts'
import { heldFor } from './model.ts'

/** What a block or suspension means for somebody's membership; part of `memberships` in the router. */
export const restrictionCalls = {
  /**
   * What the house holds of an account's money for its membership now, in pence: what is unused and what the provider keeps as
   * credit, as a block would give them back; and what is charged a month, and when next (`plan`: null when nothing is).
   * Throws NOT_FOUND, PROVIDER_UNREACHABLE.
   */
  ofAccount: forAdmin
    .route({ method: 'GET', summary: 'Paid membership of an account' })
    .input(accountChoice)
    .handler(async ({ input: { userId }, context: { runtime, db, now } }) => {
      const { current, next, customerId } = await ownPlan(db, userId)
      const subscriptionId = current?.stripeSubscriptionId ?? null
      const isGift = current !== null && !subscriptionId && !isFree(current.tier)
      try {
        const { stripe } = runtime
        const { back } = await heldFor(runtime, { userId, subscriptionId, customerId, now }, shortTimeout)
        if (!current || !subscriptionId) return { plan: isGift ? giftOf(current.tier) : null, ...back }
        const subscription = await stripe.subscriptions.retrieve(subscriptionId, {}, shortTimeout)
        const { price, current_period_end: end } = subscription.items.data[0]!
        const isCharged =
          !subscription.cancel_at_period_end && subscription.cancel_at === null && !subscription.pause_collection
        return {
          plan: {
            name: next?.name ?? current.tier.name,
            /** It begins with its first charge, on `nextChargeAt`. */
            isWaiting: next !== null,
            monthlyPence: price.unit_amount ?? 0,
            nextChargeAt: isCharged ? new Date(end * 1000) : null,
          },
          ...back,
        }
      } catch (error) {
        runtime.log.warn({ err: error }, 'a subscription could not be read')
        throw refusal('PROVIDER_UNREACHABLE', 'The membership could not be read. Please try again.', { status: 424 })
      }
    }),
}

const giftOf = ({ name }: { name: string }) => ({ name, isWaiting: false, monthlyPence: 0, nextChargeAt: null })
