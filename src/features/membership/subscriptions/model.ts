import { and, eq, or } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { membershipEndingMail } from '#features/membership/memberships/mail.tsx'
import {
  currentMembership,
  enterTier,
  grantWeek,
  leavePaid,
  lockMembership,
  mailMember,
} from '#features/membership/memberships/model.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import {
  completeReferral,
  type Discount,
  referralCoupon,
  rewardReferrer,
} from '#features/membership/referrals/model.ts'
import { referralPercent, takeOff } from '#features/membership/referrals/rules.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import type { Tier } from '#features/membership/tiers/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { customerOf, ifMissing, personOf, shortTimeout } from '#features/money/customers/model.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { paymentCustomers } from '#features/money/customers/table.ts'
import { enterLedger } from '#features/money/ledger/model.ts'
import type { Goods, Order, OrderKind } from '#features/money/orders/model.ts'
import { orders } from '#features/money/orders/table.ts'
import { type EventFollower, type Followed, type Payment, payOrder } from '#features/money/provider/model.ts'
import type { Reader } from '#platform/db/pool.ts'
import { mails } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext } from '#platform/jobs/define.ts'
import { refusal } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatDate } from '#platform/words.ts'
import { membershipStartedMail, paymentFailedMail } from './mail.tsx'
import { paymentStatusOf } from './rules.ts'

/** The first month of a tier as an order asks for it, less what a referral takes off. */
export function firstMonth(tier: Tier, discount: Discount | null): Goods {
  const unitPence = discount ? takeOff(tier.pricePence, discount.percent) : tier.pricePence
  return {
    description: `${tier.name} membership, first month`,
    lines: [{ name: `${tier.name} membership`, quantity: 1, unitPence }],
    reference: discount?.referralId ? `${tier.id}/${discount.referralId}` : tier.id,
  }
}

/** A first month: once paid, it completes the referral and says welcome. The tier itself follows the subscription. */
export const membershipOrders: OrderKind = {
  name: 'membership',
  async termsOf(runtime, order) {
    const tier = await tierOfOrder(runtime.db, order)
    const isDiscounted = order.amountPence === takeOff(tier.pricePence, referralPercent)
    if (!isDiscounted && order.amountPence !== tier.pricePence)
      throw refusal('ORDER_CLOSED', 'The price of this plan has changed. Please choose it again.')
    return {
      mode: 'subscription',
      customer: await customerOf(runtime, order.userId),
      line_items: [{ price: await stripePriceOf(runtime, tier), quantity: 1 }],
      subscription_data: { metadata: { orderId: order.id, tierId: tier.id } },
      ...(isDiscounted && { discounts: [{ coupon: await referralCoupon(runtime) }] }),
    }
  },
  async fulfil(tx, order) {
    const tier = await tierOfOrder(tx, order)
    const { referralId } = referenceOf(order)
    await completeReferral(tx, order.userId)
    if (referralId) await tx.update(referrals).set({ discountUsedAt: tx.now }).where(eq(referrals.id, referralId))
    await mailMember(tx, order.userId, membershipStartedMail, {
      tierName: tier.name,
      paidPence: order.amountPence,
      weeklyTokens: tier.weeklyTokens,
    })
    return { outcome: 'fulfilled' }
  },
  release: async () => {},
}

/** An order's reference: the tier, and the referral whose discount it uses up. */
function referenceOf(order: Pick<Order, 'reference'>): { tierId: string; referralId: string | null } {
  const [tierId = '', referralId = null] = (order.reference ?? '').split('/')
  return { tierId, referralId }
}

async function tierOfOrder(db: Reader, order: Order): Promise<Tier> {
  const [tier] = await db
    .select()
    .from(membershipTiers)
    .where(eq(membershipTiers.id, referenceOf(order).tierId))
  return tier!
}

