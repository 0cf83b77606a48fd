import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { profiles, userRoles } from '#features/members/table.ts'
import { membershipTiers, userMemberships } from '#features/memberships/table.ts'
import type { Role } from '#platform/actor.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { hashPassword } from '#platform/passwords.ts'
import { account, user } from '#platform/tables.ts'
import { calendarDate } from '#platform/time.ts'

export interface Person {
  id: string
  email: string
  firstName: string
  lastName: string
}

/** Where people are made: a test's server, or a database beside one. */
export interface Place {
  db: Db
  clock: Clock
}

export interface PersonOptions {
  firstName?: string
  lastName?: string
  email?: string
  /** Given, the person can sign in with it over HTTP. */
  password?: string
  roles?: Role[]
  approval?: 'pending' | 'approved' | 'rejected'
  status?: 'active' | 'blocked' | 'suspended'
  /** Slug of the tier of an active membership; made if missing. */
  tier?: 'explorer' | 'creator'
}

let count = 0

/** A person with a confirmed address; by default an account that has only just been made (approval pending). */
export async function person(app: Place, options: PersonOptions = {}): Promise<Person> {
  const id = randomUUID()
  const firstName = options.firstName ?? 'Ada'
  const lastName = options.lastName ?? `Tester${++count}`
  const email = options.email ?? `ada.${id.slice(0, 8)}@people.example`
  await app.db.insert(user).values({
    id,
    name: `${firstName} ${lastName}`,
    email,
    emailKey: emailKey(email),
    emailVerified: true,
    firstName,
    lastName,
    phone: '+447700900123',
  })
  if (options.password)
    await app.db.insert(account).values({
      id: randomUUID(),
      accountId: id,
      providerId: 'credential',
      userId: id,
      password: await hashPassword(options.password),
    })
  const isOnHold = options.status && options.status !== 'active'
  await app.db
    .update(profiles)
    .set({
      approvalStatus: options.approval ?? (options.tier || options.roles?.length ? 'approved' : 'pending'),
      ...(isOnHold && {
        accountStatus: options.status,
        blockedAt: app.clock.now(),
        blockedReason: 'A reason',
      }),
    })
    .where(eq(profiles.userId, id))
  for (const role of options.roles ?? []) await app.db.insert(userRoles).values({ userId: id, role })
  if (options.tier) await membership(app, id, options.tier)
  return { id, email, firstName, lastName }
}

export const member = (app: Place, options: PersonOptions = {}) => person(app, { tier: 'explorer', ...options })
export const paidMember = (app: Place, options: PersonOptions = {}) => person(app, { tier: 'creator', ...options })
export const admin = (app: Place, options: PersonOptions = {}) => person(app, { roles: ['admin'], ...options })
export const committee = (app: Place, options: PersonOptions = {}) => person(app, { roles: ['committee'], ...options })
export const doorStaff = (app: Place, options: PersonOptions = {}) => person(app, { roles: ['door'], ...options })

const tiers = {
  explorer: { slug: 'explorer', name: 'Explorer', pricePence: 0 },
  creator: {
    slug: 'creator',
    name: 'Creator',
    pricePence: 9_000,
    weeklyTokens: 150,
    tokenDiscountPercent: 10,
    marketDiscountPercent: 30,
  },
}

async function membership(app: Place, userId: string, slug: keyof typeof tiers) {
  await app.db.insert(membershipTiers).values(tiers[slug]).onConflictDoNothing()
  const [tier] = await app.db.select().from(membershipTiers).where(eq(membershipTiers.slug, slug))
  const now = app.clock.now()
  await app.db.insert(userMemberships).values({
    userId,
    tierId: tier!.id,
    paymentStatus: tier!.pricePence > 0 ? 'paid' : 'waived',
    startedOn: calendarDate(now),
    ...(tier!.pricePence > 0 && { paidSinceOn: calendarDate(now) }),
    currentPeriodStart: now,
  })
}
