import { and, eq, or } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { membershipEndingMail, membershipNotBegunMail } from '#features/membership/memberships/mail.tsx'
import {
  currentMembership,
  enterTier,
  followMoney,
  isOnHold,
  type LockedMembership,
  leavePaid,
  lockMembership,
  mailMember,
  tellChange,
} from '#features/membership/memberships/model.ts'
import { completeReferral, type Discount, referralCoupon } from '#features/membership/referrals/model.ts'
import { takeOff } from '#features/membership/referrals/rules.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import { freeTier, type Tier } from '#features/membership/tiers/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { customerOf, ifMissing, shortTimeout } from '#features/money/customers/model.ts'
import { goneOf } from '#features/money/ledger/model.ts'
import { closeOrder, type Goods, type Order, type OrderKind } from '#features/money/orders/model.ts'
import { canBecomePaid } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import type { CalendarDate } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { refusal } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatDay } from '#platform/words.ts'
import { membershipStartedMail } from './mail.tsx'
import {
  beginsAt,
  hasPartMonth,
  isLaterStart,
  isMonthly,
  isMonthWaived,
  nextFirst,
  pausedFromOf,
  paymentStatusOf,
  periodEndOf,
  restOfMonthPence,
  startDays,
} from './rules.ts'

/**
 * The first month of a tier as an order asks for it: the tier's price, less the days of this month that are over if it is pro
 * rata, less what a referral takes off. What is charged in the end, on the day it begins, is what the provider's invoice says.
 */
export function firstMonth(tier: Tier, discount: Discount | null, { startOn, now, ...wish }: Begin): Goods {
  const isProRata = wish.isProRata && hasPartMonth(now)
  const { name, pricePence } = tier
  const month = startOn ? `first month from ${formatDay(startOn)}` : isProRata ? 'rest of this month' : 'first month'
  const restPence = isProRata ? restOfMonthPence(pricePence, now) : pricePence
  const offPence = discount ? restPence - takeOff(restPence, discount.percent) : 0
  const less = (what: string, pence: number) => (pence > 0 ? [{ name: what, quantity: 1, unitPence: -pence }] : [])
  return {
    description: `${name} membership, ${month}`,
    lines: [
      { name: `${name} membership`, quantity: 1, unitPence: pricePence },
      ...less(overLine, pricePence - restPence),
      ...less(discountLine, offPence),
    ],
    reference: [tier.id, discount?.referralId ?? '', startOn ?? (isProRata ? proRata : '')].join('/'),
  }
}

export interface Begin {
  /** Pay for the rest of this month, and from the first of the next one on by calendar months. */
  isProRata: boolean
  /** Begin, and pay the first month, on this day ahead; null: at once. */
  startOn: CalendarDate | null
  now: Date
}

const proRata = 'pro-rata'
const overLine = 'Days of this month that are over'
const discountLine = 'Referral discount'

/** A first month: once paid, it completes the referral and says welcome. The tier itself follows the subscription. */
export const membershipOrders: OrderKind = {
  name: 'membership',
  async termsOf(runtime, order) {
    const tier = await tierOfOrder(runtime.db, order)
    const isDiscounted = order.lines.some(({ name }) => name === discountLine)
    const { isProRata, startOn } = referenceOf(order)
    const begin = isProRata && {
      billing_cycle_anchor: Math.floor(nextFirst(order.createdAt).getTime() / 1000),
      proration_behavior: 'create_prorations' as const,
    }
    // The time until the day is the provider's trial: the card is entered now and charged then.
    const later = startOn && { trial_end: Math.floor(beginsAt(startOn).getTime() / 1000) }
    if (startOn && startOn < startDays(order.createdAt).from)
      throw refusal('ORDER_CLOSED', 'That day is too near. Please choose another one.')
    if (listPriceOf(order) !== tier.pricePence)
      throw refusal('ORDER_CLOSED', 'The price of this plan has changed. Please choose it again.')
    return {
      mode: 'subscription',
      customer: await customerOf(runtime, order.userId),
      line_items: [{ price: await stripePriceOf(runtime, tier), quantity: 1 }],
      payment_method_collection: 'always',
      subscription_data: {
        metadata: { orderId: order.id, tierId: tier.id, ...(startOn && { startOn }) },
        ...begin,
        ...later,
      },
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
      creditPence: order.creditPence,
      weeklyTokens: tier.weeklyTokens,
    })
    return { outcome: 'fulfilled' }
  },
  release: async () => {},
  moneyMoved: (tx, userId) => tx.enqueue(followMoney, { userId }),
}

/** The tier's monthly price in pence that an order was made with, before anything is taken off. */
export const listPriceOf = (order: Pick<Order, 'lines'>): number => order.lines[0]!.unitPence

