import { eq, or } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { mailMember } from '#features/membership/memberships/model.ts'
import { completeReferral, type Discount, referralCoupon } from '#features/membership/referrals/model.ts'
import { takeOff } from '#features/membership/referrals/rules.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import type { Tier } from '#features/membership/tiers/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { customerOf, ifMissing, shortTimeout } from '#features/money/customers/model.ts'
import type { Goods, Order, OrderKind } from '#features/money/orders/model.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { refusal } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { CalendarDate } from '#platform/time.ts'
import { formatDay } from '#platform/words.ts'
import { membershipStartedMail } from './mail.tsx'
import { beginsAt, isMonthly, nextFirst, restOfMonthPence, startDays } from './rules.ts'

/**
 * The first month of a tier as an order asks for it: the tier's price, less the days of this month that are over if it is pro
 * rata, less what a referral takes off. What is charged in the end, on the day it begins, is what the provider's invoice says.
 */
export function firstMonth(tier: Tier, discount: Discount | null, { isProRata, startOn, now }: Begin): Goods {
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
  const fits = (price: Stripe.Price | undefined) =>
    price?.active && price.currency === 'gbp' && price.unit_amount === tier.pricePence && isMonthly(price)
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
  if (byPrice && !item.price.metadata.tierId) return byPrice
  const byName = found.find(each => each.id === id)
  return byName ?? byPrice ?? null
}
