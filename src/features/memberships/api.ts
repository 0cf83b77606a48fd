import { and, eq } from 'drizzle-orm'
import { abandonOrder, briefly, customerOf, knownCustomer, openCheckout, openOrder } from '#features/payments/model.ts'
import { orders } from '#features/payments/table.ts'
import { unitPricePence } from '#features/tokens/rules.ts'
import { readSettings } from '#features/venue/model.ts'
import type { Reader } from '#platform/db.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { admin, member, signedIn, visitor } from '#platform/rpc.ts'
import type { Runtime } from '#platform/runtime.ts'
import { nothing, tierChoice } from './inputs.ts'
import { followSubscription, systemContext } from './jobs.ts'
import {
  activeTiers,
  currentMembership,
  enterTier,
  leavePaid,
  membershipOrders,
  referralCoupon,
  referralDiscount,
  stripePriceOf,
  type Tier,
} from './model.ts'
import { isFree, proration, takeOff, tierFacts } from './rules.ts'
import { membershipTiers } from './table.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const ownSwitchDays = 30

export const memberships = {
  /** Active tiers in price order, with the price of a token on each (decisions 10–12). */
  tiers: visitor.route({ method: 'GET', summary: 'Tiers that can be chosen' }).handler(async ({ context: { db } }) => {
    const { tokenPricePence, loyaltyTokens } = await readSettings(db)
    return (await activeTiers(db)).map(tier => ({
      ...tierFacts(tier),
      tokenPricePence: unitPricePence(tokenPricePence, tier.tokenDiscountPercent),
      loyaltyTokens,
    }))
  }),

  /** One's own membership: tier, period, payment, tokens a week, and what can be done about it. Explorer by default (MEM-15). */
  mine: signedIn
    .route({ method: 'GET', summary: 'Own membership' })
    .handler(({ context }) => mine(context.db, context.actor)),

  /**
   * The payment page for a paid tier. Refusals: "Already on Explorer" (a free tier while on one), ALREADY_SUBSCRIBED (change
   * instead), CHECKOUT_FAILED "Failed to start checkout. Please try again." (MEM-26…29).
   */
  subscribe: member
    .route({ summary: 'Start paying for a tier' })
    .input(tierChoice)
    .handler(async ({ input, context }) => {
      const { runtime, db, actor } = context
      const tier = await chosenTier(db, input.tierId)
      const current = await currentMembership(db, actor.userId)
      if (isFree(tier)) throw onExplorer(current)
      if (current?.stripeSubscriptionId)
        throw refusal('ALREADY_SUBSCRIBED', 'You have a paid membership. Change your plan instead.')
      const discount = await referralDiscount(db, actor.userId)
      const amountPence = discount ? takeOff(tier.pricePence, discount.percent) : tier.pricePence
      const reference = discount?.referralId ? `${tier.id}/${discount.referralId}` : tier.id
      const open = await pendingOrder(db, actor.userId)
      const isSame =
        open !== null &&
        open.reference === reference &&
        open.amountPence === amountPence &&
        open.expiresAt > context.now
      if (open && !isSame) await abandonOrder(runtime, membershipOrders, open.id)
      const { holdMinutes } = await readSettings(db)
      const orderId = isSame
        ? open.id
        : await context.write(tx =>
            openOrder(tx, {
              userId: actor.userId,
              kind: 'membership',
              description: `${tier.name} membership, first month`,
              lines: [{ name: `${tier.name} membership`, quantity: 1, unitPence: amountPence }],
              expiresAt: new Date(tx.now.getTime() + holdMinutes * minuteMs),
              reference,
            }),
          )
      const { url } = await orFailedCheckout(
        openCheckout(
          runtime,
          orderId,
          { success: `/members?success=true&order=${orderId}`, cancel: '/members?canceled=true' },
          async order => ({
            mode: 'subscription',
            customer: await customerOf(runtime, actor.userId),
            line_items: [{ price: await stripePriceOf(runtime, tier), quantity: 1 }],
            subscription_data: { metadata: { orderId: order.id, tierId: tier.id } },
            ...(discount && { discounts: [{ coupon: await referralCoupon(runtime) }] }),
          }),
        ),
      )
      return { orderId, url }
    }),

  /** What changing to another paid tier costs now, in pence (negative: credit), and from the next month on. */
  changeQuote: member
    .route({ method: 'GET', summary: 'Price of changing the tier' })
    .input(tierChoice)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const tier = await chosenTier(db, input.tierId)
      const current = await subscribed(db, actor.userId)
      const nowPence = proration({
        fromPence: current.tier.pricePence,
        toPence: tier.pricePence,
        start: current.currentPeriodStart ?? now,
        end: current.currentPeriodEnd ?? now,
        now,
      })
      return { nowPence, monthlyPence: tier.pricePence }
    }),

  /** Changes a paid membership to another paid tier at once; the difference for the rest of the month is settled. */
  change: member
    .route({ summary: 'Change to another paid tier' })
    .input(tierChoice)
    .handler(async ({ input, context }) => {
      const { runtime, db, actor } = context
      const tier = await chosenTier(db, input.tierId)
      const current = await subscribed(db, actor.userId)
      if (isFree(tier)) throw refusal('INVALID_INPUT', 'Go back to Explorer by cancelling.', { status: 400 })
      if (tier.id === current.tierId) throw refusal('ALREADY_ON_TIER', `Already on ${tier.name}`)
      await orFailedCheckout(
        (async () => {
          const price = await stripePriceOf(runtime, tier)
          const { items } = await runtime.stripe.subscriptions.retrieve(current.stripeSubscriptionId, {}, briefly)
          await runtime.stripe.subscriptions.update(
            current.stripeSubscriptionId,
            {
              items: [{ id: items.data[0]!.id, price }],
              metadata: { tierId: tier.id },
              cancel_at_period_end: false,
              proration_behavior: 'always_invoice',
            },
            briefly,
          )
          await followSubscription(systemContext(runtime), current.stripeSubscriptionId)
        })(),
      )
      return mine(db, actor)
    }),

  /** Back to Explorer: a subscription ends with its period, anything else at once. "Already on Explorer" (MEM-29). */
  backToExplorer: member
    .route({ summary: 'Cancel the paid membership' })
    .input(nothing)
    .handler(async ({ context }) => {
      const { runtime, db, actor } = context
      const current = await currentMembership(db, actor.userId)
      if (!current || isFree(current.tier)) throw onExplorer(current)
      if (current.stripeSubscriptionId) await setCancelled(runtime, current.stripeSubscriptionId, true)
      else await context.write(tx => leavePaid(tx, actor.userId))
      return mine(db, actor)
    }),

  /** Takes a cancellation back while the period lasts. */
  keep: member
    .route({ summary: 'Take the cancellation back' })
    .input(nothing)
    .handler(async ({ context }) => {
      const current = await subscribed(context.db, context.actor.userId)
      await setCancelled(context.runtime, current.stripeSubscriptionId, false)
      return mine(context.db, context.actor)
    }),

  /** The provider's own page for cards, invoices and cancelling. "Failed to open customer portal" (MEM-31). */
  portal: signedIn
    .route({ summary: 'Page to manage the subscription' })
    .input(nothing)
    .handler(async ({ context: { runtime, actor } }) => {
      try {
        const customer = await knownCustomer(runtime, actor.userId)
        if (!customer) throw new Error('nothing was ever paid here')
        const { url } = await runtime.stripe.billingPortal.sessions.create(
          { customer, return_url: `${runtime.env.publicUrl}/members` },
          briefly,
        )
        return { url }
      } catch (error) {
        runtime.log.warn({ err: error }, 'the customer portal could not be opened')
        throw refusal('PORTAL_FAILED', 'Failed to open customer portal', { status: 424 })
      }
    }),

  /** Reads the subscription again at the provider, at once, and answers the membership (MEM-25). */
  refresh: signedIn
    .meta({ limit: { points: 30, seconds: 60 } })
    .route({ summary: 'Check the subscription again' })
    .input(nothing)
    .handler(async ({ context }) => {
      const { runtime, db, actor } = context
      const customer = await knownCustomer(runtime, actor.userId)
      if (customer) {
        try {
          const { data } = await runtime.stripe.subscriptions.list({ customer, status: 'all', limit: 10 }, briefly)
          for (const { id } of data.reverse()) await followSubscription(systemContext(runtime), id)
        } catch (error) {
          runtime.log.warn({ err: error }, 'a subscription could not be read')
          throw refusal('PROVIDER_UNREACHABLE', 'Your status could not be checked. Please try again.', {
            status: 424,
          })
        }
      }
      return mine(db, actor)
    }),

  /** An admin's own plan, at no cost, for 30 days; audited (MEM-32, decision 20). */
  adminSwitchOwnPlan: admin
    .route({ summary: "Switch an admin's own plan" })
    .input(tierChoice)
    .handler(({ input, context }) =>
      context.write(async tx => {
        const tier = await chosenTier(tx, input.tierId)
        const current = await currentMembership(tx, context.actor.userId)
        if (current?.stripeSubscriptionId)
          throw refusal('ALREADY_SUBSCRIBED', 'You have a paid membership. Cancel it first.')
        await enterTier(tx, {
          userId: context.actor.userId,
          tierId: tier.id,
          isPaid: !isFree(tier),
          paymentStatus: 'waived',
          subscriptionId: null,
          periodStart: tx.now,
          periodEnd: new Date(tx.now.getTime() + ownSwitchDays * dayMs),
        })
        return { tierId: tier.id }
      }),
    ),
}