/** An order's reference: the tier, the referral whose discount it uses up, and with a part of the month or on which day it begins. */
function referenceOf(order: Pick<Order, 'reference'>) {
  const [tierId = '', referralId, begin] = (order.reference ?? '').split('/')
  const isProRata = begin === proRata
  return { tierId, referralId: referralId || null, isProRata, startOn: isProRata ? null : begin || null }
}

/** Whether an order asks for the very same, whatever the clock has taken off it since. */
export const asksForSame = (order: Pick<Order, 'lines' | 'reference'>, goods: Goods): boolean =>
  order.reference === goods.reference &&
  listPriceOf(order) === listPriceOf(goods) &&
  order.lines.length === goods.lines.length

async function tierOfOrder(db: Reader, order: Order): Promise<Tier> {
  const [tier] = await db
    .select()
    .from(membershipTiers)
    .where(eq(membershipTiers.id, referenceOf(order).tierId))
  return tier!
}

/** The monthly price of a tier at the provider: the one an admin named while it costs the same, else one made from the row. */
export async function stripePriceOf({ stripe }: Pick<Runtime, 'stripe'>, tier: Tier): Promise<string> {
  if (tier.stripePriceId) {
    const named = await stripe.prices.retrieve(tier.stripePriceId, {}, shortTimeout).catch(ifMissing(undefined))
    if (isMonthlyAt(tier.pricePence, named)) return tier.stripePriceId
  }
  return madePrice({ stripe }, tier, { pence: tier.pricePence, key: `tier:${tier.id}:${tier.pricePence}` })
}

/** A monthly price of a tier, in pence, that was agreed with somebody, at the provider (decision 19). */
export const customPriceOf = (runtime: Pick<Runtime, 'stripe'>, tier: Tier, pence: number): Promise<string> =>
  madePrice(runtime, tier, { pence, key: `custom:${tier.id}:${pence}`, metadata: { [customMark]: 'yes' } })

/** Says of a price at the provider that it was agreed with somebody. */
const customMark = 'custom'

export const isCustomPrice = ({ metadata }: Pick<Stripe.Price, 'metadata'>): boolean => metadata[customMark] === 'yes'

const isMonthlyAt = (pence: number, price: Stripe.Price | undefined): boolean =>
  Boolean(price?.active && price.currency === 'gbp' && price.unit_amount === pence && isMonthly(price))

/** The price of this key; it is made when it is first asked for. */
async function madePrice(
  { stripe }: Pick<Runtime, 'stripe'>,
  tier: Tier,
  { pence, key, metadata }: { pence: number; key: string; metadata?: Record<string, string> },
): Promise<string> {
  // One that staff archived or changed gives its key to a new one: nothing can be sold at it, and it would block the plan.
  const [found] = (await stripe.prices.list({ lookup_keys: [key], limit: 1 }, shortTimeout)).data
  if (found && isMonthlyAt(pence, found)) return found.id
  const made = await stripe.prices.create(
    {
      currency: 'gbp',
      unit_amount: pence,
      recurring: { interval: 'month' },
      lookup_key: key,
      transfer_lookup_key: true,
      metadata: { ...metadata, tierId: tier.id },
      product_data: { name: `Exchange ${tier.name}` },
    },
    { ...shortTimeout, idempotencyKey: found ? `${key}:${found.id}` : key },
  )
  return made.id
}

/** The tier that a subscription pays for: by its price, else by what was asked for at its start; null when there is none. */
export async function tierOf(tx: Tx, subscription: Stripe.Subscription): Promise<Tier | null> {
  const item = subscription.items.data[0]!
  const named = item.price.metadata.tierId ?? subscription.metadata.tierId ?? ''
  const id = z.uuid().safeParse(named).data
  const found = await tx
    .select()
    .from(membershipTiers)
    .where(or(eq(membershipTiers.stripePriceId, item.price.id), id ? eq(membershipTiers.id, id) : undefined))
  const byPrice = found.find(({ stripePriceId }) => stripePriceId === item.price.id)
  const byName = found.find(each => each.id === id)
  // Of before a price could be of one tier only: what was asked for at its start is what it pays for, while that can be.
  const isOfName = byName?.stripePriceId === null && byName.pricePence === item.price.unit_amount
  return (item.price.metadata.tierId || isOfName ? byName : byPrice) ?? byPrice ?? byName ?? null
}

/** The order that a subscription names, if it is this person's. */
export async function orderOf(tx: Tx, { metadata }: Stripe.Subscription, userId: string): Promise<Order | null> {
  const id = z.uuid().safeParse(metadata.orderId).data
  const { kind, userId: owner } = orders
  const mine = and(eq(kind, membershipOrders.name), eq(owner, userId))
  const [order] = id
    ? await tx
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), mine))
    : []
  return order ? { ...order, userId } : null
}

