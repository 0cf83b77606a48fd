import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { briefly, type Order, type OrderKind } from '#features/payments/model.ts'
import { grantTokens } from '#features/tokens/model.ts'
import type { Reader } from '#platform/db.ts'
import type { QueuedJob } from '#platform/job.ts'
import type { MailTemplate } from '#platform/mail.ts'
import type { Runtime } from '#platform/runtime.ts'
import { user } from '#platform/tables.ts'
import { calendarDate, mondayOf } from '#platform/time.ts'
import { type Tx, transact } from '#platform/work.ts'
import * as mail from './mail.tsx'
import { type CatalogueName, catalogues, type PaymentStatus, weekRef } from './rules.ts'
import { membershipTiers, referrals, userMemberships } from './table.ts'

export type Tier = typeof membershipTiers.$inferSelect
export type MembershipRow = typeof userMemberships.$inferSelect

/** Both are run in jobs.ts. */
export const endSubscription: QueuedJob<{ subscriptionId: string }> = {
  name: 'memberships.end-subscription',
  payload: z.object({ subscriptionId: z.string().max(255) }),
}
export const rewardReferrer: QueuedJob<{ userId: string }> = {
  name: 'memberships.reward-referrer',
  payload: z.object({ userId: z.string().max(100) }),
}

/** Puts a shipped set of tiers in force: adds what is missing, switches its tiers on and the other set's off. Edits stay. */
export async function installCatalogue(tx: Tx, name: CatalogueName): Promise<void> {
  const slugs = catalogues[name].map(({ slug }) => slug)
  for (const tier of catalogues[name]) {
    const catalogue = tier.pricePence === 0 ? 'both' : name
    await tx
      .insert(membershipTiers)
      .values({ ...tier, catalogue })
      .onConflictDoUpdate({ target: membershipTiers.slug, set: { isActive: true, catalogue } })
  }
  await tx
    .update(membershipTiers)
    .set({ isActive: false })
    .where(
      and(
        inArray(membershipTiers.catalogue, ['information', 'application']),
        sql`${membershipTiers.slug} <> all(${sql.param(slugs)}::text[])`,
        eq(membershipTiers.isActive, true),
      ),
    )
}

/** At the very first start the information page's tiers are put in force. */
export async function installFirstCatalogue(runtime: Runtime): Promise<void> {
  const [any] = await runtime.db
    .select({ id: membershipTiers.id })
    .from(membershipTiers)
    .where(ne(membershipTiers.slug, 'explorer'))
    .limit(1)
  if (any) return
  const cause = {
    actorId: null,
    isAudited: true,
    ipAddress: null,
    requestId: 'first start',
    now: runtime.clock.now(),
  }
  await transact(runtime, cause, tx => installCatalogue(tx, 'information'))
}

/** Active tiers in price order. */
export const activeTiers = (db: Reader): Promise<Tier[]> =>
  db
    .select()
    .from(membershipTiers)
    .where(eq(membershipTiers.isActive, true))
    .orderBy(asc(membershipTiers.pricePence), asc(membershipTiers.name))

