import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { settingsFrom, storedSetting } from '#features/house/settings/model.ts'
import { activateExplorer } from '#features/membership/memberships/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { isArchived, isArchivedAccount } from '#features/people/archive/model.ts'
import { createAccount } from '#features/people/members/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { writeInvitation } from '#platform/auth/invitations.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { emailKey } from '#platform/mail/address.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import * as mail from './mail.tsx'
import { whyNot } from './rules.ts'
import { waitingList } from './table.ts'

type Entry = typeof waitingList.$inferSelect

/** How many have an active membership now. */
export const activeMembers = (db: Reader): Promise<number> => db.$count(userMemberships, takesPlace)

/** An active membership of somebody who is here: whoever is archived takes no place (decision 59). */
const takesPlace = sql`${isActiveMembership} and not exists (select 1 from ${user}
  where ${user.id} = ${userMemberships.userId} and ${isArchivedAccount})`

/**
 * Makes an approved person a member if there is room (decision 16): approval, an Explorer membership, and off the waiting
 * list, also where they had left their address as a visitor. False when the house is full; then nothing changed. One at a
 * time, so that the limit holds however many are approved at once.
 */
export async function makeMember(tx: Tx, userId: string): Promise<boolean> {
  if (!(await hasRoom(tx, userId))) return false
  await activateExplorer(tx, userId)
  tx.atEnd(sql`update ${profiles} set approval_status = 'approved' where user_id = ${userId}`)
  tx.atEnd(sql`update ${waitingList} set status = 'approved', user_id = ${userId}, converted_at = ${tx.now},
      approved_at = coalesce(approved_at, ${tx.now})
    where converted_at is null
      and (user_id = ${userId} or email_key = (select u.email_key from ${user} u where u.id = ${userId}))`)
  await tx.announce({ to: { userId }, kind: 'membership.approved' })
  return true
}

/** Whether another member fits in, besides this person; holds every other admission back until this transaction ends. */
async function hasRoom(tx: Tx, exceptUserId = ''): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('exchange.member-places'))`)
  // A statement of its own: it must see what was done under the lock before.
  const [house] = await tx
    .select({ others: sql<number>`count(*)::int`, maxActiveMembers: storedSetting('maxActiveMembers') })
    .from(userMemberships)
    .where(and(takesPlace, ne(userMemberships.userId, exceptUserId)))
  const { others, ...stored } = house!
  return others < settingsFrom(stored).maxActiveMembers
}

/** The entry of somebody who still waits, locked. Throws NOT_FOUND. */
export async function lockEntry(tx: Tx, id: string): Promise<Entry> {
  const [entry] = await tx
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.id, id), isNull(waitingList.convertedAt)))
    .for('update')
  if (!entry) throw notFound()
  return entry
}

/**
 * Makes a member of somebody on the waiting list, with an account if they have none, and mails them. False when the house
 * is full: the entry then waits as `approved` for the daily conversion (decision 16, OPS-38).
 */
export async function convertEntry(tx: Tx, entry: Entry): Promise<boolean> {
  demand(whyNot.convert({ isArchived: await isArchived(tx, entry.email) }))
  if (entry.status !== 'approved')
    await tx.update(waitingList).set({ status: 'approved', approvedAt: tx.now }).where(eq(waitingList.id, entry.id))
  if (!(await hasRoom(tx))) return false
  const { userId, isNew } = entry.userId
    ? { userId: entry.userId, isNew: false }
    : await createAccount(tx, { ...entry, phone: entry.phoneNumber })
  await makeMember(tx, userId)
  await tx.mail(
    mail.placeFreeMail,
    { address: entry.email, userId, relatesTo: `waiting_list/${entry.id}` },
    { firstName: entry.firstName, invitationToken: isNew ? await writeInvitation(tx, userId) : null },
  )
  return true
}

export interface Waiting {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  userId: string
  /** Null for somebody whom staff let in without an application. */
  applicationId: string | null
}

/** Puts an approved person in line. Somebody who already waited as a visitor keeps their row and becomes `approved`. */
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

/** Approved, and not a member yet for want of a place (decision 16). */
export const isInLine = and(eq(waitingList.status, 'approved'), isNull(waitingList.convertedAt))!

/**
 * Keeps somebody who waits from being made a member until this transaction ends: either they became one before, or their
 * application decides.
 */
export async function holdInLine(tx: Tx, email: string): Promise<void> {
  await tx
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(eq(waitingList.emailKey, emailKey(email)), isNull(waitingList.convertedAt)))
    .for('update')
}

/**
 * Somebody who waits has applied: from here their application decides, and no conversion makes a member past it. Who was
 * approved as a visitor waits for that decision too.
 */
export function leaveToApplication(tx: Tx, { email, applicationId }: { email: string; applicationId: string }): void {
  tx.atEnd(sql`update ${waitingList} set application_id = ${applicationId}, status = 'pending', approved_at = null
    where email_key = ${emailKey(email)} and converted_at is null`)
}

/** Whoever's application was rejected does not wait any more. */
export function leaveLine(tx: Tx, applicationId: string): void {
  tx.atEnd(sql`update ${waitingList} set application_id = null, status = 'rejected'
    where application_id = ${applicationId} and converted_at is null`)
}

/** Whoever withdrew their application wants no place either. */
export function forgetWaiting(tx: Tx, applicationId: string): void {
  tx.atEnd(sql`delete from ${waitingList} where application_id = ${applicationId} and converted_at is null`)
}

/** From 1: how many approved people are in line up to this one; null when the person does not wait. */
export async function placeInLine(db: Reader, userId: string): Promise<number | null> {
  const line = db
    .select({
      userId: waitingList.userId,
      place: sql<number>`(row_number() over (order by ${waitingList.approvedAt}, ${waitingList.id}))::int`.as('place'),
    })
    .from(waitingList)
    .where(isInLine)
    .as('line')
  const [own] = await db.select({ place: line.place }).from(line).where(eq(line.userId, userId))
  return own?.place ?? null
}
