import { desc, eq } from 'drizzle-orm'
import { profiles } from '#features/people/members/table.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { referrals } from './table.ts'

/** Part of `members` in the router. */
export const referralCalls = {
  /** One's referral code and the friends who used it, with what became of it (MEM-38). */
  referrals: forSignedIn
    .route({ method: 'GET', summary: 'Own referrals' })
    .handler(async ({ context: { actor, db } }) => {
      const [own] = await db
        .select({ code: profiles.referralCode })
        .from(profiles)
        .where(eq(profiles.userId, actor.userId))
      const rows = await db
        .select({
          id: referrals.id,
          referredEmail: referrals.referredEmail,
          status: referrals.status,
          rewardGiven: referrals.rewardGiven,
          createdAt: referrals.createdAt,
          completedAt: referrals.completedAt,
        })
        .from(referrals)
        .where(eq(referrals.referrerUserId, actor.userId))
        .orderBy(desc(referrals.createdAt))
        .limit(500)
      return { code: own!.code, rows }
    }),
}
