import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { documentsAt, keepDocuments } from '#features/admissions/documents/model.ts'
import {
  holdInLine,
  leaveLine,
  leaveToApplication,
  makeMember,
  placeInLine,
  standInLine,
} from '#features/admissions/waitlist/model.ts'
import { notifyLater } from '#features/house/notifications/model.ts'
import { readSettings, settingsFrom, storedSetting } from '#features/house/settings/model.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { archivedAs } from '#features/people/archive/model.ts'
import { createAccount, peopleWith } from '#features/people/members/model.ts'
import { normalCode } from '#features/people/members/rules.ts'
import { profiles } from '#features/people/members/table.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { writeInvitation } from '#platform/auth/invitations.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { emailKey } from '#platform/mail/address.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { nameOf } from '#platform/words.ts'
import type { freeApplication, paidApplication } from './inputs.ts'
import * as mail from './mail.tsx'
import { mayReapplyAt, namesOf, recusalCause, votesNeeded, whyNot } from './rules.ts'
import { applicationQuestions, membershipApplications, recusals } from './table.ts'

export type Application = typeof membershipApplications.$inferSelect
export type ApplicationValues = z.output<typeof freeApplication> & Partial<z.output<ReturnType<typeof paidApplication>>>

const a = membershipApplications

/** What a mail about an application is filed under. */
export const relatesTo = (applicationId: string) => `membership_applications/${applicationId}`

/** A column: the name of the tier that was applied for, also when there is no such tier any more. */
export const tierName = sql<string>`coalesce(${membershipTiers.name}, ${a.tierSlug})`

/** Columns of an application in lists; the query joins `membership_tiers`. */
export const listed = {
  id: a.id,
  userId: a.userId,
  fullName: a.fullName,
  email: a.email,
  phoneNumber: a.phoneNumber,
  tierSlug: a.tierSlug,
  tierName,
  creativeDiscipline: a.creativeDiscipline,
  status: a.status,
  currentVotes: a.currentVotes,
  rejectVotes: a.rejectVotes,
  requiredVotes: a.requiredVotes,
  declinedAt: a.declinedAt,
  rejectionReason: a.rejectionReason,
  submittedAt: a.submittedAt,
  reviewedAt: a.reviewedAt,
  correctedAt: a.correctedAt,
  withdrawnAt: a.withdrawnAt,
}

/** The applications of this person and of their address, the latest first: what the next one hangs on (JOIN-29). */
export const applicationsOf = ({ userId, email }: Pick<Actor, 'userId' | 'email'>) => ({
  where: or(eq(a.userId, userId), eq(a.emailKey, emailKey(email))),
  orderBy: desc(a.submittedAt),
})

/**
 * Stores an application with its documents, its referral and who must not vote on it (JOIN-26, JOIN-27). The votes it needs
 * are fixed here (decision 14). Returns its id.
 */
export async function submitApplication(tx: Tx, actor: Actor, values: ApplicationValues): Promise<string> {
  await holdInLine(tx, actor.email)
  const { where, orderBy } = applicationsOf(actor)
  const [latest] = await tx.select().from(a).where(where).orderBy(orderBy).limit(1)
  const [kept] = await tx
    .select({
      code: user.referredByCode,
      reapplyAfterDays: storedSetting('reapplyAfterDays'),
      isArchived: archivedAs(actor.email),
      approvalStatus: profiles.approvalStatus,
    })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .where(eq(user.id, actor.userId))
  const { reapplyAfterDays } = settingsFrom({ reapplyAfterDays: kept!.reapplyAfterDays })
  const past = { latest, isArchived: kept!.isArchived, reapplyAfterDays, now: tx.now }
  // As it is now: a place on the waiting list may have made them a member a moment ago.
  const { approvalStatus } = kept!
  demand(whyNot.apply({ ...actor, approvalStatus }, past))

  const code = normalCode(values.referralCode) ?? kept!.code
  const referrerUserId = code ? await referrerOf(tx, code, actor.userId) : null
  const committee = await peopleWith(tx, ['committee'])
  const [row] = await tx
    .insert(a)
    .values({
      ...(await answersOf(tx, actor, values)),
      userId: actor.userId,
      email: actor.email,
      emailKey: emailKey(actor.email),
      termsAcceptedAt: tx.now,
      referralCode: code,
      referrerUserId,
      committeeSize: committee.length,
      requiredVotes: votesNeeded(committee.length),
      submittedAt: tx.now,
      createdAt: tx.now,
    })
    .returning()
  const application = row!
  leaveToApplication(tx, { email: actor.email, applicationId: application.id })
  const barred = committee.flatMap(({ userId }) => {
    const cause = recusalCause(userId, application)
    return cause ? [{ applicationId: application.id, userId, cause, createdAt: tx.now }] : []
  })
  if (barred.length > 0) await tx.insert(recusals).values(barred)
  if (referrerUserId)
    await tx
      .insert(referrals)
      .values({ referrerUserId, referredUserId: actor.userId, referredEmail: actor.email, createdAt: tx.now })
      .onConflictDoNothing({ target: referrals.referredUserId })
  // Whoever was rejected once and applies again is an applicant like any other.
  if (approvalStatus === 'rejected')
    await tx.update(profiles).set({ approvalStatus: 'pending' }).where(eq(profiles.userId, actor.userId))
  await tx.mail(mail.receivedMail, applicantOf(application), namesOf(application.fullName))
  await announceToStaff(tx, { kind: 'application.submitted', title: 'New membership application' })
  await tx.announce({ to: { userId: actor.userId }, kind: 'application.submitted' })
  return application.id
}

