import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { profiles, userRoles } from '#features/people/members/table.ts'
import type { Role } from '#platform/auth/actor.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { account, user } from '#platform/db/tables.ts'
import { emailKey } from '#platform/mail/address.ts'
import { membership } from './memberships.ts'
import type { Target } from './target.ts'

export interface Person {
  id: string
  email: string
  firstName: string
  lastName: string
}

export interface PersonOptions {
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  /** Given, the person can sign in with it over HTTP; `goodPassword` will do. */
  password?: string
  roles?: Role[]
  approval?: 'pending' | 'approved' | 'rejected'
  status?: 'active' | 'blocked' | 'suspended'
  /** Slug of the tier of an active membership; made if missing. */
  tier?: string
}

/** Long enough, known to no list, and not the name of anything here. */
export const goodPassword = 'Kiln-Orchard-Seven7'

let count = 0

/** A person with a confirmed address; by default an account that has only just been made (approval pending). */
export async function person(target: Target, options: PersonOptions = {}): Promise<Person> {
  const { db } = target
  const now = target.clock.now()
  const id = randomUUID()
  const firstName = options.firstName ?? 'Ada'
  const lastName = options.lastName ?? `Tester${++count}`
  const email = options.email ?? `ada.${id.slice(0, 8)}@people.example`
  await db.insert(user).values({
    id,
    name: `${firstName} ${lastName}`,
    email,
    emailKey: emailKey(email),
    emailVerified: true,
    firstName,
    lastName,
    phone: options.phone ?? '+447700900123',
    createdAt: now,
    updatedAt: now,
  })
  if (options.password)
    await db.insert(account).values({
      id: randomUUID(),
      accountId: id,
      providerId: 'credential',
      userId: id,
      password: await hashPassword(options.password),
    })
  const isOnHold = options.status && options.status !== 'active'
  await db
    .update(profiles)
    .set({
      approvalStatus: options.approval ?? (options.tier || options.roles?.length ? 'approved' : 'pending'),
      ...(isOnHold && { accountStatus: options.status, blockedAt: now, blockedReason: 'A reason' }),
    })
    .where(eq(profiles.userId, id))
  for (const role of options.roles ?? []) await db.insert(userRoles).values({ userId: id, role, grantedAt: now })
  if (options.tier) await membership(target, { userId: id, slug: options.tier })
  return { id, email, firstName, lastName }
}

export const member = (target: Target, options: PersonOptions = {}) => person(target, { tier: 'explorer', ...options })
export const paidMember = (target: Target, options: PersonOptions = {}) =>
  person(target, { tier: 'creator', ...options })
export const admin = (target: Target, options: PersonOptions = {}) => person(target, { roles: ['admin'], ...options })
export const committee = (target: Target, options: PersonOptions = {}) =>
  person(target, { roles: ['committee'], ...options })
export const doorStaff = (target: Target, options: PersonOptions = {}) =>
  person(target, { roles: ['door'], ...options })
