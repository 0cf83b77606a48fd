import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { memberSince } from '#features/membership/memberships/model.ts'
import { paymentOf } from '#features/membership/memberships/rules.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { discountFor, discountingReferral } from '#features/membership/referrals/model.ts'
import { membershipOrders } from '#features/membership/sales/model.ts'
import { startDays } from '#features/membership/sales/rules.ts'
import { isFree, tierFacts } from '#features/membership/tiers/rules.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { type LotRow, weekLots } from '#features/membership/tokens/model.ts'
import { usedUntil } from '#features/membership/tokens/rules.ts'
import { shortTimeout } from '#features/money/customers/model.ts'
import { paymentCustomers } from '#features/money/customers/table.ts'
import { goneOf, type Sums, sumsSince } from '#features/money/ledger/model.ts'
import { orders } from '#features/money/orders/table.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Problem } from '#platform/problem.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { whyNot, whyNotPause, whyNotResume } from './rules.ts'

/** A person's active membership, begun payment and referral's discount, and the tier they choose, in one statement. */
export async function ownPlan(db: Reader, userId: string, chosenTierId?: string) {
  const referral = discountingReferral(db, userId)
  const [row] = await db
    .select({
      membership: userMemberships,
      tier: membershipTiers,
      pending: orders,
      chosen,
      customerId: paymentCustomers.stripeCustomerId,
      since: memberSince(user.id),
      next: {
        name: nextTier.name,
        monthlyPence: sql<number>`coalesce(${userMemberships.monthlyPence}, ${nextTier.pricePence})`,
        firstPence: arrangedPence,
      },
      referral: { id: referral.id, isAsFriend: referral.isAsFriend },
      sums: chosenTierId
        ? sumsSince(user.id, membershipOrders.name, userMemberships.currentPeriodStart)
        : sql<Sums | null>`null`,
      lots: chosenTierId ? weekLots(user.id, userMemberships.currentPeriodStart) : sql<LotRow[] | null>`null`,
    })
    .from(user)
    .leftJoin(userMemberships, and(eq(userMemberships.userId, user.id), isActiveMembership))
    .leftJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .leftJoin(nextTier, eq(nextTier.id, userMemberships.nextTierId))
    .leftJoin(orders, and(eq(orders.userId, user.id), isPendingMembership))
    .leftJoin(chosen, chosenTierId ? and(eq(chosen.id, chosenTierId), eq(chosen.isActive, true)) : sql`false`)
    .leftJoin(referral, sql`true`)
    .leftJoin(paymentCustomers, eq(paymentCustomers.userId, user.id))
    .where(eq(user.id, userId))
  if (!row) throw notFound('There is no such account.')
  const { membership, tier, pending, customerId, since, chosen: wanted, referral: found, sums, lots } = row
  const discount = discountFor(found as { id: string; isAsFriend: boolean } | null)
  const next = membership?.nextTierId ? (row.next as { name: string; monthlyPence: number; firstPence: number }) : null
  const current = membership && tier && { ...membership, tier }
  return { current, next, pending, discount, customerId, since, chosen: wanted, sums, lots }
}

const chosen = alias(membershipTiers, 'chosen')
const nextTier = alias(membershipTiers, 'next_tier')
const arranged = alias(orders, 'arranged')
const arrangedPence = sql<number>`(select ${arranged.amountPence} from ${orders} arranged where ${arranged.userId} = ${user.id}
  and ${arranged.kind} = ${membershipOrders.name} and ${arranged.status} = 'arranged' order by ${arranged.createdAt} desc limit 1)`
const isPendingMembership = and(eq(orders.kind, membershipOrders.name), eq(orders.status, 'pending'))

