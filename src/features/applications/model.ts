import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recusalCause, votesNeeded } from '#features/committee/rules.ts'
import { recusals } from '#features/committee/table.ts'
import { profiles, userRoles } from '#features/members/table.ts'
import { membershipTiers, referrals } from '#features/memberships/table.ts'
import { readSettings } from '#features/venue/model.ts'
import { admitMember, createAccount, isArchived, placeInLine, standInLine } from '#features/waitlist/model.ts'
import type { Actor, Role } from '#platform/actor.ts'
import type { Reader } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { claimFile } from '#platform/files.ts'
import { files, user } from '#platform/tables.ts'
import type { Tx } from '#platform/work.ts'
import { type freeApplication, messages, type paidApplication } from './inputs.ts'
import * as mail from './mail.tsx'
import { firstNameOf, mayReapplyAt, normalCode } from './rules.ts'
import { membershipApplications } from './table.ts'

export type Application = typeof membershipApplications.$inferSelect
export type ApplicationValues = z.output<typeof freeApplication> & Partial<z.output<ReturnType<typeof paidApplication>>>

/** What a mail about an application is filed under. */
export const relatesTo = (applicationId: string) => `membership_applications/${applicationId}`

/** Throws the refusal of a second application: one per person and address, until a rejected one may be followed by another (JOIN-29). */
export async function refuseSecondApplication(tx: Tx, actor: Actor): Promise<void> {
  const [latest] = await tx
    .select()
    .from(membershipApplications)
    .where(
      sql`${membershipApplications.userId} = ${actor.userId} or ${membershipApplications.emailKey} = ${emailKey(actor.email)}`,
    )
    .orderBy(desc(membershipApplications.submittedAt))
    .limit(1)
  if (latest?.status === 'pending')
    throw refusal('APPLICATION_ALREADY_SUBMITTED', messages.alreadySubmitted, {
      title: 'Application Already Submitted',
    })
  if (latest?.status === 'approved' || actor.approvalStatus === 'approved')
    throw refusal('APPLICATION_ALREADY_EXISTS', messages.alreadyExists, {
      title: 'Application Already Exists',
    })
  if (!latest) return
  const { reapplyAfterDays } = await readSettings(tx)
  const from = mayReapplyAt(latest.reviewedAt!, reapplyAfterDays)
  if (from > tx.now)
    throw refusal('APPLICATION_ALREADY_EXISTS', messages.tooEarly, {
      title: 'Application Already Exists',
      mayReapplyAt: from.toISOString(),
    })
}

/**
 * Stores an application with its documents, its referral and who must not vote on it (JOIN-26, JOIN-27). The votes it needs
 * are fixed here (decision 14). Returns its id.
 */
export async function submitApplication(tx: Tx, actor: Actor, values: ApplicationValues): Promise<string> {
  if (await isArchived(tx, actor.email))
    throw refusal('REGISTRATION_NOT_ALLOWED', messages.archived, {
      status: 403,
      title: 'Registration Not Allowed',
    })
  await refuseSecondApplication(tx, actor)
  const { insuranceWaiver, startDate, idDocument, proofOfResidence, referralCode, ...fields } = values
  const proof = values.isWestminsterResident ? proofOfResidence : null
  const code = normalCode(referralCode)
  const referrerUserId = code ? await referrerOf(tx, code, actor.userId) : null
  const committee = await committeeMembers(tx)
  if (idDocument) await claimFile(tx, idDocument.id, 'identity-document', actor.userId)
  if (proof) await claimFile(tx, proof.id, 'proof-of-residence', actor.userId)
  const [row] = await tx
    .insert(membershipApplications)
    .values({
      ...fields,
      userId: actor.userId,
      email: actor.email,
      emailKey: emailKey(actor.email),
      termsAcceptedAt: tx.now,
      insuranceWaiverAccepted: insuranceWaiver ?? false,
      insuranceWaiverAcceptedAt: insuranceWaiver ? tx.now : null,
      startOn: startDate ?? null,
      idDocumentFileId: idDocument?.id ?? null,
      proofOfResidenceFileId: proof?.id ?? null,
      referralCode: code,
      referrerUserId,
      committeeSize: committee.length,
      requiredVotes: votesNeeded(committee.length),
      submittedAt: tx.now,
      createdAt: tx.now,
    })
    .returning()
  const application = row!
  for (const { userId } of committee) {
    const cause = recusalCause(userId, application)
    if (cause) await tx.insert(recusals).values({ applicationId: application.id, userId, cause, createdAt: tx.now })
  }
  if (referrerUserId)
    await tx
      .insert(referrals)
      .values({ referrerUserId, referredUserId: actor.userId, referredEmail: actor.email, createdAt: tx.now })
      .onConflictDoNothing({ target: referrals.referredUserId })
  // Whoever was rejected once and applies again is an applicant like any other.
  if (actor.approvalStatus === 'rejected')
    await tx.update(profiles).set({ approvalStatus: 'pending' }).where(eq(profiles.userId, actor.userId))
  await tx.mail(
    mail.receivedMail,
    { address: actor.email, userId: actor.userId, relatesTo: relatesTo(application.id) },
    { firstName: firstNameOf(application.fullName) },
  )
  await tellStaff(tx, { kind: 'application.submitted', title: 'New membership application' })
  await tx.announce({
    to: { userId: actor.userId },
    kind: 'application.submitted',
    refresh: ['applications', 'members'],
  })
  return application.id
}

