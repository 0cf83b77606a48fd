import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { archivedMembers } from '#features/applications/table.ts'
import { profiles } from '#features/members/table.ts'
import { activateExplorer } from '#features/memberships/model.ts'
import { userMemberships } from '#features/memberships/table.ts'
import { readSettings } from '#features/venue/model.ts'
import { writeInvitation } from '#platform/auth-invitations.ts'
import type { Reader } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'
import type { Tx } from '#platform/work.ts'
import * as mail from './mail.tsx'
import { waitingList } from './table.ts'

/** True when the address, in any form of it, belongs to an archived account (JOIN-28, decision 17). Never told to strangers. */
export async function isArchived(db: Reader, email: string): Promise<boolean> {
  const [row] = await db
    .select({ id: archivedMembers.id })
    .from(archivedMembers)
    .where(eq(archivedMembers.emailKey, emailKey(email)))
  return row !== undefined
}

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
  if (!(await hasRoom(tx, userId))) return false
  await tx.update(profiles).set({ approvalStatus: 'approved' }).where(eq(profiles.userId, userId))
  await activateExplorer(tx, userId)
  await leaveLine(tx, userId)
  await tx.announce({
    to: { userId },
    kind: 'membership.approved',
    refresh: ['members', 'memberships', 'applications'],
  })
  return true
}

/** Whether another member fits in; holds every other admission back until this transaction ends. */
async function hasRoom(tx: Tx, exceptUserId = ''): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('exchange.member-places'))`)
  const { taken, limit } = await places(tx, exceptUserId)
  return taken < limit
}

// Whoever became a member waits no longer, also where they had left their address as a visitor.
async function leaveLine(tx: Tx, userId: string): Promise<void> {
  const ofPerson = sql`${waitingList.userId} = ${userId} or ${waitingList.emailKey} = (select email_key from "user" where id = ${userId})`
  await tx
    .update(waitingList)
    .set({
      status: 'approved',
      approvedAt: sql`coalesce(${waitingList.approvedAt}, ${tx.now})`,
      convertedAt: tx.now,
      userId,
    })
    .where(and(isNull(waitingList.convertedAt), ofPerson))
}

/**
 * Makes a member of somebody on the waiting list, with an account if they have none, and mails them. False when the house
 * is full: the entry then waits as `approved` for the daily conversion (decision 16, OPS-38).
 */
export async function convertEntry(tx: Tx, entryId: string): Promise<boolean> {
  const [entry] = await tx
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.id, entryId), isNull(waitingList.convertedAt)))
    .for('update')
  if (!entry) throw notFound()
  if (await isArchived(tx, entry.email))
    throw refusal('REGISTRATION_NOT_ALLOWED', 'This e-mail is tied to an archived account.', {
      status: 403,
      title: 'Registration Not Allowed',
    })
  if (entry.status !== 'approved')
    await tx.update(waitingList).set({ status: 'approved', approvedAt: tx.now }).where(eq(waitingList.id, entry.id))
  if (!(await hasRoom(tx))) return false
  const made = entry.userId ? { userId: entry.userId, invitationToken: null } : await createAccount(tx, entry)
  await admitMember(tx, made.userId)
  const to = { address: entry.email, userId: made.userId, relatesTo: `waiting_list/${entry.id}` }
  await tx.mail(mail.placeFreeMail, to, {
    firstName: entry.firstName,
    invitationToken: made.invitationToken,
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

/**
 * The account for an address: the one there is, or a new one with an invitation to set its password. The invitation's
 * token goes into the welcome mail only; the database keeps its hash.
 */
export async function createAccount(
  tx: Tx,
  person: NewAccount,
): Promise<{ userId: string; invitationToken: string | null }> {
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
    return { userId: known!.id, invitationToken: null }
  }
  await tx.update(profiles).set({ mustChangePassword: true }).where(eq(profiles.userId, userId))
  return { userId, invitationToken: await writeInvitation(tx, userId) }
}
