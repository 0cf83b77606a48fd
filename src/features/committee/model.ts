import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { documentMaxBytes } from '#features/applications/inputs.ts'
import {
  type Application,
  approveApplication,
  lockApplication,
  peopleWith,
  relatesTo,
  tellStaff,
} from '#features/applications/model.ts'
import { membershipApplications } from '#features/applications/table.ts'
import { profiles, userRoles } from '#features/members/table.ts'
import { readSettings } from '#features/venue/model.ts'
import { type Actor, hasRole, isAdmin } from '#platform/actor.ts'
import type { Reader } from '#platform/db.ts'
import { refusal } from '#platform/errors.ts'
import type { FilePurpose, StoredFile } from '#platform/files.ts'
import type { Tx } from '#platform/work.ts'
import { messages } from './inputs.ts'
import * as mail from './mail.tsx'
import { outcomeOf, recusalCause } from './rules.ts'
import { committeeVotes, recusals } from './table.ts'

export interface Vote {
  applicationId: string
  vote: 'approve' | 'reject'
  reason: string | null
}

/**
 * One vote and what follows from it, in one transaction (APPL-05, APPL-09). The application is locked first, so of two
 * deciding votes at once one decides and the other finds the vote closed.
 */
export async function castVote(
  tx: Tx,
  voter: Actor,
  vote: Vote,
): Promise<{ outcome: 'approved' | 'declined' | 'open' }> {
  const application = await lockApplication(tx, vote.applicationId)
  const [mine] = await tx
    .select({ vote: committeeVotes.vote })
    .from(committeeVotes)
    .where(and(eq(committeeVotes.applicationId, application.id), eq(committeeVotes.voterId, voter.userId)))
  if (mine) throw refusal('ALREADY_VOTED', messages.alreadyVoted)
  if (recusalCause(voter.userId, application) || (await isRecused(tx, application.id, voter.userId)))
    throw refusal('RECUSED', messages.recused, { status: 403 })
  if (application.status !== 'pending' || application.declinedAt) throw refusal('VOTE_CLOSED', messages.closed)
  await tx.insert(committeeVotes).values({
    applicationId: application.id,
    voterId: voter.userId,
    vote: vote.vote,
    reason: vote.reason,
    createdAt: tx.now,
  })
  const [counted] = await tx
    .update(membershipApplications)
    .set(
      vote.vote === 'approve'
        ? { currentVotes: sql`${membershipApplications.currentVotes} + 1` }
        : { rejectVotes: sql`${membershipApplications.rejectVotes} + 1` },
    )
    .where(eq(membershipApplications.id, application.id))
    .returning()
  await tellStaff(tx, { kind: 'application.voted' })
  return { outcome: await settle(tx, counted!) }
}

/** Approves, or closes the vote as declined, if the votes of a locked application say so. */
export async function settle(tx: Tx, application: Application): Promise<'approved' | 'declined' | 'open'> {
  const outcome = outcomeOf({
    approvals: application.currentVotes,
    rejections: application.rejectVotes,
    required: application.requiredVotes,
    remaining: await stillToVote(tx, application),
  })
  if (outcome === 'approved') await approveApplication(tx, application, null)
  else if (outcome !== 'open') {
    // Also when nobody can vote any more without a rejection: an admin has to decide then, and learns of it.
    await tx
      .update(membershipApplications)
      .set({ declinedAt: tx.now, remindedAt: tx.now })
      .where(eq(membershipApplications.id, application.id))
    await tellStaff(tx, { kind: 'application.declined' })
    for (const person of await peopleWith(tx, ['admin']))
      await tx.mail(
        mail.declinedMail,
        { address: person.email, userId: person.userId, relatesTo: relatesTo(application.id) },
        {
          firstName: person.firstName,
          applicant: application.fullName,
          approvals: application.currentVotes,
          rejections: application.rejectVotes,
          required: application.requiredVotes,
          isReminder: false,
        },
      )
    return 'declined'
  }
  return outcome
}

