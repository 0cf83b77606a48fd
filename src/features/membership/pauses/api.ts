import { z } from 'zod'
import { settingsFact } from '#features/house/settings/model.ts'
import { currentMembership } from '#features/membership/memberships/model.ts'
import { pauseOf } from '#features/membership/memberships/rules.ts'
import { ownPlanOf } from '#features/membership/plans/model.ts'
import { whyNotPause, whyNotResume } from '#features/membership/plans/rules.ts'
import { pausedFromKey } from '#features/membership/sales/rules.ts'
import { shortTimeout } from '#features/money/customers/model.ts'
import type { JobContext } from '#platform/jobs/define.ts'
import { jobContext } from '#platform/jobs/runner.ts'
import type { Problem } from '#platform/problem.ts'
import { demand } from '#platform/rpc/errors.ts'
import { forMember } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatDay } from '#platform/words.ts'
import { pauseWish } from './inputs.ts'
import { whyNotPauseFrom } from './model.ts'
import { pauseEnd, takenBack } from './rules.ts'

/** How a subscription is changed at the provider; see `membership/subscriptions`. */
export interface Steering {
  steered: (
    asking: { runtime: Runtime; request: { id: string } },
    subscriptionId: string,
    steer: (runtime: Runtime) => Promise<unknown>,
  ) => Promise<void>
  settled: <Result>(runtime: Runtime, change: () => Promise<Result>, notPaid: string) => Promise<Result>
  follow: (context: JobContext, subscriptionId: string) => Promise<unknown>
}

/** A paid membership that rests for some months; part of `memberships` in the router. */
export const pauseCalls = ({ steered, settled, follow }: Steering) => ({
  /**
   * What a pause would be: `from` the end of what is paid, the ends to choose from, and what is charged a month, in pence, when it
   * goes on. `whyNot` says why there is none to have.
   */
  pauseTerms: forMember
    .route({ method: 'GET', summary: 'What pausing the membership means' })
    .handler(async ({ context: { db, actor, fact, now } }) => {
      const settings = await fact(settingsFact)
      const current = await currentMembership(db, actor.userId)
      const from = current?.currentPeriodEnd ?? null
      const problem =
        whyNotPause(current, now) ?? (from && (await whyNotPauseFrom(db, actor.userId, { from, settings })))
      return {
        from,
        whyNot: problem?.message ?? null,
        pausesPerYear: settings.pausesPerYear,
        monthlyPence: current ? (current.monthlyPence ?? current.tier.pricePence) : 0,
        ends: from
          ? Array.from({ length: settings.pauseMonthsAtMost }, (_, index) => ({
              months: index + 1,
              until: pauseEnd(from, index + 1),
            }))
          : [],
      }
    }),

  /**
   * Lets the membership rest for whole months from the end of what is paid: nothing is charged or granted meanwhile, and it is
   * charged again on the last day by itself. NO_SUBSCRIPTION, NOT_BEGUN, PAYMENT_OVERDUE, PAUSED, MONTH_NOT_PAID,
   * ALREADY_CANCELLED, NO_PAUSES, PAUSED_BEFORE, INVALID_INPUT, CHANGED_MEANWHILE, PROVIDER_UNREACHABLE.
   */
  pause: forMember
    .route({ summary: 'Pause the membership' })
    .input(pauseWish)
    .handler(({ input: { months, seenFrom }, context }) =>
      context.runtime.oneAtATime(context.actor.userId, async () => {
        const { db, actor, fact, now } = context
        const settings = await fact(settingsFact)
        const current = await currentMembership(db, actor.userId)
        demand(whyNotPause(current, now))
        const from = current!.currentPeriodEnd!
        demand(from.toISOString() === seenFrom && from > now ? null : renewed(from))
        demand(await whyNotPauseFrom(db, actor.userId, { from, settings, months }))
        const id = current!.stripeSubscriptionId!
        await steered(context, id, async ({ stripe }) => {
          const { items } = await stripe.subscriptions.retrieve(id, {}, shortTimeout)
          const end = items.data[0]!.current_period_end
          // The provider has renewed it and nobody has told us yet: that month is paid as well.
          if (end * 1000 !== from.getTime()) return
          await stripe.subscriptions.update(
            id,
            {
              trial_end: Math.floor(pauseEnd(from, months).getTime() / 1000),
              proration_behavior: 'none',
              metadata: { [pausedFromKey]: String(end) },
            },
            shortTimeout,
          )
        })
        const after = await ownPlanOf(context)
        demand(after.pause ? null : renewed(after.currentPeriodEnd ?? from))
        return after
      }),
    ),

  /**
   * Takes a pause back that has not begun, at no cost, or ends one: then a month is charged at once and counted from today.
   * NOT_PAUSED, ALREADY_CANCELLED, PAYMENT_FAILED (it rests on then), CHECKOUT_FAILED, PROVIDER_UNREACHABLE.
   */
  resume: forMember
    .route({ summary: 'Go on with a paused membership' })
    .input(z.strictObject({}).optional())
    .handler(({ context }) =>
      context.runtime.oneAtATime(context.actor.userId, async () => {
        const { runtime, db, actor, now, request } = context
        const current = await currentMembership(db, actor.userId)
        demand(whyNotResume(current, now))
        const id = current!.stripeSubscriptionId!
        const { from } = pauseOf(current!, now)!
        if (from > now)
          await steered(context, id, ({ stripe }) => stripe.subscriptions.update(id, takenBack(from), shortTimeout))
        else
          await settled(
            runtime,
            async () => {
              const charged = { proration_behavior: 'none', payment_behavior: 'error_if_incomplete' } as const
              await runtime.stripe.subscriptions.update(id, { trial_end: 'now', ...charged }, shortTimeout)
              await follow(jobContext(runtime, request.id), id)
            },
            'Your bank did not pay, so your membership rests on. Check your card under Manage Subscription and try again.',
          )
        return ownPlanOf(context)
      }),
    ),
})

const renewed = (until: Date): Problem => ({
  code: 'CHANGED_MEANWHILE',
  message: `Your paid month runs to ${formatDay(until)} now, and nothing was paused. Look again.`,
})
