import { and, asc, desc, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { applicationQuestions, committeeVotes, recusals } from '#features/committee/table.ts'
import { profiles } from '#features/members/table.ts'
import { activeTiers } from '#features/memberships/model.ts'
import { isFree, tierNamed } from '#features/memberships/rules.ts'
import { membershipTiers } from '#features/memberships/table.ts'
import { readSettings } from '#features/venue/model.ts'
import { placeInLine } from '#features/waitlist/model.ts'
import type { Actor } from '#platform/actor.ts'
import { containing } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { account, admin, staff } from '#platform/rpc.ts'
import { mails } from '#platform/tables.ts'
import { calendarDate } from '#platform/time.ts'
import {
  applicationAnswer,
  applicationId,
  applicationInput,
  applicationList,
  freeApplication,
  messages,
  paidApplication,
  rejection,
  rejectionReason,
} from './inputs.ts'
import {
  approveApplication,
  documentsOf,
  lockApplication,
  rejectApplication,
  relatesTo,
  submitApplication,
  tellStaff,
} from './model.ts'
import { mayReapplyAt, reasonText, stageOf } from './rules.ts'
import { membershipApplications, rejectionReasons } from './table.ts'

export const applications = {
  /** One's own latest application as the applicant may see it, and what the form needs: never who voted (JOIN-29). */
  mine: account
    .route({ method: 'GET', summary: 'Own application' })
    .handler(async ({ context: { db, actor, now } }) => {
      const [latest] = await db
        .select()
        .from(membershipApplications)
        .where(eq(membershipApplications.userId, actor.userId))
        .orderBy(desc(membershipApplications.submittedAt))
        .limit(1)
      const { reapplyAfterDays } = await readSettings(db)
      const place = latest?.status === 'approved' ? await placeInLine(db, actor.userId) : null
      const again = latest?.status === 'rejected' ? mayReapplyAt(latest.reviewedAt!, reapplyAfterDays) : null
      const tiers = (await activeTiers(db)).map(({ slug, name, description, pricePence }) => ({
        slug,
        name,
        description,
        pricePence,
      }))
      return {
        tiers,
        today: calendarDate(now),
        person: { fullName: `${actor.firstName} ${actor.lastName}`.trim(), email: actor.email },
        can: {
          apply:
            actor.accountStatus === 'active' &&
            actor.approvalStatus !== 'approved' &&
            (!latest || (again !== null && again <= now)),
        },
        application: latest
          ? {
              id: latest.id,
              stage: stageOf({ ...latest, isWaiting: place !== null }),
              tierName: tiers.find(({ slug }) => slug === latest.tierSlug)?.name ?? latest.tierSlug,
              isPaid: (tiers.find(({ slug }) => slug === latest.tierSlug)?.pricePence ?? 0) > 0,
              submittedAt: latest.submittedAt,
              reviewedAt: latest.reviewedAt,
              currentVotes: latest.currentVotes,
              requiredVotes: latest.requiredVotes,
              rejectionReason: latest.rejectionReason,
              mayReapplyAt: again,
              placeInLine: place,
              questions: await db
                .select({
                  id: applicationQuestions.id,
                  question: applicationQuestions.question,
                  askedAt: applicationQuestions.askedAt,
                  answer: applicationQuestions.answer,
                })
                .from(applicationQuestions)
                .where(eq(applicationQuestions.applicationId, latest.id))
                .orderBy(asc(applicationQuestions.askedAt)),
            }
          : null,
      }
    }),

  /** Applies for membership in one's own name and with the address of one's account (JOIN-03…31). */
  submit: account
    .meta({ limit: { points: 20, seconds: 3_600 } })
    .route({ summary: 'Apply for membership' })
    .input(applicationInput)
    .handler(async ({ context, input }) => {
      const { db, actor, now } = context
      refuseOnHold(actor)
      const tier = tierNamed(await activeTiers(db), input.tierSlug)
      if (!tier) throw refusal('TIER_NOT_FOUND', 'Choose a membership', { status: 400, field: 'tierSlug' })
      const schema = isFree(tier) ? freeApplication : paidApplication(calendarDate(now))
      const parsed = schema.safeParse({ ...input, tierSlug: tier.slug })
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw refusal('INVALID_INPUT', issue!.message, {
          status: 400,
          title: 'Submission Failed',
          field: issue!.path.map(String).join('.'),
        })
      }
      if (emailKey(parsed.data.email) !== emailKey(actor.email))
        throw refusal('OTHER_ADDRESS', messages.ownAddress, { status: 400, field: 'email' })
      return context.write(async tx => ({ id: await submitApplication(tx, actor, parsed.data) }))
    }),

  /** Answers a question of the committee on one's own application, once. */
  answer: account
    .route({ summary: 'Answer the committee' })
    .input(applicationAnswer)
    .handler(({ context, input }) =>
      context.write(async tx => {
        refuseOnHold(context.actor)
        const [question] = await tx
          .select({
            id: applicationQuestions.id,
            status: membershipApplications.status,
            answer: applicationQuestions.answer,
          })
          .from(applicationQuestions)
          .innerJoin(membershipApplications, eq(membershipApplications.id, applicationQuestions.applicationId))
          .where(
            and(eq(applicationQuestions.id, input.questionId), eq(membershipApplications.userId, context.actor.userId)),
          )
          .for('update')
        if (!question) throw notFound()
        if (question.status !== 'pending') throw refusal('ALREADY_DECIDED', messages.decided)
        if (question.answer !== null) throw refusal('ALREADY_ANSWERED', 'You answered this question already.')
        await tx
          .update(applicationQuestions)
          .set({ answer: input.answer, answeredAt: tx.now })
          .where(eq(applicationQuestions.id, question.id))
        await tellStaff(tx, { kind: 'application.answer', title: 'An applicant answered a question' })
        return { id: question.id }
      }),
    ),

  /** Applications by status (APPL-27, APPL-33). */
  list: admin
    .route({ method: 'GET', summary: 'Membership applications' })
    .input(applicationList)
    .handler(async ({ context: { db }, input }) => {
      const { status, fullName, email, declinedAt, submittedAt, id } = membershipApplications
      const pattern = containing(input.q)
      const where = and(
        eq(status, input.status),
        input.waitsFor && (input.waitsFor === 'admin' ? isNotNull(declinedAt) : isNull(declinedAt)),
        input.q ? or(ilike(fullName, pattern), ilike(email, pattern)) : undefined,
      )
      const column = input.sort.endsWith('fullName') ? fullName : submittedAt
      const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(membershipApplications).where(where)
      const rows = await db
        .select(listed)
        .from(membershipApplications)
        .leftJoin(membershipTiers, eq(membershipTiers.slug, membershipApplications.tierSlug))
        .where(where)
        .orderBy(input.sort.startsWith('-') ? desc(column) : asc(column), asc(id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      return { rows: rows.map(withRights), total: count!.total }
    }),

  /** One application with everything an admin decides by: answers, documents, votes with their reasons, and its mails. */
  detail: admin
    .route({ method: 'GET', summary: 'One membership application' })
    .input(applicationId)
    .handler(async ({ context: { db }, input: { id } }) => {
      const [row] = await db
        .select(detailed)
        .from(membershipApplications)
        .leftJoin(membershipTiers, eq(membershipTiers.slug, membershipApplications.tierSlug))
        .where(eq(membershipApplications.id, id))
      if (!row) throw notFound()
      const person = sql<string>`trim(${profiles.firstName} || ' ' || ${profiles.lastName})`
      const votes = await db
        .select({
          voter: person,
          vote: committeeVotes.vote,
          reason: committeeVotes.reason,
          createdAt: committeeVotes.createdAt,
        })
        .from(committeeVotes)
        .innerJoin(profiles, eq(profiles.userId, committeeVotes.voterId))
        .where(eq(committeeVotes.applicationId, id))
        .orderBy(asc(committeeVotes.createdAt))
      const recused = await db
        .select({ person, cause: recusals.cause })
        .from(recusals)
        .innerJoin(profiles, eq(profiles.userId, recusals.userId))
        .where(eq(recusals.applicationId, id))
      const sent = await db
        .select({
          id: mails.id,
          subject: mails.subject,
          toAddress: mails.toAddress,
          status: mails.status,
          createdAt: mails.createdAt,
        })
        .from(mails)
        .where(and(eq(mails.relatesTo, relatesTo(id)), eq(mails.toAddress, row.email)))
        .orderBy(asc(mails.createdAt))
      const { idDocumentFileId, proofOfResidenceFileId, ...shown } = row
      return {
        ...withRights(shown),
        idDocumentUrl: idDocumentFileId && `/files/${idDocumentFileId}`,
        proofOfResidenceUrl: proofOfResidenceFileId && `/files/${proofOfResidenceFileId}`,
        documents: await documentsOf(db, row),
        votes,
        recused,
        mails: sent,
      }
    }),

  /** Approves without waiting for votes: the admin's override (APPL-30, APPL-34). Not on one's own application. */
  approve: admin
    .route({ summary: 'Approve an application' })
    .input(applicationId)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const application = await lockApplication(tx, input.id)
        refuseOwn(application, context.actor)
        return approveApplication(tx, application, context.actor)
      }),
    ),

  /** Rejects with a reason from the list or one's own words (APPL-35…38). Not on one's own application. */
  reject: admin
    .route({ summary: 'Reject an application' })
    .input(rejection)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const [chosen] = input.reasonId
          ? await tx
              .select()
              .from(rejectionReasons)
              .where(and(eq(rejectionReasons.id, input.reasonId), eq(rejectionReasons.isActive, true)))
          : []
        const reason = reasonText(chosen ?? null, input.notes)
        if (!reason)
          throw refusal('REASON_REQUIRED', messages.reasonRequired, {
            status: 400,
            title: 'Reason required',
            field: chosen ? 'notes' : 'reasonId',
          })
        const application = await lockApplication(tx, input.id)
        refuseOwn(application, context.actor)
        await rejectApplication(tx, application, context.actor, reason)
        return { status: 'rejected' as const }
      }),
    ),

  /** Reasons of rejections, inactive ones last (APPL-16). */
  reasons: staff.route({ method: 'GET', summary: 'Rejection reasons' }).handler(({ context: { db } }) =>
    db
      .select({
        id: rejectionReasons.id,
        reason: rejectionReasons.reason,
        isActive: rejectionReasons.isActive,
        needsNotes: rejectionReasons.needsNotes,
      })
      .from(rejectionReasons)
      .orderBy(
        desc(rejectionReasons.isActive),
        asc(rejectionReasons.needsNotes),
        asc(rejectionReasons.createdAt),
        asc(rejectionReasons.reason),
      ),
  ),

  /** Adds a reason, or changes one. The one that asks for notes keeps its words and stays. */
  saveReason: admin
    .route({ summary: 'Save a rejection reason' })
    .input(rejectionReason)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const { id, ...values } = input
        if (!id) {
          const [made] = await tx
            .insert(rejectionReasons)
            .values({ ...values, createdAt: tx.now })
            .returning({ id: rejectionReasons.id })
          return { id: made!.id }
        }
        const [changed] = await tx
          .update(rejectionReasons)
          .set(values)
          .where(and(eq(rejectionReasons.id, id), eq(rejectionReasons.needsNotes, false)))
          .returning({ id: rejectionReasons.id })
        if (!changed) throw notFound()
        return { id: changed.id }
      }),
    ),
}

