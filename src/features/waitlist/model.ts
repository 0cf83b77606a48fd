import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { profiles } from '#features/members/table.ts'
import { activateExplorer } from '#features/memberships/model.ts'
import { userMemberships } from '#features/memberships/table.ts'
import { readSettings } from '#features/venue/model.ts'
import type { Reader } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { user, verification } from '#platform/tables.ts'
import type { Tx } from '#platform/work.ts'
import { waitingList } from './table.ts'

/** Members with an active membership now, and how many the house takes (setting). */
export async function places(db: Reader, exceptUserId = ''): Promise<{ taken: number; limit: number }> {
  const { maxActiveMembers } = await readSettings(db)
  const [row] = await db
    .select({ taken: sql<number>`count(*)::int` })
    .from(userMemberships)
    .where(and(eq(userMemberships.status, 'active'), ne(userMemberships.userId, exceptUserId)))
  return { taken: row!.taken, limit: maxActiveMembers }
}

/**
 * Makes an approved person a member if there is room (decision 16): approval and an Explorer membership. False when the
 * house is full; then nothing changed. One admission at a time, so that the limit holds however many are approved at once.
 */
export async function admitMember(tx: Tx, userId: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('exchange.member-places'))`)
  const { taken, limit } = await places(tx, userId)
  if (taken >= limit) return false
  await tx.update(profiles).set({ approvalStatus: 'approved' }).where(eq(profiles.userId, userId))
  await activateExplorer(tx, userId)
  await tx.announce({
    to: { userId },
    kind: 'membership.approved',
    refresh: ['members', 'memberships', 'applications'],
  })
  return true
}

export interface Waiting {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  userId: string
  applicationId: string
}

/** Puts an approved applicant in line. Somebody who already waited as a visitor keeps their row and becomes `approved`. */
export async function standInLine(tx: Tx, person: Waiting): Promise<void> {
  const approved = {
    status: 'approved' as const,
    approvedAt: tx.now,
    userId: person.userId,
    applicationId: person.applicationId,
  }
  await tx
    .insert(waitingList)
    .values({ ...person, ...approved, emailKey: emailKey(person.email), createdAt: tx.now })
    .onConflictDoUpdate({
      target: waitingList.emailKey,
      targetWhere: isNull(waitingList.convertedAt),
      set: approved,
    })
}

/** From 1: how many approved people are in line up to this one; null when the person does not wait. */
export async function placeInLine(db: Reader, userId: string): Promise<number | null> {
  const waiting = and(eq(waitingList.status, 'approved'), isNull(waitingList.convertedAt))
  const line = await db
    .select({ userId: waitingList.userId })
    .from(waitingList)
    .where(waiting)
    .orderBy(asc(waitingList.approvedAt), asc(waitingList.id))
  const place = line.findIndex(entry => entry.userId === userId)
  return place < 0 ? null : place + 1
}

export interface NewAccount {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
}

const setPasswordDays = 14

/**
 * The account for an address: the one there is, or a new one with a link to set its password, good once and for 14 days.
 * The link's token goes into the welcome mail only; the database keeps its hash.
 */
export async function createAccount(
  tx: Tx,
  person: NewAccount,
): Promise<{ userId: string; setPasswordToken: string | null }> {
  const userId = randomUUID()
  const [made] = await tx
    .insert(user)
    .values({
      id: userId,
      name: `${person.firstName} ${person.lastName}`.trim(),
      email: person.email.toLowerCase(),
      emailKey: emailKey(person.email),
      // Whoever can set the password has read mail at this address.
      emailVerified: true,
      firstName: person.firstName,
      lastName: person.lastName,
      phone: person.phoneNumber,
    })
    .onConflictDoNothing()
    .returning({ id: user.id })
  if (!made) {
    const [known] = await tx
      .select({ id: user.id })
      .from(user)
      .where(eq(user.emailKey, emailKey(person.email)))
    return { userId: known!.id, setPasswordToken: null }
  }
  const token = randomBytes(24).toString('base64url')
  await tx.insert(verification).values({
    identifier: createHash('sha256').update(`reset-password:${token}`).digest('base64url'),
    value: userId,
    expiresAt: new Date(tx.now.getTime() + setPasswordDays * 86_400_000),
  })
  return { userId, setPasswordToken: token }
}
