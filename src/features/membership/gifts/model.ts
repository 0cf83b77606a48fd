import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { notifyLater } from '#features/house/notifications/model.ts'
import { pauseOf } from '#features/membership/memberships/rules.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { isFree } from '#features/membership/tiers/rules.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { profiles } from '#features/people/members/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { Standing } from './rules.ts'
import { membershipGifts } from './table.ts'

/** Somebody has what was given to them, beside the mail that says how much. */
export const tellGift = (tx: Tx, userId: string, giftId: string, plan: string) =>
  notifyLater(tx, {
    to: userId,
    kind: 'membership',
    title: 'The house gave you something',
    text: `It is on your ${plan} plan.`,
    path: '/account?tab=membership',
    once: `gift:${giftId}`,
  })

/** Somebody's membership as a gift sees it. Throws NOT_FOUND. */
export async function receiverOf(db: Reader, userId: string, now: Date) {
  const lastGift = db
    .select({ paidUntil: membershipGifts.paidUntil })
    .from(membershipGifts)
    .where(and(eq(membershipGifts.membershipId, userMemberships.id), isNotNull(membershipGifts.freeUntil)))
    .orderBy(desc(membershipGifts.createdAt), desc(membershipGifts.id))
    .limit(1)
    .as('last_gift')
  const [row] = await db
    .select({
      person: { name: user.name, email: user.email, firstName: user.firstName, accountStatus: profiles.accountStatus },
      membership: userMemberships,
      tier: membershipTiers,
      givenPaidUntil: lastGift.paidUntil,
    })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .leftJoin(userMemberships, and(eq(userMemberships.userId, user.id), isActiveMembership))
    .leftJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .leftJoinLateral(lastGift, isNotNull(userMemberships.id))
    .where(eq(user.id, userId))
  if (!row) throw notFound('There is no such member.')
  const { person, membership, tier, givenPaidUntil } = row
  const standing: Standing | null =
    membership && tier
      ? {
          accountStatus: person.accountStatus,
          hasSubscription: membership.stripeSubscriptionId !== null,
          isWaiting: membership.nextTierId !== null,
          isPaidPlan: !isFree(tier),
          periodEnd: membership.currentPeriodEnd,
          // What is given was not paid; what is overdue was not either. What was paid before a pause was.
          paidUntil: membership.freeUntil
            ? (membership.pausedFrom ?? givenPaidUntil)
            : membership.paymentStatus === 'paid'
              ? membership.currentPeriodEnd
              : null,
          monthlyPence: membership.monthlyPence ?? tier.pricePence,
          hasCustomPrice: membership.hasCustomPrice,
          pausedUntil: pauseOf(membership, now)?.until ?? null,
        }
      : null
  return { person, membership, tier, standing }
}