async function mine(db: Reader, actor: { userId: string; roles: string[] }) {
  const current = await currentMembership(db, actor.userId)
  const open = await pendingOrder(db, actor.userId)
  const isPaid = current !== null && !isFree(current.tier)
  const hasSubscription = Boolean(current?.stripeSubscriptionId)
  return {
    tier: current ? tierFacts(current.tier) : null,
    isSubscribed: isPaid,
    paymentStatus: current?.paymentStatus ?? null,
    startedOn: current?.startedOn ?? null,
    paidSinceOn: current?.paidSinceOn ?? null,
    currentPeriodStart: current?.currentPeriodStart ?? null,
    currentPeriodEnd: current?.currentPeriodEnd ?? null,
    renews: hasSubscription && !current?.cancelsAtPeriodEnd,
    cancelsAtPeriodEnd: current?.cancelsAtPeriodEnd ?? false,
    firstMonthDiscountPercent: hasSubscription ? 0 : ((await referralDiscount(db, actor.userId))?.percent ?? 0),
    pendingOrderId: open?.id ?? null,
    can: {
      subscribe: !hasSubscription,
      change: hasSubscription,
      cancel: isPaid && !current?.cancelsAtPeriodEnd,
      keep: hasSubscription && Boolean(current?.cancelsAtPeriodEnd),
      manage: hasSubscription,
      switchFreely: actor.roles.includes('admin') && !hasSubscription,
    },
  }
}