/** What a plan is to the person who has it, what it costs them, and what they can do about it. */
export async function planOf({ db, actor, now }: Asked) {
  const { current, next, pending, since, discount: ofReferral } = await ownPlan(db, actor.userId)
  const hasSubscription = Boolean(current?.stripeSubscriptionId)
  const discount = hasSubscription ? null : ofReferral
  // As the procedures are built: nobody is offered a payment that they refuse.
  const isMember = whyNotIn(actor, 'member') === null
  return {
    tier: current && tierFacts(current.tier),
    /** What begins later, and what is to pay then. */
    next: next && current?.currentPeriodEnd ? { ...next, beginsAt: current.currentPeriodEnd } : null,
    isSubscribed: current !== null && !isFree(current.tier),
    /** What they pay a month, in pence: who began at another price than today's keeps it. */
    monthlyPence: current ? (current.nextTierId ? 0 : (current.monthlyPence ?? current.tier.pricePence)) : null,
    /**
     * With `freeUntil` (the house gives it; then the month costs `monthlyPence` again, or the plan ends without a subscription) and
     * `pause` (its member lets it rest).
     */
    ...(current ? paymentOf(current, now) : { paymentStatus: null, isTakenBack: false, freeUntil: null, pause: null }),
    hasCustomPrice: current?.hasCustomPrice ?? false,
    startedOn: current?.startedOn ?? null,
    /** Since when they have been in the house without a break, on whatever plan. */
    memberSince: since,
    paidSinceOn: current?.paidSinceOn ?? null,
    currentPeriodStart: current?.currentPeriodStart ?? null,
    currentPeriodEnd: current?.currentPeriodEnd ?? null,
    renews: hasSubscription && next === null && !current?.cancelsAtPeriodEnd,
    cancelsAtPeriodEnd: current?.cancelsAtPeriodEnd ?? false,
    /** Days, both included, on which a plan that is chosen now can begin, beside today. */
    startDays: startDays(now),
    firstMonthDiscountPercent: discount?.percent ?? 0,
    discount,
    pendingOrderId: pending?.id ?? null,
    can: {
      subscribe: isMember && whyNot.subscribe(current) === null,
      change: isMember && whyNot.change(current) === null,
      cancel: isMember && whyNot.cancel(current) === null,
      startNow: isMember && whyNot.startNow(current) === null,
      payDue: current?.paymentStatus === 'overdue' && hasSubscription,
      keep: isMember && whyNot.keep(current) === null,
      pause: isMember && whyNotPause(current, now) === null,
      resume: isMember && whyNotResume(current, now) === null,
      manage: whyNot.manage(current) === null,
      switchFreely: whyNot.switchFreely(actor, current) === null,
    },
  }
}

/** One's own membership as a write answers it. */
export async function ownPlanOf(context: Asked) {
  const { discount: _, ...own } = await planOf(context)
  return own
}

export interface Asked {
  db: Reader
  actor: Actor
  now: Date
}

/** Why a plan is not changed to this one: what the membership says, or that the money of its month is gone; null when it can be. */
export function whyNotChange({ current, sums, tier }: Choice): Problem | null {
  const problem = whyNot.change(current, tier)
  if (!current?.stripeSubscriptionId || !sums || (problem && problem.code !== 'MONTH_NOT_PAID')) return problem
  return whyNot.count(goneOf(sums)) ?? problem
}

/** Until when the plan somebody leaves for a smaller one counts as used, by the weekly tokens they have had; else null. */
export function usedBefore({ current, lots, tier }: Choice): Date | null {
  if (!current || tier.pricePence >= (current.monthlyPence ?? current.tier.pricePence)) return null
  const had = (lots ?? []).map(({ at, ...lot }) => ({ ...lot, at: new Date(at) }))
  return usedUntil(had, { now: current.tier.weeklyTokens, after: tier.weeklyTokens })
}

type Choice = Awaited<ReturnType<typeof choiceOf>>

/** What choosing a tier hangs on. NOT_FOUND when it is not offered. */
export async function choiceOf(db: Reader, userId: string, tierId: string) {
  const { chosen: tier, ...found } = await ownPlan(db, userId, tierId)
  if (!tier) throw notFound('Tier not found')
  return { ...found, tier }
}

/**
 * The provider's own invoice for a change to this price `at` a moment (in seconds), in pence; nothing has happened. `usedTo`:
 * the plan of before counts as used until then, at most to the end of its month.
 */
export async function previewChange(
  { stripe }: Pick<Runtime, 'stripe'>,
  subscription: string,
  { price, at, usedTo }: { price: string; at: number; usedTo: Date | null },
) {
  const { items, latest_invoice: latest } = await stripe.subscriptions.retrieve(
    subscription,
    { expand: ['latest_invoice'] },
    shortTimeout,
  )
  const { id: itemId, current_period_end: end } = items.data[0]!
  /** In seconds; a price of a moment before it would reckon with a plan that was another one then. */
  const invoicedAt = typeof latest === 'object' && latest ? latest.created : 0
  const countsAt = Math.max(at, Math.ceil((usedTo?.getTime() ?? 0) / 1000))
  if (usedTo && countsAt >= end) {
    // Nothing of the month is left to settle.
    const terms = { proration_behavior: 'none' } as const
    return { itemId, nowPence: 0, creditPence: 0, invoicedAt, terms, countsFrom: new Date(end * 1000) }
  }
  const terms = { proration_behavior: 'always_invoice', proration_date: countsAt } as const
  const invoice = await stripe.invoices.createPreview(
    {
      subscription,
      subscription_details: {
        items: [{ id: itemId, price }],
        ...terms,
      },
    },
    shortTimeout,
  )
  const creditPence = invoice.total > 0 ? invoice.total - invoice.amount_due : 0
  const countsFrom = countsAt > at ? new Date(countsAt * 1000) : null
  return { itemId, nowPence: invoice.total, creditPence, invoicedAt, terms, countsFrom }
}