/** The active membership of a person with its tier, or null. */
export async function currentMembership(db: Reader, userId: string): Promise<(MembershipRow & { tier: Tier }) | null> {
  const [row] = await db
    .select({ membership: userMemberships, tier: membershipTiers })
    .from(userMemberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .where(and(eq(userMemberships.userId, userId), eq(userMemberships.status, 'active')))
  return row ? { ...row.membership, tier: row.tier } : null
}

/** Gives an approved person their Explorer membership, unless they have one of any tier. Returns its id (decision 32). */
export async function activateExplorer(tx: Tx, userId: string): Promise<string> {
  await lockMembership(tx, userId)
  const current = await currentMembership(tx, userId)
  if (current) return current.id
  const free = await freeTier(tx)
  return enterTier(tx, {
    userId,
    tierId: free.id,
    isPaid: false,
    paymentStatus: 'waived',
    subscriptionId: null,
    periodStart: tx.now,
    periodEnd: null,
  })
}

export interface TierEntry {
  userId: string
  tierId: string
  isPaid: boolean
  paymentStatus: PaymentStatus
  subscriptionId: string | null
  periodStart: Date | null
  periodEnd: Date | null
  cancelsAtPeriodEnd?: boolean
  /** When the provider was asked, if this is its answer. */
  syncedAt?: Date
}

/**
 * Makes this the person's one active membership. The row stays the same while the subscription does; otherwise the old one
 * ends, and a subscription that it carried is ended at the provider too. Unbroken paid time goes on. Returns the row's id.
 */
export async function enterTier(tx: Tx, entry: TierEntry): Promise<string> {
  await lockMembership(tx, entry.userId)
  const [current] = await tx.select().from(userMemberships).where(activeOf(entry.userId))
  const today = calendarDate(tx.now)
  const state = {
    tierId: entry.tierId,
    paymentStatus: entry.paymentStatus,
    stripeSubscriptionId: entry.subscriptionId,
    cancelsAtPeriodEnd: entry.cancelsAtPeriodEnd ?? false,
    currentPeriodStart: entry.periodStart,
    currentPeriodEnd: entry.periodEnd,
    paidSinceOn: entry.isPaid ? (current?.paidSinceOn ?? today) : null,
    syncedAt: entry.syncedAt ?? null,
  }
  await tx.announce({
    to: { userId: entry.userId },
    kind: 'membership.changed',
    refresh: ['memberships', 'members', 'tokens'],
  })
  if (current && current.stripeSubscriptionId === entry.subscriptionId) {
    await tx.update(userMemberships).set(state).where(eq(userMemberships.id, current.id))
    return current.id
  }
  if (current) {
    await tx
      .update(userMemberships)
      .set({ status: 'cancelled', endedAt: tx.now })
      .where(eq(userMemberships.id, current.id))
    if (current.stripeSubscriptionId)
      await tx.enqueue(endSubscription, { subscriptionId: current.stripeSubscriptionId })
  }
  const [row] = await tx
    .insert(userMemberships)
    .values({ userId: entry.userId, startedOn: today, createdAt: tx.now, ...state })
    .returning({ id: userMemberships.id })
  return row!.id
}

/** Ends whatever paid membership there is: the person is an Explorer from now on. */
export async function leavePaid(tx: Tx, userId: string): Promise<void> {
  const free = await freeTier(tx)
  await enterTier(tx, {
    userId,
    tierId: free.id,
    isPaid: false,
    paymentStatus: 'waived',
    subscriptionId: null,
    periodStart: tx.now,
    periodEnd: null,
  })
}

/** The tokens of the current week, once for each membership and week (decision 11). False when they were granted before. */
export async function grantWeek(
  tx: Tx,
  membership: { id: string; userId: string },
  tier: { name: string; weeklyTokens: number },
): Promise<boolean> {
  if (tier.weeklyTokens === 0) return false
  const monday = mondayOf(calendarDate(tx.now))
  return grantTokens(tx, {
    userId: membership.userId,
    amount: tier.weeklyTokens,
    type: 'weekly',
    description: `Weekly tokens, ${tier.name}`,
    ref: weekRef(membership.id, monday),
  })
}

/** A first month that was paid: completes the referral and says welcome. The tier itself follows the subscription. */
export const membershipOrders: OrderKind = {
  name: 'membership',
  async fulfil(tx, order) {
    const { tierId, referralId } = referenceOf(order)
    const [tier] = await tx.select().from(membershipTiers).where(eq(membershipTiers.id, tierId))
    await completeReferral(tx, order.userId)
    if (referralId) await tx.update(referrals).set({ discountUsedAt: tx.now }).where(eq(referrals.id, referralId))
    await mailMember(tx, order.userId, mail.membershipStartedMail, {
      tierName: tier!.name,
      paidPence: order.amountPence,
      weeklyTokens: tier!.weeklyTokens,
    })
    return { outcome: 'fulfilled' }
  },
  release: async () => {},
}

/** An order's reference: the tier, and the referral whose discount it uses up. */
export function referenceOf(order: Pick<Order, 'reference'>): { tierId: string; referralId: string | null } {
  const [tierId = '', referralId = null] = (order.reference ?? '').split('/')
  return { tierId, referralId }
}

export const referralTokens = 5
export const referralPercent = 10

/** The first paid month of a friend completes the referral: 5 tokens, and 10 % off the referrer's next month (decision 18). */
async function completeReferral(tx: Tx, friendId: string): Promise<void> {
  const [referral] = await tx
    .update(referrals)
    .set({ status: 'completed', rewardGiven: true, completedAt: tx.now })
    .where(and(eq(referrals.referredUserId, friendId), eq(referrals.status, 'pending')))
    .returning()
  if (!referral) return
  await grantTokens(tx, {
    userId: referral.referrerUserId,
    amount: referralTokens,
    type: 'referral',
    description: 'A friend joined',
    ref: `referral:${referral.id}`,
  })
  await tx.enqueue(rewardReferrer, { userId: referral.referrerUserId })
  await tx.announce({
    to: { userId: referral.referrerUserId },
    kind: 'referral.completed',
    refresh: ['memberships', 'members', 'tokens'],
  })
}

/** What is taken off a person's first month here: as a friend who was referred, or as a referrer whose month is still to come. */
export async function referralDiscount(
  db: Reader,
  userId: string,
): Promise<{ percent: number; referralId: string | null } | null> {
  const [asFriend] = await db
    .select({ id: referrals.id })
    .from(referrals)
    .where(and(eq(referrals.referredUserId, userId), eq(referrals.status, 'pending')))
  if (asFriend) return { percent: referralPercent, referralId: null }
  const open = await openReward(db, userId)
  return open ? { percent: referralPercent, referralId: open.id } : null
}

/** The oldest completed referral whose discount has not been used. */
export async function openReward(db: Reader, referrerId: string): Promise<{ id: string } | undefined> {
  const isOpen = and(
    eq(referrals.referrerUserId, referrerId),
    eq(referrals.status, 'completed'),
    isNull(referrals.discountUsedAt),
  )
  const [row] = await db
    .select({ id: referrals.id })
    .from(referrals)
    .where(isOpen)
    .orderBy(asc(referrals.completedAt), asc(referrals.id))
    .limit(1)
  return row
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
    const named = await stripe.prices
      .retrieve(tier.stripePriceId, {}, briefly)
      .catch(error => missing(error, undefined))
    if (fits(named)) return tier.stripePriceId
  }
  const key = `tier:${tier.id}:${tier.pricePence}`
  const [found] = (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }, briefly)).data
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
    { ...briefly, idempotencyKey: key },
  )
  return made.id
}

