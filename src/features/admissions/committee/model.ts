import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { documentMaxBytes, type recusalCauses } from '#features/admissions/applications/inputs.ts'
import {
  type Application,
  announceToStaff,
  approveApplication,
  documentsOf,
  listed,
  relatesTo,
} from '#features/admissions/applications/model.ts'
import { membershipApplications, recusals } from '#features/admissions/applications/table.ts'
import { settingsFrom, storedSetting } from '#features/house/settings/model.ts'
import { activeWith, rolesOf } from '#features/people/members/model.ts'
import { profiles } from '#features/people/members/table.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { fullName } from '#platform/db/columns.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { FilePurpose, StoredFile } from '#platform/files/files.ts'
import type { Vote } from './inputs.ts'
import * as mail from './mail.tsx'
import { type Ballot, outcomeOf, whyNot } from './rules.ts'
import { committeeNotes, committeeVotes } from './table.ts'

const a = membershipApplications
type Cause = (typeof recusalCauses)[number]

/** Columns of a query on applications: what this person has done about each. */
export const ballotOf = (userId: string) => ({
  myVote: sql<Vote | null>`(select v.vote from ${committeeVotes} v where v.application_id = ${a}.id and v.voter_id = ${userId})`,
  recusedBy: sql<Cause | null>`(select r.cause from ${recusals} r where r.application_id = ${a}.id and r.user_id = ${userId})`,
})

/** Nobody judges themselves: a condition on applications. */
export const isNotOwn = (actor: Pick<Actor, 'userId'>) => or(isNull(a.userId), ne(a.userId, actor.userId))

/** The applications that are voted on, but for one's own: a condition. */
export const openFor = (actor: Pick<Actor, 'userId'>) =>
  and(eq(a.status, 'pending'), isNull(a.declinedAt), isNotOwn(actor))

/**
 * Those of them that wait for this person's vote: a condition, and what `whyNot.vote` says of who has the role. Whether they
 * have it, the caller knows.
 */
export const waitsForVoteOf = ({ userId }: Pick<Actor, 'userId'>) => {
  const { myVote, recusedBy } = ballotOf(userId)
  return sql<boolean>`(${myVote}) is null and (${recusedBy}) is null and ${a.referrerUserId} is distinct from ${userId}`
}

/**
 * Where an application stands among those that wait for this person's vote, the oldest first, in one statement: how many
 * others there are, the one after it (after the newest the oldest), and the one before it. Null for who has no vote.
 */
export async function queueAround(db: Reader, actor: Pick<Actor, 'userId' | 'roles'>, id: string) {
  if (!actor.roles.includes('committee')) return null
  const waiting = db
    .select({ id: a.id, at: a.submittedAt })
    .from(a)
    .where(and(openFor(actor), waitsForVoteOf(actor), ne(a.id, id)))
    .as('w')
  const place = sql`(select o.submitted_at, o.id from ${a} o where o.id = ${id})`
  const [row] = await db
    .select({
      left: sql<number>`count(*)::int`,
      first: sql<string | null>`(array_agg(w.id order by w.submitted_at, w.id))[1]`,
      next: sql<
        string | null
      >`(array_agg(w.id order by w.submitted_at, w.id) filter (where (w.submitted_at, w.id) > ${place}))[1]`,
      previous: sql<
        string | null
      >`(array_agg(w.id order by w.submitted_at desc, w.id desc) filter (where (w.submitted_at, w.id) < ${place}))[1]`,
    })
    .from(waiting)
  const { left, first, next, previous } = row!
  return { left, next: next ?? first, previous }
}

/** How many applications wait for the vote of this person, and since when the first of them does. */
export async function votesMissing(
  db: Reader,
  actor: Pick<Actor, 'userId' | 'roles'>,
): Promise<{ count: number; since: Date | null }> {
  const { userId, referrerUserId, status, declinedAt, submittedAt } = a
  const open = await db
    .select({ userId, referrerUserId, status, declinedAt, submittedAt, ...ballotOf(actor.userId) })
    .from(a)
    .where(openFor(actor))
    .orderBy(submittedAt)
  const missing = open.filter(row => whyNot.vote(actor, row, row) === null)
  return { count: missing.length, since: missing[0]?.submittedAt ?? null }
}

