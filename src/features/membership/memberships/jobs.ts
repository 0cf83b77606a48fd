import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { settingsFact } from '#features/house/settings/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { grantTokens, grantWeek } from '#features/membership/tokens/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { addDays } from '#platform/dates.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/jobs/define.ts'
import { calendarDate } from '#platform/time.ts'
import { membershipEndingMail } from './mail.tsx'
import { isOnHold, leavePaid, lockMembership, mailMember } from './model.ts'
import { loyaltySteps } from './rules.ts'
import { isActiveMembership, membershipPauses, userMemberships } from './table.ts'

/**
 * The tokens of the week for every active paid member whose payments are in order and whose account is open; a gift counts as paid. It begins on the venue's Monday and
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
        if (await grantWeek(tx, membership, tier, 'week'))
          await tx.announce({
            to: { userId: membership.userId },
            kind: 'tokens.granted',
          })
      })
  },
})

/** Bonus tokens for every three unbroken paid months; a pause does not break them and is none of them (MEM-09, decision 11). */
export const grantLoyalty = defineJob({
  name: 'tokens.loyalty',
  payload: z.object({}),
  cron: '10 * * * *',
  cronPayload: {},
  async run(_, context) {
    const { loyaltyTokens } = await context.runtime.facts.get(settingsFact)
    if (loyaltyTokens === 0) return
    const today = calendarDate(context.now)
    for (const { membership } of await payingMembers(context, sql`${userMemberships.paidSinceOn} is not null`)) {
      const { userId, paidSinceOn, restedDays } = membership
      const steps = loyaltySteps(paidSinceOn!, addDays(today, -restedDays))
      for (let step = 1; step <= steps; step++)
        await context.write(async tx => {
          const isNew = await grantTokens(tx, {
            userId,
            amount: loyaltyTokens,
            type: 'loyalty',
            description: `Loyalty tokens, ${step * 3} months`,
            ref: `loyalty:${userId}:${paidSinceOn}:${step}`,
          })
          if (isNew) await tx.announce({ to: { userId }, kind: 'tokens.granted' })
        })
    }
  },
})

/** Ends paid memberships without a subscription (an admin's own, a gift) when their time is over. */
export const endPeriods = defineJob({
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
          isActiveMembership,
          isNull(userMemberships.stripeSubscriptionId),
          lte(userMemberships.currentPeriodEnd, now),
          sql`${membershipTiers.pricePence} > 0`,
        ),
      )
    for (const { userId, tierName } of over)
      await write(async tx => {
        // Meanwhile a payment may have begun one, or the time may have been made longer.
        const locked = await lockMembership(tx, userId)
        const { current } = locked
        if (!current?.currentPeriodEnd || current.stripeSubscriptionId || current.currentPeriodEnd > now) return
        await leavePaid(tx, userId, locked)
        await mailMember(tx, userId, membershipEndingMail, {
          tierName,
          endsOn: null,
          isOnHold: await isOnHold(tx, userId),
        })
      })
  },
})

export const jobs: AnyJob[] = [grantWeekly, grantLoyalty, endPeriods]

const payingMembers = ({ runtime, now }: JobContext, condition: ReturnType<typeof sql>) =>
  runtime.db
    .select({
      membership: {
        id: userMemberships.id,
        userId: userMemberships.userId,
        paidSinceOn: userMemberships.paidSinceOn,
        currentPeriodEnd: userMemberships.currentPeriodEnd,
        pausedFrom: userMemberships.pausedFrom,
        restedDays,
      },
      tier: { name: membershipTiers.name, weeklyTokens: membershipTiers.weeklyTokens },
    })
    .from(userMemberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .innerJoin(profiles, eq(profiles.userId, userMemberships.userId))
    .where(
      and(
        isActiveMembership,
        // Of what is carried by a subscription only what is charged, or given; what has none is a gift, until its time is over:
        // that it ends may be done some minutes after this.
        or(
          eq(userMemberships.paymentStatus, 'paid'),
          and(
            eq(userMemberships.paymentStatus, 'waived'),
            or(
              and(
                isNull(userMemberships.stripeSubscriptionId),
                or(isNull(userMemberships.currentPeriodEnd), gt(userMemberships.currentPeriodEnd, now)),
              ),
              gt(userMemberships.freeUntil, now),
            ),
          ),
        ),
        // A pause rests with all that the plan brings.
        or(
          isNull(userMemberships.pausedFrom),
          gt(userMemberships.pausedFrom, now),
          lte(userMemberships.freeUntil, now),
        ),
        eq(profiles.accountStatus, 'active'),
        gt(membershipTiers.pricePence, 0),
        condition,
      ),
    )
    .orderBy(userMemberships.userId)

/** How many days of the unbroken paid time the plan rested, each begun one counted. */
const restedDays = sql<number>`(select coalesce(sum(ceil(extract(epoch from
  greatest(least(p.ended_at, p.ends_at) - p.starts_at, interval '0')) / 86400)), 0)::int
  from ${membershipPauses} p
  where p.user_id = ${userMemberships.userId} and p.ended_at is not null and p.starts_at >= ${userMemberships.paidSinceOn})`
