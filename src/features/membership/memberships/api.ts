import { and, asc, count, eq } from 'drizzle-orm'
import { tierFacts } from '#features/membership/tiers/rules.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { isActiveMembership, userMemberships } from './table.ts'

/** Who is on which tier; part of `memberships` in the router. */
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
}
