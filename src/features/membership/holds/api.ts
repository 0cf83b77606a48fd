import { currentMembership } from '#features/membership/memberships/model.ts'
import { shortTimeout } from '#features/money/customers/model.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { accountChoice } from './inputs.ts'
import { paidInvoicesOf } from './model.ts'
import { unusedPence } from './rules.ts'

/** What a block or suspension means for somebody's membership; part of `memberships` in the router. */
export const holdCalls = {
  /**
   * The paid membership of an account, what it costs a month and what is unused of it now, in pence, and when it is charged
   * next; null when nothing is charged. PROVIDER_UNREACHABLE.
   */
  ofAccount: forAdmin
    .route({ method: 'GET', summary: 'Paid membership of an account' })
    .input(accountChoice)
    .handler(async ({ input: { userId }, context: { runtime, db, now } }) => {
      const current = await currentMembership(db, userId)
      if (!current?.stripeSubscriptionId) return null
      try {
        const { stripe } = runtime
        const subscription = await stripe.subscriptions.retrieve(current.stripeSubscriptionId, {}, shortTimeout)
        const invoices = await paidInvoicesOf(stripe, subscription.id, shortTimeout)
        const { price, current_period_end: end } = subscription.items.data[0]!
        const isCharged =
          !subscription.cancel_at_period_end && subscription.cancel_at === null && !subscription.pause_collection
        return {
          planName: current.tier.name,
          /** It begins with its first charge, on `nextChargeAt`. */
          isWaiting: current.nextTierId !== null,
          monthlyPence: price.unit_amount ?? 0,
          nextChargeAt: isCharged ? new Date(end * 1000) : null,
          unusedPence: unusedPence(invoices, now),
        }
      } catch (error) {
        runtime.log.warn({ err: error }, 'a subscription could not be read')
        throw refusal('PROVIDER_UNREACHABLE', 'The membership could not be read. Please try again.', { status: 424 })
      }
    }),
}
