import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'

/**
 * Subscriptions that run at another price than their plan has now and can be moved to it: not what was agreed with somebody, not
 * what ends with its period, not what waits for its first day.
 */
export const isAtOtherPrice = and(
  isActiveMembership,
  isNotNull(userMemberships.stripeSubscriptionId),
  isNull(userMemberships.nextTierId),
  eq(userMemberships.hasCustomPrice, false),
  eq(userMemberships.cancelsAtPeriodEnd, false),
  ne(sql`coalesce(${userMemberships.monthlyPence}, ${membershipTiers.pricePence})`, membershipTiers.pricePence),
)!