/** The application, locked against every other decision on it until this transaction ends. */
export async function lockApplication(tx: Tx, id: string): Promise<Application> {
  const [application] = await tx
    .select()
    .from(membershipApplications)
    .where(eq(membershipApplications.id, id))
    .for('update')
  if (!application) throw notFound()
  return application
}

/**
 * Approves a locked, pending application: the decision, the account if there is none, the membership or a place in line, and
 * every mail, in one transaction (decision 14, APPL-31). `by` is the admin who overrides; null when the committee decided.
 */
export async function approveApplication(
  tx: Tx,
  application: Application,
  by: Actor | null,
): Promise<{ isAccountCreated: boolean; isWaiting: boolean }> {
  if (application.status !== 'pending') throw refusal('ALREADY_DECIDED', messages.decided)
  await tx
    .update(membershipApplications)
    .set({
      status: 'approved',
      reviewedAt: tx.now,
      decidedBy: by?.userId ?? null,
      overriddenBy: by?.userId ?? null,
    })
    .where(eq(membershipApplications.id, application.id))
  const welcome = await welcomeApplicant(tx, application)
  await tellDecision(tx, application, 'approved', by)
  return welcome
}

/** Gives an approved applicant an account if they have none, and membership or a place in line; mails them (APPL-39, APPL-48). */
export async function welcomeApplicant(
  tx: Tx,
  application: Application,
): Promise<{ isAccountCreated: boolean; isWaiting: boolean }> {
  const firstName = firstNameOf(application.fullName)
  const person = {
    firstName,
    lastName: application.fullName.trim().slice(firstName.length).trim(),
    email: application.email,
    phoneNumber: application.phoneNumber,
  }
  const made = application.userId ? null : await createAccount(tx, person)
  const userId = application.userId ?? made!.userId
  await tx
    .update(membershipApplications)
    .set({ userId, welcomedAt: tx.now })
    .where(eq(membershipApplications.id, application.id))
  const isWaiting = !(await admitMember(tx, userId))
  if (isWaiting) await standInLine(tx, { ...person, userId, applicationId: application.id })
  const [tier] = await tx.select().from(membershipTiers).where(eq(membershipTiers.slug, application.tierSlug))
  await tx.mail(
    mail.approvedMail,
    { address: application.email, userId, relatesTo: relatesTo(application.id) },
    {
      firstName,
      tierName: tier?.name ?? application.tierSlug,
      pricePence: tier?.pricePence ?? 0,
      placeInLine: isWaiting ? await placeInLine(tx, userId) : null,
      invitationToken: made?.invitationToken ?? null,
    },
  )
  await tx.announce({
    to: { userId },
    kind: 'application.approved',
    title: 'Your application was approved',
    refresh: ['applications', 'members'],
  })
  return { isAccountCreated: made !== null, isWaiting }
}