const statisticsDays = 365

/** What waits, and how long decisions take (ADM-24, ADM-27): a column. Hours are the median of the year before `now`. */
export const figuresAt = (now: SQL) => sql<{
  pendingApplications: number
  waitingForAdmin: number
  medianHours: number | null
  decisions: number
}>`(select json_build_object(
    'pendingApplications', count(*) filter (where f.status = 'pending'),
    'waitingForAdmin', count(*) filter (where f.status = 'pending' and f.declined_at is not null),
    'medianHours', percentile_cont(0.5) within group (order by extract(epoch from f.reviewed_at - f.submitted_at) / 3600)
      filter (where f.reviewed_at >= ${now} - interval '${sql.raw(String(statisticsDays))} days'),
    'decisions', count(*) filter (where f.reviewed_at >= ${now} - interval '${sql.raw(String(statisticsDays))} days'))
  from ${a} f)`

const person = sql`(select ${fullName(profiles)} from ${profiles} where ${profiles.userId} = b.person)`
/** Columns of everything that an admin decides by; the query joins `membership_tiers`. */
export const detailed = {
  ...listed,
  createdAt: a.createdAt,
  address: a.address,
  city: a.city,
  postcode: a.postcode,
  isWestminsterResident: a.isWestminsterResident,
  socialMediaLinks: a.socialMediaLinks,
  whyJoin: a.whyJoin,
  emergencyContactName: a.emergencyContactName,
  emergencyContactPhone: a.emergencyContactPhone,
  emergencyContactRelationship: a.emergencyContactRelationship,
  startOn: a.startOn,
  proRataRequested: a.proRataRequested,
  referralCode: a.referralCode,
  isOverridden: sql<boolean>`${a.overriddenBy} is not null`,
  documentsDeletedAt: a.documentsDeletedAt,
  idDocumentFileId: a.idDocumentFileId,
  proofOfResidenceFileId: a.proofOfResidenceFileId,
  documents: documentsOf,
  votes: sql<{ voter: string; vote: Vote; reason: string | null }[]>`(
    select coalesce(json_agg(json_build_object('voter', ${person}, 'vote', b.vote, 'reason', b.reason) order by b.created_at), '[]')
    from (select v.*, v.voter_id as person from ${committeeVotes} v where v.application_id = ${a}.id) b)`,
  recused: sql<{ person: string; cause: (typeof recusalCauses)[number] }[]>`(
    select coalesce(json_agg(json_build_object('person', ${person}, 'cause', b.cause) order by b.created_at), '[]')
    from (select r.*, r.user_id as person from ${recusals} r where r.application_id = ${a}.id) b)`,
}

/** A column: the notes of the committee, the first one first. */
export const notesOf = sql<{ id: string; body: string; createdAt: string; author: string | null }[]>`(
  select coalesce(json_agg(json_build_object('id', n.id, 'body', n.body, 'createdAt', n.created_at,
    'author', nullif(${fullName(profiles)}, '')) order by n.created_at), '[]')
  from ${committeeNotes} n left join ${profiles} on ${profiles.userId} = n.author_id where n.application_id = ${a}.id)`

export interface Judge extends Ballot, Pick<Actor, 'userId' | 'roles'> {
  email: string
  firstName: string
}

/** The active members of the committee and admins, with what each has done about this application. */
export async function judgesOf(db: Reader, applicationId: string): Promise<Judge[]> {
  return db
    .select({
      userId: user.id,
      email: user.email,
      firstName: profiles.firstName,
      roles: rolesOf(user.id),
      myVote: committeeVotes.vote,
      recusedBy: recusals.cause,
    })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .leftJoin(committeeVotes, and(eq(committeeVotes.applicationId, applicationId), eq(committeeVotes.voterId, user.id)))
    .leftJoin(recusals, and(eq(recusals.applicationId, applicationId), eq(recusals.userId, user.id)))
    .where(activeWith(['committee', 'admin']))
    .orderBy(user.id)
}

