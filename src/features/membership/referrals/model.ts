import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { grantTokens } from '#features/membership/tokens/model.ts'
import { ifMissing, shortTimeout } from '#features/money/customers/model.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import type { Runtime } from '#platform/runtime.ts'
import { referralPercent, referralTokens } from './rules.ts'
import { referrals } from './table.ts'

/** Takes a referrer's discount off their next month; run in subscriptions/jobs.ts, which knows their subscription. */
export const rewardReferrer: QueuedJob<{ userId: string }> = {
  name: 'memberships.reward-referrer',
  payload: z.object({ userId: z.string().max(100) }),
}

/** The first paid month of a friend completes the referral: 5 tokens, and 10 % off the referrer's next month (decision 18). */
export async function completeReferral(tx: Tx, friendId: string): Promise<void> {
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
  })
}

/** What is taken off a person's first month, and the referral that it uses up. */
export interface Discount {
  percent: number
  referralId: string | null
}

/**
 * The referral that takes something off a person's first month here: as a friend who was referred, or as a referrer whose
 * month is still to come. To be joined; give what it finds to `discountFor`.
 */
export function discountingReferral(db: Reader, userId: string) {
  const isAsFriend = and(eq(referrals.referredUserId, userId), eq(referrals.status, 'pending'))
  return db
    .select({ id: referrals.id, isAsFriend: sql<boolean>`${isAsFriend}`.as('is_as_friend') })
    .from(referrals)
    .where(or(isAsFriend, isOpenReward(userId)))
    .orderBy(desc(sql`${isAsFriend}`), asc(referrals.completedAt), asc(referrals.id))
    .limit(1)
    .as('discounting')
}

export const discountFor = (found: { id: string; isAsFriend: boolean } | null): Discount | null =>
  found && { percent: referralPercent, referralId: found.isAsFriend ? null : found.id }

/** The oldest completed referral whose discount has not been used. */
export async function openReward(db: Reader, referrerId: string): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: referrals.id })
    .from(referrals)
    .where(isOpenReward(referrerId))
    .orderBy(asc(referrals.completedAt), asc(referrals.id))
    .limit(1)
  return row
}

/** The discount of this referral was taken off an invoice. */
export async function spendReward(tx: Tx, referrerId: string, referralId: string): Promise<void> {
  const ofThis = and(eq(referrals.id, referralId), isOpenReward(referrerId))
  await tx.update(referrals).set({ discountUsedAt: tx.now }).where(ofThis)
}

const isOpenReward = (referrerId: string) =>
  and(eq(referrals.referrerUserId, referrerId), eq(referrals.status, 'completed'), isNull(referrals.discountUsedAt))

/** Under this word a subscription says which referral's discount it carries; its invoices keep what it said. */
export const rewardMark = 'rewardedReferral'

/** The referral whose discount took something off an invoice. */
export function rewardOf({ parent, total_discount_amounts: off }: Stripe.Invoice): string | null {
  const isReduced = (off ?? []).some(({ amount }) => amount > 0)
  return isReduced ? (z.uuid().safeParse(parent?.subscription_details?.metadata?.[rewardMark]).data ?? null) : null
}

/** The coupon of referrals, made when it is first needed. */
export async function referralCoupon({ stripe }: Pick<Runtime, 'stripe'>): Promise<string> {
  const id = `referral-${referralPercent}-once`
  const found = await stripe.coupons.retrieve(id, {}, shortTimeout).catch(ifMissing(null))
  if (found) return id
  const made = await stripe.coupons.create(
    { id, percent_off: referralPercent, duration: 'once', name: 'Referral' },
    { ...shortTimeout, idempotencyKey: `coupon:${id}` },
  )
  return made.id
}