/** The coupon of referrals, made when it is first needed. */
export async function referralCoupon({ stripe }: Pick<Runtime, 'stripe'>): Promise<string> {
  const id = `referral-${referralPercent}-once`
  const found = await stripe.coupons.retrieve(id, {}, briefly).catch(error => missing(error, null))
  if (found) return id
  const made = await stripe.coupons.create(
    { id, percent_off: referralPercent, duration: 'once', name: 'Referral' },
    { ...briefly, idempotencyKey: `coupon:${id}` },
  )
  return made.id
}

/** Writes a mail about a membership to its owner. */
export async function mailMember<P extends { firstName: string }>(
  tx: Tx,
  userId: string,
  template: MailTemplate<P>,
  props: Omit<NoInfer<P>, 'firstName'>,
  relatesTo?: string,
): Promise<void> {
  const [person] = await tx
    .select({ email: user.email, firstName: user.firstName })
    .from(user)
    .where(eq(user.id, userId))
  if (!person) return
  const to = { address: person.email, userId, ...(relatesTo && { relatesTo }) }
  await tx.mail(template, to, { ...props, firstName: person.firstName } as unknown as P)
}

const activeOf = (userId: string) => and(eq(userMemberships.userId, userId), eq(userMemberships.status, 'active'))

// One change of a person's membership at a time, also when there is no row yet.
async function lockMembership(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select 1 from ${user} where ${user.id} = ${userId} for no key update`)
}

/** Explorer, whatever it is called now; made if there is no free tier at all. */
async function freeTier(tx: Tx): Promise<{ id: string }> {
  const [found] = await tx
    .select({ id: membershipTiers.id })
    .from(membershipTiers)
    .where(eq(membershipTiers.pricePence, 0))
    .orderBy(desc(sql`${membershipTiers.slug} in ('explorer', 'free')`), desc(membershipTiers.isActive))
    .limit(1)
  if (found) return found
  const [made] = await tx
    .insert(membershipTiers)
    .values({ ...catalogues.information[0]!, catalogue: 'both' })
    .onConflictDoUpdate({ target: membershipTiers.slug, set: { catalogue: 'both' } })
    .returning({ id: membershipTiers.id })
  return made!
}

function missing<T>(error: unknown, otherwise: T): T {
  if ((error as { code?: string }).code === 'resource_missing') return otherwise
  throw error
}
