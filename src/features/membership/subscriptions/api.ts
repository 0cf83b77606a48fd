import { membershipEndingMail } from '#features/membership/memberships/mail.tsx'
import { currentMembership, leavePaid, lockMembership, mailMember } from '#features/membership/memberships/model.ts'
import { cancellationReasons } from '#features/membership/memberships/table.ts'
import { takenBack } from '#features/membership/pauses/rules.ts'
import { tierChoice } from '#features/membership/plans/inputs.ts'
import { choiceOf, ownPlanOf, previewChange, usedBefore, whyNotChange } from '#features/membership/plans/model.ts'
import { portalFailed, whyNot } from '#features/membership/plans/rules.ts'
import { asksForSame, firstMonth, membershipOrders, stripePriceOf } from '#features/membership/sales/model.ts'
import { customerOf, knownCustomer, shortTimeout } from '#features/money/customers/model.ts'
import { abandonOrder, checkout } from '#features/money/orders/model.ts'
import { whyNot as whyNotOrder } from '#features/money/orders/rules.ts'
import { jobContext } from '#platform/jobs/runner.ts'
import type { Problem } from '#platform/problem.ts'
import { demand, refusal } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { leaving, nothing, tierChange, tierStart } from './inputs.ts'
import { followSubscription } from './model.ts'

const checkoutFailed = 'Failed to start checkout. Please try again.'