/**
 * The columns of what an applicant answers, with their documents taken into keeping; what a tier does not ask for is empty.
 * `was` is the application that is corrected: documents that are replaced or left out are deleted.
 */
export async function answersOf(tx: Tx, actor: Actor, values: ApplicationValues, was?: Application) {
  const { insuranceWaiver, startDate, idDocument, proofOfResidence } = values
  const { identity, residence } = await keepDocuments(tx, actor.userId, {
    wanted: { identity: idDocument?.id, residence: values.isWestminsterResident ? proofOfResidence?.id : null },
    was: { identity: was?.idDocumentFileId, residence: was?.proofOfResidenceFileId },
  })
  return {
    tierSlug: values.tierSlug,
    fullName: values.fullName,
    phoneNumber: values.phoneNumber,
    termsAccepted: values.termsAccepted,
    address: values.address ?? null,
    city: values.city ?? null,
    postcode: values.postcode ?? null,
    isWestminsterResident: values.isWestminsterResident ?? false,
    creativeDiscipline: values.creativeDiscipline ?? null,
    socialMediaLinks: values.socialMediaLinks ?? [],
    whyJoin: values.whyJoin ?? null,
    emergencyContactName: values.emergencyContactName ?? null,
    emergencyContactPhone: values.emergencyContactPhone ?? null,
    emergencyContactRelationship: values.emergencyContactRelationship ?? null,
    insuranceWaiverAccepted: insuranceWaiver ?? false,
    insuranceWaiverAcceptedAt: insuranceWaiver ? (was?.insuranceWaiverAcceptedAt ?? tx.now) : null,
    backgroundCheckConsent: values.backgroundCheckConsent ?? false,
    startOn: startDate ?? null,
    proRataRequested: values.proRataRequested ?? false,
    idDocumentFileId: identity,
    proofOfResidenceFileId: residence,
  }
}

/** The application, locked against every other decision on it until this transaction ends. Throws NOT_FOUND. */
export async function lockApplication(tx: Tx, id: string): Promise<Application> {
  const [application] = await tx.select().from(a).where(eq(a.id, id)).for('update')
  if (!application) throw notFound()
  return application
}

export type Recipients = readonly { userId: string; email: string; firstName: string }[]

export interface Welcome {
  isAccountCreated: boolean
  /** The house is full: approved, and in line for a place. */
  isWaiting: boolean
}

/**
 * Approves a locked, pending application with the votes it has: the decision, the account if there is none, the membership
 * or a place in line, and every mail, in one transaction (decision 14, APPL-31). `by` is the admin who overrides; null when
 * the committee decided. `staff` are told.
 */
export async function approveApplication(
  tx: Tx,
  application: Application,
  by: Actor | null,
  staff: Recipients,
): Promise<Welcome> {
  const welcome = await welcomeApplicant(tx, application, {
    status: 'approved',
    currentVotes: application.currentVotes,
    reviewedAt: tx.now,
    decidedBy: by?.userId ?? null,
    overriddenBy: by?.userId ?? null,
  })
  await tellDecision(tx, application, 'approved', by, staff)
  return welcome
}

/**
 * Gives an approved applicant an account if they have none, and membership or a place in line; mails them (APPL-39,
 * APPL-48). `decision` is stored with it.
 */
