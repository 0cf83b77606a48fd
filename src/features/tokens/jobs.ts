import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { grantWeek } from '#features/memberships/model.ts'
import { loyaltySteps } from '#features/memberships/rules.ts'
import { membershipTiers, userMemberships } from '#features/memberships/table.ts'
import { readSettings } from '#features/venue/model.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/job.ts'
import { calendarDate } from '#platform/time.ts'
import { grantTokens } from './model.ts'

/**
 * The tokens of the week for every active paid member whose payments are in order. It begins on the venue's Monday and
 * looks again every hour, so that a server that slept through Monday makes up for it; the same week grants once.
 */
export const grantWeekly = defineJob({
  name: 'tokens.weekly',
  payload: z.object({}),
  cron: '5 * * * *',
  cronPayload: {},
  async run(_, context) {
    for (const { membership, tier } of await payingMembers(context, sql`${membershipTiers.weeklyTokens} > 0`))
      await context.write(async tx => {
        if (await grantWeek(tx, membership, tier))
          await tx.announce({
            to: { userId: membership.userId },
            kind: 'tokens.granted',
            refresh: ['tokens', 'members'],
          })
      })
  },
})

/** Bonus tokens for every three unbroken paid months (MEM-09, decision 11). */
export const grantLoyalty = defineJob({
  name: 'tokens.loyalty',
  payload: z.object({}),
  cron: '10 * * * *',
  cronPayload: {},
  async run(_, context) {
    const { loyaltyTokens } = await readSettings(context.runtime.db)
    if (loyaltyTokens === 0) return
    const today = calendarDate(context.now)
    for (const { membership } of await payingMembers(context, sql`${userMemberships.paidSinceOn} is not null`)) {
      const { userId, paidSinceOn } = membership
      const steps = loyaltySteps(paidSinceOn!, today)
      for (let step = 1; step <= steps; step++)
        await context.write(async tx => {
          const isNew = await grantTokens(tx, {
            userId,
            amount: loyaltyTokens,
            type: 'loyalty',
            description: `Loyalty tokens, ${step * 3} months`,
            ref: `loyalty:${userId}:${paidSinceOn}:${step}`,
          })
          if (isNew) await tx.announce({ to: { userId }, kind: 'tokens.granted', refresh: ['tokens', 'members'] })
        })
    }
  },
})

export const tokenJobs: AnyJob[] = [grantWeekly, grantLoyalty]

const payingMembers = ({ runtime }: JobContext, condition: ReturnType<typeof sql>) =>
  runtime.db
    .select({
      membership: {
        id: userMemberships.id,
        userId: userMemberships.userId,
        paidSinceOn: userMemberships.paidSinceOn,
      },
      tier: { name: membershipTiers.name, weeklyTokens: membershipTiers.weeklyTokens },
    })
    .from(userMemberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .where(
      and(
        eq(userMemberships.status, 'active'),
        inArray(userMemberships.paymentStatus, ['paid', 'waived']),
        gt(membershipTiers.pricePence, 0),
        condition,
      ),
    )
    .orderBy(userMemberships.userId)