/** Those who may still vote on it. */
export const waitedFor = (judges: Judge[], application: Application): Judge[] =>
  judges.filter(judge => whyNot.vote(judge, application, judge) === null)

/**
 * Stores what a vote added to a locked, open application (nothing, when somebody stepped back or the committee changed), and
 * what the votes say now: it is approved, or the vote closes as declined; too few who may vote never close it. `judges` are
 * those of this moment.
 */
export async function settle(
  tx: Tx,
  application: Application,
  judges: Judge[],
  added: { currentVotes?: number; rejectVotes?: number } = {},
): Promise<'approved' | 'declined' | 'stuck' | 'open'> {
  const counted = { ...application, ...added }
  const outcome = outcomeOf({
    approvals: counted.currentVotes,
    rejections: counted.rejectVotes,
    required: counted.requiredVotes,
    remaining: waitedFor(judges, application).length,
    electors: application.committeeSize - judges.filter(({ recusedBy }) => recusedBy !== null).length,
  })
  if (outcome === 'approved') {
    await approveApplication(tx, counted, null, judges)
    return 'approved'
  }
  const isClosed = outcome === 'declined'
  const change = { ...added, ...(isClosed && { declinedAt: tx.now, remindedAt: tx.now }) }
  if (Object.keys(change).length > 0) {
    await tx.update(a).set(change).where(eq(a.id, application.id))
    // Applicants see how far the vote is.
    if (application.userId) await tx.announce({ to: { userId: application.userId }, kind: 'application.counted' })
  }
  if (!isClosed) return outcome
  await announceToStaff(tx, { kind: 'application.declined' })
  await askAdmins(tx, counted, judges, { isReminder: false })
  return 'declined'
}

/** Mails the admins that an applicant waits for their decision, as rejections have closed the vote (decision 14). */
export async function askAdmins(
  tx: Tx,
  application: Application,
  judges: Judge[],
  { isReminder }: { isReminder: boolean },
): Promise<void> {
  const { fullName, currentVotes, rejectVotes, requiredVotes } = application
  const figures = { approvals: currentVotes, rejections: rejectVotes, required: requiredVotes }
  for (const { to, firstName } of adminsAmong(judges, application))
    await tx.mail(mail.declinedMail, to, { firstName, applicant: fullName, ...figures, isReminder })
}

/** Mails the admins that too few of the committee may vote: it needs members, or an admin who decides (decision 60). */
export async function askForCommittee(tx: Tx, application: Application, judges: Judge[]): Promise<void> {
  const { fullName, currentVotes, requiredVotes } = application
  const remaining = waitedFor(judges, application).length
  for (const { to, firstName } of adminsAmong(judges, application))
    await tx.mail(mail.tooFewMail, to, {
      firstName,
      applicant: fullName,
      approvals: currentVotes,
      required: requiredVotes,
      remaining,
    })
}

const adminsAmong = (judges: Judge[], { id }: Application) =>
  judges
    .filter(({ roles }) => roles.includes('admin'))
    .map(({ email, userId, firstName }) => ({ to: { address: email, userId, relatesTo: relatesTo(id) }, firstName }))

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

/** Applicants read what they uploaded, also before they have applied; everybody else by the rule. */
async function mayReadDocument(db: Reader, actor: Actor, file: StoredFile): Promise<boolean> {
  if (file.ownerId === actor.userId) return true
  const [row] = await db
    .select({
      userId: a.userId,
      referrerUserId: a.referrerUserId,
      status: a.status,
      declinedAt: a.declinedAt,
      ...ballotOf(actor.userId),
      blindFirstRead: storedSetting('blindFirstRead'),
    })
    .from(a)
    .where(or(eq(a.idDocumentFileId, file.id), eq(a.proofOfResidenceFileId, file.id)))
  if (!row) return false
  const { blindFirstRead } = settingsFrom({ blindFirstRead: row.blindFirstRead })
  return whyNot.readDocument(actor, row, { ...row, isReadBlind: blindFirstRead }) === null
}
