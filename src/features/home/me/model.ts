import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { settings } from '#features/house/settings/table.ts'
import { isTakenBack, pauseOf } from '#features/membership/memberships/rules.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { rolesOf } from '#features/people/members/model.ts'
import { profiles } from '#features/people/members/table.ts'
import type { Actor, Membership } from '#platform/auth/actor.ts'
import type { People } from '#platform/auth/authenticate.ts'
import { prepared } from '#platform/db/pool.ts'
import { apiKeys, session, user } from '#platform/db/tables.ts'

/** A person's rights of this moment. */
const actorColumns = {
  userId: user.id,
  email: user.email,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  roles: rolesOf(user.id),
  approvalStatus: profiles.approvalStatus,
  accountStatus: profiles.accountStatus,
  blockedReason: profiles.blockedReason,
  mustChangePassword: profiles.mustChangePassword,
  twoFactorEnabled: user.twoFactorEnabled,
  isTwoFactorRequired: sql<boolean>`coalesce((select ${settings.value} = 'true'::jsonb from ${settings}
    where ${settings.key} = 'twoFactorRequiredForAdmins'), false)`,
  membership: {
    id: userMemberships.id,
    tierId: userMemberships.tierId,
    currentPeriodStart: userMemberships.currentPeriodStart,
    currentPeriodEnd: userMemberships.currentPeriodEnd,
    limitedAt: userMemberships.limitedAt,
    paymentStatus: userMemberships.paymentStatus,
    pausedFrom: userMemberships.pausedFrom,
    freeUntil: userMemberships.freeUntil,
  },
  tier: {
    tierSlug: membershipTiers.slug,
    tierName: membershipTiers.name,
    isPaid: sql<boolean>`${membershipTiers.pricePence} > 0`,
    tokenDiscountPercent: membershipTiers.tokenDiscountPercent,
    marketDiscountPercent: membershipTiers.marketDiscountPercent,
  },
}

const isOwnProfile = eq(profiles.userId, user.id)
const isOwnMembership = and(eq(userMemberships.userId, user.id), isActiveMembership)
const isItsTier = eq(membershipTiers.id, userMemberships.tierId)

const actorById = prepared(db =>
  db
    .select(actorColumns)
    .from(user)
    .innerJoin(profiles, isOwnProfile)
    .leftJoin(userMemberships, isOwnMembership)
    .leftJoin(membershipTiers, isItsTier)
    .where(eq(user.id, sql.placeholder('userId')))
    .prepare('actor_by_id'),
)

const actorBySession = prepared(db =>
  db
    .select({
      ...actorColumns,
      session: {
        id: session.id,
        signedInAt: session.createdAt,
        usedAt: session.updatedAt,
        expiresAt: session.expiresAt,
      },
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .innerJoin(profiles, isOwnProfile)
    .leftJoin(userMemberships, isOwnMembership)
    .leftJoin(membershipTiers, isItsTier)
    .where(eq(session.token, sql.placeholder('token')))
    .prepare('actor_by_session'),
)

const actorByKey = prepared(db => {
  const isGood = sql`${apiKeys.expiresAt} > ${sql.placeholder('now')}::timestamptz`
  const isKey = and(eq(apiKeys.keyHash, sql.placeholder('keyHash')), isNull(apiKeys.revokedAt), isGood)
  // To the minute: calls of one integration would else wait for each other.
  const aMinuteBefore = sql`${sql.placeholder('now')}::timestamptz - interval '1 minute'`
  const used = db.$with('used').as(
    db
      .update(apiKeys)
      .set({ lastUsedAt: sql`${sql.placeholder('now')}::timestamptz` })
      .where(and(isKey, or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, aMinuteBefore))))
      .returning({ id: apiKeys.id }),
  )
  return db
    .with(used)
    .select({ ...actorColumns, key: { id: apiKeys.id, scope: apiKeys.scope } })
    .from(apiKeys)
    .innerJoin(user, eq(user.id, apiKeys.userId))
    .innerJoin(profiles, isOwnProfile)
    .leftJoin(userMemberships, isOwnMembership)
    .leftJoin(membershipTiers, isItsTier)
    .where(isKey)
    .prepare('actor_by_key')
})

/** People with the rights they have now, each found in one statement. */
export const people: People = {
  async byId(db, userId, now) {
    const [row] = await actorById(db).execute({ userId })
    return row ? actorOf(row, now) : null
  },
  async bySession(db, token, now) {
    const [row] = await actorBySession(db).execute({ token })
    return row ? { actor: actorOf(row, now), ...row.session } : null
  },
  async byKey(db, keyHash, now) {
    const [row] = await actorByKey(db).execute({ keyHash, now: now.toISOString() })
    return row ? { actor: actorOf(row, now), ...row.key } : null
  },
}

type ActorRow = Awaited<ReturnType<ReturnType<typeof actorById>['execute']>>[number]

const actorOf = ({ membership, tier, isTwoFactorRequired, ...row }: ActorRow, now: Date): Actor => ({
  userId: row.userId,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  roles: row.roles,
  approvalStatus: row.approvalStatus,
  accountStatus: row.accountStatus,
  blockedReason: row.blockedReason,
  mustChangePassword: row.mustChangePassword,
  twoFactorEnabled: row.twoFactorEnabled,
  mustSetUpTwoFactor: isTwoFactorRequired && row.roles.includes('admin') && !row.twoFactorEnabled,
  membership: membership && tier && { ...tier, ...rightsOf(membership, now) },
})

function rightsOf(
  { limitedAt, paymentStatus, pausedFrom, freeUntil, ...membership }: NonNullable<ActorRow['membership']>,
  now: Date,
): Omit<Membership, keyof NonNullable<ActorRow['tier']>> {
  const pause = pauseOf({ pausedFrom, freeUntil }, now)
  const pausedUntil = pause?.isResting ? pause.until : null
  return {
    ...membership,
    isLimited: limitedAt !== null || pausedUntil !== null,
    isTakenBack: isTakenBack({ limitedAt, paymentStatus }),
    pausedUntil,
  }
}