/** The monthly price of a tier at the provider: the one an admin named while it costs the same, else one made from the row. */
export async function stripePriceOf({ stripe }: Pick<Runtime, 'stripe'>, tier: Tier): Promise<string> {
  const fits = (price: Stripe.Price | undefined) =>
    price?.active &&
    price.currency === 'gbp' &&
    price.unit_amount === tier.pricePence &&
    price.recurring?.interval === 'month' &&
    price.recurring.interval_count === 1
  if (tier.stripePriceId) {
    const named = await stripe.prices.retrieve(tier.stripePriceId, {}, shortTimeout).catch(ifMissing(undefined))
    if (fits(named)) return tier.stripePriceId
  }
  const key = `tier:${tier.id}:${tier.pricePence}`
  const [found] = (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }, shortTimeout)).data
  if (found && fits(found)) return found.id
  const made = await stripe.prices.create(
    {
      currency: 'gbp',
      unit_amount: tier.pricePence,
      recurring: { interval: 'month' },
      lookup_key: key,
      metadata: { tierId: tier.id },
      product_data: { name: `Exchange ${tier.name}` },
    },
    { ...shortTimeout, idempotencyKey: key },
  )
  return made.id
}

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
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  const [found] = await db
    .select({ userId: paymentCustomers.userId, status: userMemberships.status })
    .from(paymentCustomers)
    .leftJoin(userMemberships, eq(userMemberships.stripeSubscriptionId, subscriptionId))
    .where(eq(paymentCustomers.stripeCustomerId, idAtProvider(subscription.customer) ?? ''))
  if (!found) return 'ignored'
  const { userId, status } = found
  if (!status) {
    const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 })
    for (const invoice of data.filter(({ status }) => status === 'paid').reverse()) {
      const followed = await followInvoice(context, invoice.id!)
      if (typeof followed !== 'string') return followed
    }
    return 'done'
  }
  if (status === 'active') await write(tx => applySubscription(tx, userId, subscription, syncedAt))
  return 'done'
}

/** A paid invoice is entered in the ledger; the first one pays the order and starts the membership, each one grants the week. */
async function followInvoice(context: JobContext, invoiceId: string): Promise<Followed> {
  const { runtime, write } = context
  const { stripe } = runtime
  const syncedAt = runtime.clock.now()
  const invoice = await stripe.invoices.retrieve(invoiceId)
  const subscriptionId = idAtProvider(invoice.parent?.subscription_details?.subscription)
  const userId = invoice.customer && (await personOf(runtime, invoice.customer))
  if (!userId || !subscriptionId) return 'ignored'
  if (invoice.status !== 'paid') {
    if (invoice.status === 'open' && invoice.attempted) await followFailure(context, userId, invoice, subscriptionId)
    return 'done'
  }
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  const isFirst = invoice.billing_reason === 'subscription_create'
  const payment = {
    amountPence: invoice.amount_paid,
    currency: invoice.currency,
    externalRef: invoice.id!,
    paymentIntentId: isFirst ? await intentOf(stripe, invoice.id!) : null,
  }
  return write(async tx => {
    if (isFirst) {
      const refused = await payFirst(tx, userId, subscription, payment)
      if (refused) return { refused }
    } else if (payment.amountPence > 0) {
      await enterLedger(tx, {
        userId,
        kind: membershipOrders.name,
        amountPence: payment.amountPence,
        description: 'Membership, next month',
        externalRef: payment.externalRef,
      })
    }
    const [known] = await tx
      .select({ status: userMemberships.status })
      .from(userMemberships)
      .where(eq(userMemberships.stripeSubscriptionId, subscriptionId))
    if (known?.status !== 'cancelled') await applySubscription(tx, userId, subscription, syncedAt)
    const membership = await currentMembership(tx, userId)
    if (membership?.stripeSubscriptionId === subscriptionId && membership.paymentStatus === 'paid') {
      await grantWeek(tx, membership, membership.tier)
      await tx.enqueue(rewardReferrer, { userId })
    }
    return 'done' as const
  })
}

