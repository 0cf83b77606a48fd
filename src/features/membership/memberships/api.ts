import { and, asc, count, eq, sql } from 'drizzle-orm'
import { tierFacts } from '#features/membership/tiers/rules.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { listPage, matchingName } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { type LeavingState, leavingList, leavingStateWords, leavingWords } from './inputs.ts'
import { cancellationReasons, isActiveMembership, userMemberships } from './table.ts'

/** The membership that was cancelled gives way to another row when it is over; who pays again has a subscription on that. */
const leavingState = sql<LeavingState>`case
  when ${cancellationReasons.takenBackAt} is not null then 'stayed'
  when ${userMemberships.status} = 'active' then 'leaving'
  when exists (select from ${userMemberships} n where n.user_id = ${cancellationReasons.userId} and n.status = 'active'
    and n.stripe_subscription_id is not null) then 'back'
  else 'left' end`

/** Who is on which tier, and who leaves; part of `memberships` in the router. */
export const membershipCalls = {
  /**
   * Every tier, also retired ones, in price order (TIER-08), with how many members are on it now and how many of them have a
   * subscription running: those keep their price when it changes, until they change plan (TIER-09).
   */
  allTiers: forAdmin.route({ method: 'GET', summary: 'All tiers' }).handler(async ({ context: { db } }) => {
    const rows = await db
      .select({
        tier: membershipTiers,
        members: count(userMemberships.id),
        paying: count(userMemberships.stripeSubscriptionId),
      })
      .from(membershipTiers)
      .leftJoin(userMemberships, and(eq(userMemberships.tierId, membershipTiers.id), isActiveMembership))
      .groupBy(membershipTiers.id)
      .orderBy(asc(membershipTiers.pricePence), asc(membershipTiers.name))
    return rows.map(({ tier, members, paying }) => ({
      ...tierFacts(tier),
      stripePriceId: tier.stripePriceId,
      isActive: tier.isActive,
      catalogue: tier.catalogue,
      members,
      paying,
    }))
  }),

  /** Who cancelled and said why, the latest first, with the last day, and whether they have left, stayed after all or are back. */
  leaving: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Why members leave' })
      .input(leavingList)
      .handler(({ input, context: { db } }) => {
        const { id, userId, reason, words, createdAt, takenBackAt, membershipId } = cancellationReasons
        const select = db
          .select({
            ...{ id, userId, name: user.name, tier: membershipTiers.name, reason, words, createdAt, takenBackAt },
            state: leavingState,
            /** The last day of what they cancelled; who stayed has none. */
            endsAt: sql<Date | null>`case when ${takenBackAt} is null
              then coalesce(${userMemberships.endedAt}, ${userMemberships.currentPeriodEnd}) end`.mapWith(
              userMemberships.endedAt,
            ),
          })
          .from(cancellationReasons)
          .innerJoin(user, eq(user.id, userId))
          .innerJoin(userMemberships, eq(userMemberships.id, membershipId))
          .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
          .where(
            and(
              input.reason && eq(reason, input.reason),
              input.state && eq(leavingState, input.state),
              matchingName(input.q, user.name, words),
            ),
          )
          .$dynamic()
        return listPage(db, select, input, { sort: { createdAt }, tie: id })
      }),
    {
      Person: row => row.name,
      Plan: row => row.tier,
      Reason: row => (row.reason ? leavingWords[row.reason] : ''),
      'In their words': row => row.words,
      Cancelled: row => row.createdAt,
      'Last day': row => row.endsAt,
      Now: row => leavingStateWords[row.state],
      'Stayed after all': row => row.takenBackAt,
    },
  ),
}