/** What is charged every month: begun, changed, ended; part of `memberships` in the router. */
export const subscriptionCalls = {
  /**
   * The payment page for a paid tier: a month from today, pro rata the rest of this one, or a month from a later day, which is
   * charged on that day (decision 58). Refusals: "Already on Explorer" (a free tier while on one), ALREADY_SUBSCRIBED (change
   * instead), CHECKOUT_FAILED "Failed to start checkout. Please try again." (MEM-26…29).
   */
  subscribe: forMember
    .meta({ spends: ['money'] })
    .route({ summary: 'Start paying for a tier' })
    .input(tierStart)
    .handler(async ({ input, context }) => {
      const { runtime, db, actor } = context
      const { tier, current, pending, discount } = await choiceOf(db, actor.userId, input.tierId)
      const { isProRata, startOn } = input
      demand(whyNot.subscribe(current, tier))
      if (startOn) demand(whyNot.beginLater(current, { startOn, isProRata }, context.now))
      const goods = firstMonth(tier, discount, { isProRata, startOn, now: context.now })
      const isSame = pending !== null && asksForSame(pending, goods) && whyNotOrder.pay(pending, context.now) === null
      if (pending && !isSame) await abandonOrder(runtime, membershipOrders, pending.id)
      return checkout(context, {
        kind: membershipOrders,
        back: id => ({ paid: `/members?success=true&order=${id}`, left: '/members?canceled=true' }),
        failed: { message: checkoutFailed },
        reserve: async (_, open) => ({ orderId: isSame ? pending.id : (await open(goods)).id }),
      })
    }),

  /**
   * What changing to another paid tier costs now, in pence (negative: credit), as the provider reckons it `at` this second; how
   * much of it credit pays; what it costs from the next month on; whether it takes a cancellation back; and until when the plan
   * of before counts as used, because its weekly tokens were had (null: until now). PROVIDER_UNREACHABLE.
   */
  changeQuote: forMember
    .route({ method: 'GET', summary: 'Price of changing the tier' })
    .input(tierChoice)
    .handler(async ({ input, context: { runtime, db, actor, now } }) => {
      const choice = await choiceOf(db, actor.userId, input.tierId)
      const { tier, current } = choice
      demand(whyNotChange(choice))
      const at = Math.floor(now.getTime() / 1000)
      try {
        const price = await stripePriceOf(runtime, tier)
        const usedTo = usedBefore(choice)
        const quoted = await previewChange(runtime, current!.stripeSubscriptionId!, { price, at, usedTo })
        const { nowPence, creditPence, countsFrom } = quoted
        const { pricePence: monthlyPence } = tier
        const bringsTokens = tier.weeklyTokens > current!.tier.weeklyTokens
        const endsNoMore = current!.cancelsAtPeriodEnd
        return { nowPence, creditPence, countsFrom, bringsTokens, monthlyPence, endsNoMore, at }
      } catch (error) {
        runtime.log.warn({ err: error }, 'the price of a change could not be found out')
        throw refusal('PROVIDER_UNREACHABLE', 'The price could not be found out. Please try again.', { status: 424 })
      }
    }),

  /**
   * Changes a paid membership to another paid tier at once; the difference for the rest of the month is settled, at the price
   * that the person was quoted. Of a larger plan the time counts as used whose weekly tokens were had. QUOTE_CHANGED with the new sum (nothing has changed then), PAYMENT_FAILED, CHECKOUT_FAILED.
   */
  change: forMember
    .meta({ limit: { as: 'Changes of plan', points: 20, seconds: 3_600 } })
    .route({ summary: 'Change to another paid tier' })
    .input(tierChange)
    .handler(({ input, context }) =>
      context.runtime.oneAtATime(context.actor.userId, async () => {
        const { runtime, db, actor, request } = context
        const choice = await choiceOf(db, actor.userId, input.tierId)
        const { tier, current } = choice
        demand(whyNotChange(choice))
        const subscriptionId = current!.stripeSubscriptionId!
        const problem = await settled(
          runtime,
          async () => {
            const price = await stripePriceOf(runtime, tier)
            const now = Math.floor(context.now.getTime() / 1000)
            const isFresh = input.quote.at <= now && input.quote.at > now - quoteSeconds
            const at = isFresh ? input.quote.at : now
            const usedTo = usedBefore(choice)
            const found = await previewChange(runtime, subscriptionId, { price, at, usedTo })
            const { nowPence, itemId, invoicedAt, terms } = found
            const problem = whyNot.pay(input.quote, { nowPence, isFresh: isFresh && at >= invoicedAt })
            if (problem) return problem
            await runtime.stripe.subscriptions.update(
              subscriptionId,
              {
                items: [{ id: itemId, price }],
                ...terms,
                metadata: { tierId: tier.id },
                cancel_at_period_end: false,
                // Nobody gets a plan that the bank does not pay for.
                payment_behavior: 'error_if_incomplete',
              },
              shortTimeout,
            )
            await followSubscription(jobContext(runtime, request.id), subscriptionId)
            return null
          },
          'Your bank did not pay, so your plan has not changed. Check your card under Manage Subscription and try again.',
        )
        demand(problem)
        return ownPlanOf(context)
      }),
    ),

  /** Begins now what was to begin on a later day: it is charged at once. NOT_ARRANGED, PAYMENT_OVERDUE, PAYMENT_FAILED
   * (nothing has changed then), CHECKOUT_FAILED. */
  startNow: forMember
    .route({ summary: 'Begin an arranged membership now' })
    .input(nothing)
    .handler(({ context }) =>
      context.runtime.oneAtATime(context.actor.userId, async () => {
        const { runtime, db, actor, request } = context
        const current = await currentMembership(db, actor.userId)
        demand(whyNot.startNow(current))
        await settled(
          runtime,
          async () => {
            const subscriptionId = current!.stripeSubscriptionId!
            await runtime.stripe.subscriptions.update(
              subscriptionId,
              { trial_end: 'now', payment_behavior: 'error_if_incomplete' },
              shortTimeout,
            )
            await followSubscription(jobContext(runtime, request.id), subscriptionId)
          },
          'Your bank did not pay, so your membership has not begun. Check your card under Manage Subscription and try again.',
        )
        return ownPlanOf(context)
      }),
    ),

  /**
   * Back to Explorer: a subscription ends with its period, one that has not begun and anything else at once. Whoever says why has
   * it kept for the office. "Already on Explorer" (MEM-29).
   */
  backToExplorer: forMember
    .route({ summary: 'Cancel the paid membership' })
    .input(leaving)
    .handler(({ input, context }) =>
      context.runtime.oneAtATime(context.actor.userId, async () => {
        const { db, actor } = context
        const current = await currentMembership(db, actor.userId)
        demand(whyNot.cancel(current))
        const hasSubscription = Boolean(current!.stripeSubscriptionId)
        if (current!.nextTierId) await endBeforeStart(context, current!.stripeSubscriptionId!)
        else if (hasSubscription) await cancelAtEnd(context, current!)
        const { reason = null, words = '' } = input ?? {}
        const why = { userId: actor.userId, membershipId: current!.id, reason, words }
        if (!hasSubscription || reason || words)
          await context.write(async tx => {
            if (!hasSubscription) {
              const locked = await lockMembership(tx, actor.userId)
              // A payment may have begun one meanwhile: that is not what was cancelled.
              demand(locked.current?.id === current!.id && !locked.current.stripeSubscriptionId ? null : begunMeanwhile)
              await leavePaid(tx, actor.userId, locked)
              const about = { tierName: current!.tier.name, endsOn: null, isOnHold: false }
              await mailMember(tx, actor.userId, membershipEndingMail, about, {
                ...(locked.person && { person: locked.person }),
              })
            }
            if (reason || words) await tx.insert(cancellationReasons).values({ ...why, createdAt: tx.now })
          })
        return ownPlanOf(context)
      }),
    ),

  /** Takes a cancellation back while the period lasts. */
  keep: forMember
    .route({ summary: 'Take the cancellation back' })
    .input(nothing)
    .handler(async ({ context }) => {
      const { db, actor } = context
      const current = await currentMembership(db, actor.userId)
      demand(whyNot.keep(current))
      await steered(context, current!.stripeSubscriptionId!, ({ stripe }) =>
        stripe.subscriptions.update(current!.stripeSubscriptionId!, { cancel_at_period_end: false }, shortTimeout),
      )
      return ownPlanOf(context)
    }),

  /** The provider's own page for cards, invoices and cancelling. "Failed to open customer portal" (MEM-31). */
  portal: forSignedIn
    .route({ summary: 'Page to manage the own plan' })
    .input(nothing)
    .handler(async ({ context: { runtime, db, actor } }) => {
      demand(whyNot.manage(await currentMembership(db, actor.userId)))
      try {
        const customer = await customerOf(runtime, actor.userId)
        const { url } = await runtime.stripe.billingPortal.sessions.create(
          { customer, return_url: `${runtime.env.publicUrl}/members` },
          shortTimeout,
        )
        return { url }
      } catch (error) {
        runtime.log.warn({ err: error }, 'the customer portal could not be opened')
        throw refusal('PORTAL_FAILED', portalFailed, { status: 424 })
      }
    }),

  /** Reads the subscription again at the provider, at once, and answers the membership (MEM-25). */
  refresh: forSignedIn
    .meta({ limit: { as: 'Refresh of a membership', points: 30, seconds: 60 } })
    .route({ summary: 'Check the own plan again' })
    .input(nothing)
    .handler(async ({ context }) => {
      const { runtime, actor, request } = context
      const customer = await knownCustomer(runtime, actor.userId)
      if (customer) {
        try {
          const { data } = await runtime.stripe.subscriptions.list({ customer, status: 'all', limit: 10 }, shortTimeout)
          for (const { id } of data.reverse()) await followSubscription(jobContext(runtime, request.id), id)
        } catch (error) {
          runtime.log.warn({ err: error }, 'a subscription could not be read')
          throw refusal('PROVIDER_UNREACHABLE', 'Your status could not be checked. Please try again.', {
            status: 424,
          })
        }
      }
      return ownPlanOf(context)
    }),
}

