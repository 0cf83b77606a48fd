import { enterTier, lockMembership } from '#features/membership/memberships/model.ts'
import { firstMonth } from '#features/membership/sales/model.ts'
import { nextFirst } from '#features/membership/sales/rules.ts'
import { activeTiersFact } from '#features/membership/tiers/model.ts'
import { isFree } from '#features/membership/tiers/rules.ts'
import { creditOf, knownCustomer } from '#features/money/customers/model.ts'
import { orderTotal } from '#features/money/orders/rules.ts'
import { demand } from '#platform/rpc/errors.ts'
import { forAdmin, forSignedIn } from '#platform/rpc/procedures.ts'
import { tierChoice } from './inputs.ts'
import { choiceOf, planOf } from './model.ts'
import { whyNot } from './rules.ts'

const dayMs = 86_400_000
const ownSwitchDays = 30

/** One's own plan; part of `memberships` in the router. */
export const planCalls = {
  /** One's own membership: tier, period, payment, tokens a week, and what can be done about it. Explorer by default (MEM-15). */
  mine: forSignedIn.route({ method: 'GET', summary: 'Own membership' }).handler(async ({ context }) => {
    const { discount, ...own } = await planOf(context)
    const tiers = own.can.subscribe ? (await context.fact(activeTiersFact)).filter(tier => !isFree(tier)) : []
    const { now } = context
    return {
      ...own,
      /** What is to pay now for each plan that can be begun, in pence: for a month from today, and for the rest of this one. */
      firstMonths: tiers.map(tier => {
        const pence = (isProRata: boolean) =>
          orderTotal(firstMonth(tier, discount, { isProRata, startOn: null, now }).lines)
        return { tierId: tier.id, monthPence: pence(false), restOfMonthPence: pence(true) }
      }),
      /** From when on months are the calendar's, after the rest of this one. */
      nextFirst: nextFirst(now),
    }
  }),

  /**
   * What the payment provider keeps for oneself and takes off the next invoices, in pence. Null where it could not be asked: a
   * page that shows it goes on without.
   */
  credit: forSignedIn
    .route({ method: 'GET', summary: 'Own credit' })
    .handler(async ({ context: { runtime, actor } }): Promise<{ creditPence: number | null }> => {
      const customer = await knownCustomer(runtime, actor.userId)
      if (!customer) return { creditPence: 0 }
      try {
        return { creditPence: await creditOf(runtime, customer) }
      } catch (error) {
        runtime.log.warn({ err: error }, 'the credit of a member could not be read')
        return { creditPence: null }
      }
    }),

  /** An admin's own plan, at no cost, for 30 days; audited (MEM-32, decision 20). */
  adminSwitchOwnPlan: forAdmin
    .route({ summary: "Switch an admin's own plan" })
    .input(tierChoice)
    .handler(({ input, context }) =>
      context.write(async tx => {
        const locked = await lockMembership(tx, context.actor.userId)
        const { tier, current } = await choiceOf(tx, context.actor.userId, input.tierId)
        demand(whyNot.switchFreely(context.actor, current))
        const periodEnd = new Date(tx.now.getTime() + ownSwitchDays * dayMs)
        await enterTier(
          tx,
          {
            userId: context.actor.userId,
            tierId: tier.id,
            isPaid: !isFree(tier),
            paymentStatus: 'waived',
            subscriptionId: null,
            periodStart: tx.now,
            periodEnd,
            // Back to Explorer lasts as long as one likes.
            freeUntil: isFree(tier) ? null : periodEnd,
          },
          locked,
        )
        return { tierId: tier.id }
      }),
    ),
}