/** How many may still vote on it: the committee of this moment without those who voted, are recused or are on hold. */
async function stillToVote(db: Reader, application: Application): Promise<number> {
  return (await waitedFor(db, application)).length
}

/** Those who may still vote on it. */
export async function waitedFor(
  db: Reader,
  { id, userId, referrerUserId }: Pick<Application, 'id' | 'userId' | 'referrerUserId'>,
): Promise<string[]> {
  const rows = await db
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .innerJoin(profiles, eq(profiles.userId, userRoles.userId))
    .leftJoin(committeeVotes, and(eq(committeeVotes.applicationId, id), eq(committeeVotes.voterId, userRoles.userId)))
    .leftJoin(recusals, and(eq(recusals.applicationId, id), eq(recusals.userId, userRoles.userId)))
    .where(
      and(
        eq(userRoles.role, 'committee'),
        eq(profiles.accountStatus, 'active'),
        isNull(committeeVotes.voterId),
        isNull(recusals.userId),
        ne(userRoles.userId, userId ?? ''),
        ne(userRoles.userId, referrerUserId ?? ''),
      ),
    )
  return rows.map(row => row.userId)
}

/** Takes somebody out of the vote on one application, at their own wish; the vote may close for it. */
export async function recuse(tx: Tx, voter: Actor, applicationId: string): Promise<void> {
  const application = await lockApplication(tx, applicationId)
  if (application.status !== 'pending' || application.declinedAt) throw refusal('VOTE_CLOSED', messages.closed)
  const [mine] = await tx
    .select({ vote: committeeVotes.vote })
    .from(committeeVotes)
    .where(and(eq(committeeVotes.applicationId, applicationId), eq(committeeVotes.voterId, voter.userId)))
  if (mine) throw refusal('ALREADY_VOTED', messages.alreadyVoted)
  await tx
    .insert(recusals)
    .values({ applicationId, userId: voter.userId, cause: 'declared', createdAt: tx.now })
    .onConflictDoNothing()
  await settle(tx, application)
}

async function isRecused(db: Reader, applicationId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ cause: recusals.cause })
    .from(recusals)
    .where(and(eq(recusals.applicationId, applicationId), eq(recusals.userId, userId)))
  return row !== undefined
}

/** The two documents of an application: private, and read by nobody but the applicant, its committee and admins. */
export const documentPurposes: FilePurpose[] = ['identity-document', 'proof-of-residence'].map(name => ({
  name,
  accepts: ['pdf', 'jpeg', 'png'],
  maxBytes: documentMaxBytes,
  isPrivate: true,
  isForRejected: true,
  mayUpload: actor =>
    actor?.accountStatus === 'active' && !actor.mustChangePassword && actor.approvalStatus !== 'approved',
  mayRead: mayReadDocument,
}))

/** Applicants read their own. Admins read any; committee members those that they vote on, not before a blind read is over. */
async function mayReadDocument(db: Reader, actor: Actor, file: StoredFile): Promise<boolean> {
  if (file.ownerId === actor.userId) return true
  if (actor.mustChangePassword || actor.mustSetUpTwoFactor) return false
  const { idDocumentFileId, proofOfResidenceFileId } = membershipApplications
  const [application] = await db
    .select()
    .from(membershipApplications)
    .where(or(eq(idDocumentFileId, file.id), eq(proofOfResidenceFileId, file.id)))
  if (!application || application.userId === actor.userId) return false
  if (isAdmin(actor)) return true
  if (!hasRole(actor, 'committee') || application.status !== 'pending') return false
  if (recusalCause(actor.userId, application) || (await isRecused(db, application.id, actor.userId))) return false
  if (!(await readSettings(db)).blindFirstRead) return true
  const [mine] = await db
    .select({ vote: committeeVotes.vote })
    .from(committeeVotes)
    .where(and(eq(committeeVotes.applicationId, application.id), eq(committeeVotes.voterId, actor.userId)))
  return mine !== undefined
}