export async function welcomeApplicant(
  tx: Tx,
  application: Application,
  decision: Partial<Application> = {},
): Promise<Welcome> {
  const { email, phoneNumber } = application
  const person = { ...namesOf(application.fullName), email }
  const { userId, isNew } = application.userId
    ? { userId: application.userId, isNew: false }
    : await createAccount(tx, { ...person, phone: phoneNumber })
  const [tier] = await tx
    .update(a)
    .set({ ...decision, userId, welcomedAt: tx.now })
    .where(eq(a.id, application.id))
    .returning({
      name: sql<string>`coalesce((select t.name from ${membershipTiers} t where t.slug = tier_slug), tier_slug)`,
      isOffered: sql<boolean>`coalesce((select t.is_active from ${membershipTiers} t where t.slug = tier_slug), false)`,
      pricePence: sql<number>`coalesce((select t.price_pence from ${membershipTiers} t where t.slug = tier_slug), 0)`,
    })
  const isWaiting = !(await makeMember(tx, userId))
  if (isWaiting) await standInLine(tx, { ...person, phoneNumber, userId, applicationId: application.id })
  await tx.mail(mail.approvedMail, applicantOf({ ...application, userId }), {
    firstName: person.firstName,
    tierName: tier!.name,
    pricePence: tier!.pricePence,
    isOffered: tier!.isOffered,
    placeInLine: isWaiting ? await placeInLine(tx, userId) : null,
    invitationToken: isNew ? await writeInvitation(tx, userId) : null,
  })
  const title = 'Your application was approved'
  await notifyLater(tx, { to: userId, kind: 'application', title, path: '/members' })
  await tx.announce({ to: { userId }, kind: 'application.approved', title })
  return { isAccountCreated: isNew, isWaiting }
}

/** Rejects a locked, pending application with a reason that a person chose or wrote (APPL-32, APPL-37). */
export async function rejectApplication(
  tx: Tx,
  application: Application,
  by: Actor,
  reason: string,
  staff: Recipients,
): Promise<void> {
  await tx
    .update(a)
    .set({ status: 'rejected', rejectionReason: reason, reviewedAt: tx.now, decidedBy: by.userId })
    .where(eq(a.id, application.id))
  leaveLine(tx, application.id)
  const { userId } = application
  if (userId)
    await tx
      .update(profiles)
      .set({ approvalStatus: 'rejected' })
      .where(and(eq(profiles.userId, userId), eq(profiles.approvalStatus, 'pending')))
  const { reapplyAfterDays } = await readSettings(tx)
  await tx.mail(mail.rejectedMail, applicantOf(application), {
    firstName: namesOf(application.fullName).firstName,
    reason,
    mayReapplyAt: mayReapplyAt({ ...application, reviewedAt: tx.now }, reapplyAfterDays)!.toISOString(),
  })
  const title = 'Your application was decided'
  if (userId) await notifyLater(tx, { to: userId, kind: 'application', title, path: '/' })
  if (userId) await tx.announce({ to: { userId }, kind: 'application.rejected', title })
  await tellDecision(tx, application, 'rejected', by, staff)
}

/** To whom a mail to the applicant goes. */
export const applicantOf = ({ id, email, userId }: Pick<Application, 'id' | 'email' | 'userId'>) => ({
  address: email,
  userId,
  relatesTo: relatesTo(id),
})

/** A column: the documents of an application that are still kept. */
export const documentsOf = documentsAt({ identity: a.idDocumentFileId, residence: a.proofOfResidenceFileId })

/** A column: the committee's questions to the applicant, the first one first. */
export const questionsOf = sql<{ id: string; question: string; answer: string | null }[]>`(
  select coalesce(json_agg(json_build_object('id', q.id, 'question', q.question, 'answer', q.answer) order by q.asked_at), '[]')
  from ${applicationQuestions} q where q.application_id = ${a}.id)`

/** Refreshes what committee and admins have on screen. */
export async function announceToStaff(tx: Tx, event: { kind: string; title?: string }): Promise<void> {
  for (const role of ['committee', 'admin'] as const) await tx.announce({ to: { role }, ...event })
}

async function tellDecision(
  tx: Tx,
  { id, fullName }: Application,
  decision: 'approved' | 'rejected',
  by: Actor | null,
  staff: Recipients,
): Promise<void> {
  await announceToStaff(tx, { kind: `application.${decision}` })
  const decidedBy = by && nameOf(by)
  for (const { email, userId, firstName } of staff)
    await tx.mail(
      mail.decidedMail,
      { address: email, userId, relatesTo: relatesTo(id) },
      { applicant: fullName, decision, decidedBy, firstName },
    )
}

async function referrerOf(tx: Tx, code: string, applicantId: string): Promise<string | null> {
  const [referrer] = await tx.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.referralCode, code))
  return referrer && referrer.userId !== applicantId ? referrer.userId : null
}

/** What an account knows of somebody who applies: telephone, and the code and the tier they came with (decisions 51, 52). */
export async function knownOf(db: Reader, userId: string): Promise<Known> {
  const [row] = await db
    .select({ phone: user.phone, referralCode: user.referredByCode, wantedTier: user.wantedTier })
    .from(user)
    .where(eq(user.id, userId))
  return row!
}

interface Known {
  phone: string
  referralCode: string | null
  wantedTier: string | null
}