/** Makes the membership what the subscription says, unless a later answer was applied before. */
export async function applySubscription(
  tx: Tx,
  userId: string,
  subscription: Stripe.Subscription,
  syncedAt: Date,
): Promise<void> {
  const item = subscription.items.data[0]!
  const periodStart = new Date(item.current_period_start * 1000)
  const locked = await lockMembership(tx, userId, subscription.id, periodStart)
  const { bySubscription: known, person, sums, isLost } = locked
  if (known && (known.status === 'cancelled' || (known.syncedAt && known.syncedAt > syncedAt))) return
  const waiting = isLaterStart(subscription) ? await orderOf(tx, subscription, userId) : null
  if (waiting && canBecomePaid(waiting.status))
    return applyWait(tx, userId, subscription, { waiting, locked, syncedAt })
  const paymentStatus = paymentStatusOf(subscription)
  if (!paymentStatus) {
    if (!known) return
    const before = await currentMembership(tx, userId)
    await leavePaid(tx, userId, locked)
    // What never began is told of by what gave its money back.
    const isClosed = await isOnHold(tx, userId)
    if ((isClosed || !known.cancelsAtPeriodEnd) && !known.nextTierId)
      await mailMember(
        tx,
        userId,
        membershipEndingMail,
        {
          tierName: before?.tier.name ?? '',
          endsOn: null,
          isOnHold: isClosed,
        },
        { person },
      )
    return
  }
  if (!known && paymentStatus === 'pending') return
  const tier = await tierOf(tx, subscription)
  if (!tier) throw new Error(`no tier belongs to the price ${item.price.id}`)
  // A month whose money has gone back, by a refund or a bank, is not paid; the next one may be (decision 58).
  const isGone = paymentStatus === 'paid' && sums !== null && goneOf(sums) === 'all'
  const cancelsAtPeriodEnd = subscription.cancel_at_period_end || subscription.cancel_at !== null
  const periodEnd = periodEndOf(subscription)
  // The time that the house gives is the provider's trial; what waits for its first day does not get here.
  const freeUntil =
    subscription.status === 'trialing' && subscription.trial_end ? new Date(subscription.trial_end * 1000) : null
  const entry = {
    userId,
    tierId: tier.id,
    isPaid: freeUntil !== null || !(isGone || isMonthWaived(subscription)),
    freeUntil,
    pausedFrom: pausedFromOf(subscription),
    monthlyPence: item.price.unit_amount,
    hasCustomPrice: isCustomPrice(item.price),
    paymentStatus: isGone ? ('waived' as const) : paymentStatus,
    isTakenBack: isGone && isLost,
    subscriptionId: subscription.id,
    periodStart,
    periodEnd,
    cancelsAtPeriodEnd,
    syncedAt,
  }
  await enterTier(tx, entry, locked)
  if (known) await tellChange(tx, known, entry, { tier, person })
}

/** Until its first charge a membership for a later day is carried by the free one, or let go of when it cannot come any more. */
async function applyWait(
  tx: Tx,
  userId: string,
  subscription: Stripe.Subscription,
  { waiting, locked, syncedAt }: { waiting: Order; locked: LockedMembership; syncedAt: Date },
): Promise<void> {
  const known = locked.bySubscription
  if (!known && waiting.status !== 'arranged') return
  const paymentStatus = paymentStatusOf(subscription)
  const tier = await tierOf(tx, subscription)
  if (!paymentStatus || subscription.cancel_at_period_end || subscription.cancel_at !== null) {
    await closeOrder(tx, membershipOrders, waiting.id, 'expired', 'arranged')
    if (!known) return
    await leavePaid(tx, userId, locked)
    const reason = known.paymentStatus === 'overdue' ? 'Your bank did not pay.' : null
    const told = { tierName: tier?.name ?? '', reason, isOnHold: await isOnHold(tx, userId) }
    await mailMember(tx, userId, membershipNotBegunMail, told, locked)
    return
  }
  if (!tier) throw new Error(`no tier belongs to the subscription ${subscription.id}`)
  await enterTier(
    tx,
    {
      userId,
      tierId: (await freeTier(tx)).id,
      nextTierId: tier.id,
      isPaid: false,
      monthlyPence: subscription.items.data[0]!.price.unit_amount,
      paymentStatus: paymentStatus === 'overdue' ? 'overdue' : 'waived',
      subscriptionId: subscription.id,
      periodStart: known?.currentPeriodStart ?? tx.now,
      periodEnd: new Date(subscription.trial_end! * 1000),
      syncedAt,
    },
    locked,
  )
}
