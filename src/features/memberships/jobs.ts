import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type EventFollower, type Followed, payOrder } from '#features/payments/model.ts'
import { ledgerEntries, orders, paymentCustomers } from '#features/payments/table.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/job.ts'
import type { Runtime } from '#platform/runtime.ts'
import { mails } from '#platform/tables.ts'
import { calendarDate } from '#platform/time.ts'
import { type Tx, transact } from '#platform/work.ts'
import * as mail from './mail.tsx'
import {
  currentMembership,
  endSubscription,
  enterTier,
  grantWeek,
  leavePaid,
  mailMember,
  membershipOrders,
  openReward,
  referralCoupon,
  rewardReferrer,
} from './model.ts'
import { paymentStatusOf } from './rules.ts'
import { membershipTiers, referrals, userMemberships } from './table.ts'

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
  const userId = await ownerOf(db, subscription.customer)
  if (!userId) return 'ignored'
  const [known] = await db
    .select({ status: userMemberships.status })
    .from(userMemberships)
    .where(eq(userMemberships.stripeSubscriptionId, subscriptionId))
  if (!known) {
    const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 })
    for (const invoice of data.filter(({ status }) => status === 'paid').reverse()) {
      const followed = await followInvoice(context, invoice.id!)
      if (typeof followed !== 'string') return followed
    }
    return 'done'
  }
  if (known.status === 'active') await write(tx => applySubscription(tx, userId, subscription, syncedAt))
  return 'done'
}

/** A paid invoice is entered in the ledger; the first one pays the order and starts the membership, each one grants the week. */
async function followInvoice(context: JobContext, invoiceId: string): Promise<Followed> {
  const { runtime, write } = context
  const { stripe, db } = runtime
  const syncedAt = runtime.clock.now()
  const invoice = await stripe.invoices.retrieve(invoiceId)
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
  const userId = invoice.customer && (await ownerOf(db, invoice.customer))
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
      await tx
        .insert(ledgerEntries)
        .values({
          userId,
          kind: 'membership',
          amountPence: payment.amountPence,
          description: 'Membership, next month',
          externalRef: payment.externalRef,
          createdAt: tx.now,
        })
        .onConflictDoNothing()
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
  payment: Parameters<typeof payOrder>[3],
): Promise<string | null> {
  const orderId = z.uuid().safeParse(subscription.metadata.orderId).data
  const [order] = orderId ? await tx.select().from(orders).where(eq(orders.id, orderId)) : []
  if (order?.kind !== 'membership') return 'no order asked for this subscription'
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
      .where(and(eq(mails.relatesTo, relatesTo), eq(mails.template, mail.paymentFailedMail.name)))
    if (!told)
      await mailMember(
        tx,
        userId,
        mail.paymentFailedMail,
        { tierName: membership.tier.name, amountPence: invoice.amount_due },
        relatesTo,
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
  const [known] = await tx
    .select()
    .from(userMemberships)
    .where(eq(userMemberships.stripeSubscriptionId, subscription.id))
    .for('update')
  if (known && (known.status === 'cancelled' || (known.syncedAt && known.syncedAt > syncedAt))) return
  const paymentStatus = paymentStatusOf(subscription.status)
  if (!paymentStatus) {
    if (!known) return
    const before = await currentMembership(tx, userId)
    await leavePaid(tx, userId)
    if (!known.cancelsAtPeriodEnd)
      await mailMember(tx, userId, mail.membershipEndingMail, {
        tierName: before?.tier.name ?? '',
        endsOn: null,
      })
    return
  }
  if (!known && paymentStatus === 'pending') return
  const item = subscription.items.data[0]!
  const tier = await tierOf(tx, subscription, item)
  const cancelsAtPeriodEnd = subscription.cancel_at_period_end || subscription.cancel_at !== null
  const periodEnd = new Date((subscription.cancel_at ?? item.current_period_end) * 1000)
  await enterTier(tx, {
    userId,
    tierId: tier.id,
    isPaid: true,
    paymentStatus,
    subscriptionId: subscription.id,
    periodStart: new Date(item.current_period_start * 1000),
    periodEnd,
    cancelsAtPeriodEnd,
    syncedAt,
  })
  if (cancelsAtPeriodEnd && known && !known.cancelsAtPeriodEnd)
    await mailMember(tx, userId, mail.membershipEndingMail, {
      tierName: tier.name,
      endsOn: dayWords(periodEnd),
    })
}

/** The tier that a subscription pays for: by its price, else by what was asked for at its start. */
async function tierOf(tx: Tx, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem) {
  const named = item.price.metadata.tierId ?? subscription.metadata.tierId ?? ''
  const [byPrice] = await tx.select().from(membershipTiers).where(eq(membershipTiers.stripePriceId, item.price.id))
  if (byPrice && !item.price.metadata.tierId) return byPrice
  const [byName] = z.uuid().safeParse(named).success
    ? await tx.select().from(membershipTiers).where(eq(membershipTiers.id, named))
    : []
  const tier = byName ?? byPrice
  if (!tier) throw new Error(`no tier belongs to the price ${item.price.id}`)
  return tier
}

/** As a job would: for procedures that have just changed something at the provider. */
export function systemContext(runtime: Runtime): JobContext {
  const now = runtime.clock.now()
  const cause = { actorId: null, isAudited: true, ipAddress: null, requestId: null, now }
  return { runtime, now, write: work => transact(runtime, cause, work) }
}

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

/** Ends paid memberships without a subscription (an admin's own, a gift) when their time is over. */
const endPeriods = defineJob({
  name: 'memberships.end-periods',
  payload: z.object({}),
  cron: '*/10 * * * *',
  cronPayload: {},
  async run(_, { runtime, now, write }) {
    const over = await runtime.db
      .select({ userId: userMemberships.userId, tierName: membershipTiers.name })
      .from(userMemberships)
      .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
      .where(
        and(
          eq(userMemberships.status, 'active'),
          isNull(userMemberships.stripeSubscriptionId),
          lte(userMemberships.currentPeriodEnd, now),
          sql`${membershipTiers.pricePence} > 0`,
        ),
      )
    for (const { userId, tierName } of over)
      await write(async tx => {
        await leavePaid(tx, userId)
        await mailMember(tx, userId, mail.membershipEndingMail, { tierName, endsOn: null })
      })
  },
})

export const membershipJobs: AnyJob[] = [endReplaced, reward, endPeriods]

async function ownerOf(db: Runtime['db'], customer: string | { id: string }): Promise<string | null> {
  const [row] = await db
    .select({ userId: paymentCustomers.userId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.stripeCustomerId, idOf(customer) ?? ''))
  return row?.userId ?? null
}

async function intentOf(stripe: Stripe, invoiceId: string): Promise<string | null> {
  const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid', limit: 1 })
  return idOf(data[0]?.payment.payment_intent)
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

function dayWords(at: Date): string {
  const [year, month, day] = calendarDate(at).split('-').map(Number)
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.UTC(year!, month! - 1, day))
}