async function chosenTier(db: Reader, tierId: string): Promise<Tier> {
  const [tier] = await db
    .select()
    .from(membershipTiers)
    .where(and(eq(membershipTiers.id, tierId), eq(membershipTiers.isActive, true)))
  if (!tier) throw notFound('Tier not found')
  return tier
}

async function subscribed(db: Reader, userId: string) {
  const current = await currentMembership(db, userId)
  if (!current?.stripeSubscriptionId) throw refusal('NO_SUBSCRIPTION', 'You have no paid membership yet.')
  return { ...current, stripeSubscriptionId: current.stripeSubscriptionId }
}

async function pendingOrder(db: Reader, userId: string) {
  const [row] = await db
    .select({
      id: orders.id,
      reference: orders.reference,
      amountPence: orders.amountPence,
      expiresAt: orders.expiresAt,
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.kind, 'membership'), eq(orders.status, 'pending')))
  return row ?? null
}

const onExplorer = (current: { tier: Tier } | null) =>
  !current || isFree(current.tier)
    ? refusal('ALREADY_ON_EXPLORER', 'Already on Explorer')
    : refusal('INVALID_INPUT', 'Go back to Explorer by cancelling.', { status: 400 })

async function setCancelled(runtime: Runtime, subscriptionId: string, isCancelled: boolean): Promise<void> {
  try {
    await runtime.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isCancelled }, briefly)
    await followSubscription(systemContext(runtime), subscriptionId)
  } catch (error) {
    runtime.log.warn({ err: error }, 'a subscription could not be changed')
    throw refusal('PROVIDER_UNREACHABLE', 'Your membership could not be changed. Please try again.', {
      status: 424,
    })
  }
}

/** Whatever went wrong at the provider reads the same (MEM-27). */
async function orFailedCheckout<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if ((error as { code?: string }).code === 'ORDER_CLOSED') throw error
    throw refusal('CHECKOUT_FAILED', 'Failed to start checkout. Please try again.', { status: 424 })
  }
}