/** The first month pays the order that asked for it. Returns what speaks against it. */
async function payFirst(
  tx: Tx,
  userId: string,
  subscription: Stripe.Subscription,
  payment: Payment,
): Promise<string | null> {
  const orderId = z.uuid().safeParse(subscription.metadata.orderId).data
  const [order] = orderId ? await tx.select().from(orders).where(eq(orders.id, orderId)) : []
  if (order?.kind !== membershipOrders.name) return 'no order asked for this subscription'
  if (order.userId !== userId) return 'paid by another customer'
  const paid = await payOrder(tx, membershipOrders, order.id, payment)
  return paid.result === 'refused' ? paid.reason : null
}

/** A refused payment makes the membership overdue; its owner gets one mail for each invoice. */
async function followFailure(
  context: JobContext,
  userId: string,
  invoice: Stripe.Invoice,
  subscriptionId: string,
): Promise<void> {
  await followSubscription(context, subscriptionId)
  await context.write(async tx => {
    const membership = await currentMembership(tx, userId)
    if (membership?.stripeSubscriptionId !== subscriptionId) return
    const relatesTo = `invoices/${invoice.id}`
    const [told] = await tx
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.relatesTo, relatesTo), eq(mails.template, paymentFailedMail.name)))
    if (!told)
      await mailMember(
        tx,
        userId,
        paymentFailedMail,
        { tierName: membership.tier.name, amountPence: invoice.amount_due },
        { relatesTo },
      )
  })
}

/** Makes the membership what the subscription says, unless a later answer was applied before. */
async function applySubscription(
  tx: Tx,
  userId: string,
  subscription: Stripe.Subscription,
  syncedAt: Date,
): Promise<void> {
  const locked = await lockMembership(tx, userId, subscription.id)
  const { bySubscription: known, person } = locked
  if (known && (known.status === 'cancelled' || (known.syncedAt && known.syncedAt > syncedAt))) return
  const paymentStatus = paymentStatusOf(subscription.status)
  if (!paymentStatus) {
    if (!known) return
    const before = await currentMembership(tx, userId)
    await leavePaid(tx, userId, locked)
    if (!known.cancelsAtPeriodEnd)
      await mailMember(
        tx,
        userId,
        membershipEndingMail,
        {
          tierName: before?.tier.name ?? '',
          endsOn: null,
        },
        { person },
      )
    return
  }
  if (!known && paymentStatus === 'pending') return
  const item = subscription.items.data[0]!
  const tier = await tierOf(tx, subscription, item)
  const cancelsAtPeriodEnd = subscription.cancel_at_period_end || subscription.cancel_at !== null
  const periodEnd = new Date((subscription.cancel_at ?? item.current_period_end) * 1000)
  const entry = {
    userId,
    tierId: tier.id,
    isPaid: true,
    paymentStatus,
    subscriptionId: subscription.id,
    periodStart: new Date(item.current_period_start * 1000),
    periodEnd,
    cancelsAtPeriodEnd,
    syncedAt,
  }
  await enterTier(tx, entry, locked)
  if (cancelsAtPeriodEnd && known && !known.cancelsAtPeriodEnd)
    await mailMember(
      tx,
      userId,
      membershipEndingMail,
      {
        tierName: tier.name,
        endsOn: formatDate(periodEnd, { year: true }),
      },
      { person },
    )
}

/** The tier that a subscription pays for: by its price, else by what was asked for at its start. */
async function tierOf(tx: Tx, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem) {
  const named = item.price.metadata.tierId ?? subscription.metadata.tierId ?? ''
  const id = z.uuid().safeParse(named).data
  const found = await tx
    .select()
    .from(membershipTiers)
    .where(or(eq(membershipTiers.stripePriceId, item.price.id), id ? eq(membershipTiers.id, id) : undefined))
  const byPrice = found.find(({ stripePriceId }) => stripePriceId === item.price.id)
  if (byPrice && !item.price.metadata.tierId) return byPrice
  const byName = found.find(each => each.id === id)
  const tier = byName ?? byPrice
  if (!tier) throw new Error(`no tier belongs to the price ${item.price.id}`)
  return tier
}

async function intentOf(stripe: Stripe, invoiceId: string): Promise<string | null> {
  const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid', limit: 1 })
  return idAtProvider(data[0]?.payment.payment_intent)
}