const a = membershipApplications
const listed = {
  id: a.id,
  userId: a.userId,
  fullName: a.fullName,
  email: a.email,
  phoneNumber: a.phoneNumber,
  tierSlug: a.tierSlug,
  tierName: sql<string>`coalesce(${membershipTiers.name}, ${a.tierSlug})`,
  creativeDiscipline: a.creativeDiscipline,
  status: a.status,
  currentVotes: a.currentVotes,
  rejectVotes: a.rejectVotes,
  requiredVotes: a.requiredVotes,
  declinedAt: a.declinedAt,
  rejectionReason: a.rejectionReason,
  submittedAt: a.submittedAt,
  reviewedAt: a.reviewedAt,
}
const detailed = {
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
}

/** What an admin may do with it. */
function withRights<R extends { status: string }>(row: R): R & { can: { approve: boolean; reject: boolean } } {
  return { ...row, can: { approve: row.status === 'pending', reject: row.status === 'pending' } }
}

function refuseOwn(application: { userId: string | null }, actor: Actor): void {
  if (application.userId === actor.userId)
    throw refusal('OWN_APPLICATION', 'Somebody else has to decide on your own application.', { status: 403 })
}

function refuseOnHold(actor: Actor): void {
  if (actor.accountStatus !== 'active')
    throw refusal('ACCOUNT_BLOCKED', actor.blockedReason ?? 'Your account is on hold. Please contact us.', {
      status: 403,
    })
}