/** Rejects a locked, pending application with a reason that a person chose or wrote (APPL-32, APPL-37). */
export async function rejectApplication(tx: Tx, application: Application, by: Actor, reason: string): Promise<void> {
  if (application.status !== 'pending') throw refusal('ALREADY_DECIDED', messages.decided)
  await tx
    .update(membershipApplications)
    .set({ status: 'rejected', rejectionReason: reason, reviewedAt: tx.now, decidedBy: by.userId })
    .where(eq(membershipApplications.id, application.id))
  const { userId } = application
  if (userId)
    await tx
      .update(profiles)
      .set({ approvalStatus: 'rejected' })
      .where(and(eq(profiles.userId, userId), eq(profiles.approvalStatus, 'pending')))
  const { reapplyAfterDays } = await readSettings(tx)
  await tx.mail(
    mail.rejectedMail,
    { address: application.email, userId, relatesTo: relatesTo(application.id) },
    {
      firstName: firstNameOf(application.fullName),
      reason,
      mayReapplyAt: mayReapplyAt(tx.now, reapplyAfterDays).toISOString(),
    },
  )
  if (userId)
    await tx.announce({
      to: { userId },
      kind: 'application.rejected',
      title: 'Your application was decided',
      refresh: ['applications', 'members'],
    })
  await tellDecision(tx, application, 'rejected', by)
}

/** The documents of an application that are still kept, with where they are read and what they are. */
export async function documentsOf(
  db: Reader,
  { idDocumentFileId, proofOfResidenceFileId }: Pick<Application, 'idDocumentFileId' | 'proofOfResidenceFileId'>,
): Promise<{ label: string; url: string; mime: string }[]> {
  const ids = [idDocumentFileId, proofOfResidenceFileId].filter(id => id !== null)
  const found = await db
    .select({ id: files.id, mime: files.mime })
    .from(files)
    .where(and(inArray(files.id, ids), isNull(files.deletedAt)))
  return found
    .map(({ id, mime }) => ({
      label: id === idDocumentFileId ? 'ID document' : 'Proof of residence',
      url: `/files/${id}`,
      mime,
    }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** People who hold the committee role and whose account is in good standing. */
export async function committeeMembers(db: Reader): Promise<{ userId: string; email: string; firstName: string }[]> {
  return peopleWith(db, ['committee'])
}

/** Everybody active who holds one of these roles, once. */
export async function peopleWith(
  db: Reader,
  roles: Role[],
): Promise<{ userId: string; email: string; firstName: string }[]> {
  return db
    .selectDistinct({ userId: user.id, email: user.email, firstName: profiles.firstName })
    .from(userRoles)
    .innerJoin(user, eq(user.id, userRoles.userId))
    .innerJoin(profiles, eq(profiles.userId, userRoles.userId))
    .where(and(inArray(userRoles.role, roles), eq(profiles.accountStatus, 'active')))
    .orderBy(user.id)
}

/** Refreshes what committee and admins have on screen. */
export async function tellStaff(tx: Tx, event: { kind: string; title?: string }): Promise<void> {
  for (const role of ['committee', 'admin'] as const)
    await tx.announce({ to: { role }, ...event, refresh: ['applications'] })
}

async function tellDecision(
  tx: Tx,
  application: Application,
  decision: 'approved' | 'rejected',
  by: Actor | null,
): Promise<void> {
  await tellStaff(tx, { kind: `application.${decision}` })
  const props = {
    applicant: application.fullName,
    decision,
    decidedBy: by ? `${by.firstName} ${by.lastName}`.trim() : null,
  }
  for (const person of await peopleWith(tx, ['committee', 'admin']))
    await tx.mail(
      mail.decidedMail,
      { address: person.email, userId: person.userId, relatesTo: relatesTo(application.id) },
      { ...props, firstName: person.firstName },
    )
}

async function referrerOf(tx: Tx, code: string, applicantId: string): Promise<string | null> {
  const [found] = await tx.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.referralCode, code))
  return found && found.userId !== applicantId ? found.userId : null
}