const begunMeanwhile: Problem = {
  code: 'CHANGED_MEANWHILE',
  message: 'Your membership has changed meanwhile, and nothing was cancelled. Look at it again.',
}

/** How long a quoted price holds. */
const quoteSeconds = 900

/**
 * While nothing was charged, nothing is left to run out. What the provider has charged in the meantime, though nobody has told
 * us yet, ends with the month that is paid.
 */
const endBeforeStart = (asking: Asking, subscriptionId: string) =>
  steered(asking, subscriptionId, async ({ stripe }) => {
    const { status } = await stripe.subscriptions.retrieve(subscriptionId, {}, shortTimeout)
    return status === 'active'
      ? stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, shortTimeout)
      : stripe.subscriptions.cancel(subscriptionId, {}, shortTimeout)
  })

/** Ends it with what is paid; a pause that has not begun is taken back with it. */
const cancelAtEnd = (
  asking: Asking & { now: Date },
  { stripeSubscriptionId: id, pausedFrom }: { stripeSubscriptionId: string | null; pausedFrom: Date | null },
) =>
  steered(asking, id!, ({ stripe }) =>
    stripe.subscriptions.update(
      id!,
      {
        cancel_at_period_end: true,
        ...(pausedFrom && pausedFrom > asking.now && takenBack(pausedFrom)),
      },
      shortTimeout,
    ),
  )

/** A change at the provider that may charge: PAYMENT_FAILED in the words `notPaid`, CHECKOUT_FAILED when it cannot be reached. */
export async function settled<Result>(
  { log }: Runtime,
  change: () => Promise<Result>,
  notPaid: string,
): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    log.warn({ err: error }, 'a plan could not be changed')
    if ((error as { type?: string }).type === 'StripeCardError')
      throw refusal('PAYMENT_FAILED', notPaid, { status: 402 })
    throw refusal('CHECKOUT_FAILED', checkoutFailed, { status: 424 })
  }
}

interface Asking {
  runtime: Runtime
  request: { id: string }
}

/** Changes a subscription at the provider and takes over what it is then. PROVIDER_UNREACHABLE. */
export async function steered(
  { runtime, request }: Asking,
  subscriptionId: string,
  steer: (runtime: Runtime) => Promise<unknown>,
): Promise<void> {
  try {
    await steer(runtime)
    await followSubscription(jobContext(runtime, request.id), subscriptionId)
  } catch (error) {
    runtime.log.warn({ err: error }, 'a subscription could not be changed')
    throw refusal('PROVIDER_UNREACHABLE', 'Your membership could not be changed. Please try again.', { status: 424 })
  }
}
