import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import * as applicationMail from '#features/applications/mail.tsx'
import { documentsOf, relatesTo, tellStaff } from '#features/applications/model.ts'
import { firstNameOf } from '#features/applications/rules.ts'
import { membershipApplications } from '#features/applications/table.ts'
import { profiles } from '#features/members/table.ts'
import { membershipTiers } from '#features/memberships/table.ts'
import { readSettings } from '#features/venue/model.ts'
import { type Actor, hasRole } from '#platform/actor.ts'
import type { Reader } from '#platform/db.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { committee as forCommittee, staff } from '#platform/rpc.ts'
import { messages, noteInput, questionInput, recusalInput, reviewInput, voteInput, votingList } from './inputs.ts'
import { castVote, recuse } from './model.ts'
import { blindName, mayVote, recusalCause, voteDueAt } from './rules.ts'
import { applicationQuestions, committeeNotes, committeeVotes, recusals } from './table.ts'

const statisticsDays = 365

export const committee = {
  /** Committee Home: what waits, and how long decisions take (ADM-24, ADM-27). Hours are the median of the last 365 days. */
  home: staff.route({ method: 'GET', summary: 'Committee Home' }).handler(async ({ context: { db, actor, now } }) => {
    const since = new Date(now.getTime() - statisticsDays * 86_400_000)
    const { status, submittedAt, reviewedAt, declinedAt } = membershipApplications
    const [row] = await db
      .select({
        pendingApplications: sql<number>`(count(*) filter (where ${status} = 'pending'))::int`,
        waitingForAdmin: sql<number>`(count(*) filter (where ${status} = 'pending' and ${declinedAt} is not null))::int`,
        medianHours: sql<
          number | null
        >`percentile_cont(0.5) within group (order by extract(epoch from ${reviewedAt} - ${submittedAt}) / 3600) filter (where ${reviewedAt} >= ${since})`,
        decisions: sql<number>`(count(*) filter (where ${reviewedAt} >= ${since}))::int`,
      })
      .from(membershipApplications)
    const waitingForMe = (await votingRows(db, actor, 100, 0)).filter(application => application.can.vote).length
    return {
      ...row!,
      waitingForMe,
      isVotingMember: hasRole(actor, 'committee'),
      isAdmin: hasRole(actor, 'admin'),
    }
  }),

  /** Pending applications that are voted on, oldest first, with one's own vote (APPL-02, APPL-06). One's own application is not among them. */
  toVote: staff
    .route({ method: 'GET', summary: 'Applications to vote on' })
    .input(votingList)
    .handler(async ({ context: { db, actor }, input }) => {
      const [count] = await db
        .select({ total: sql<number>`count(*)::int` })
        .from(membershipApplications)
        .where(openFor(actor))
      const rows = await votingRows(db, actor, input.pageSize, (input.page - 1) * input.pageSize)
      return { rows, total: count!.total }
    }),

  /** One application with answers, documents, questions and the committee's notes; without name and documents while it is read blind. */
  review: staff
    .route({ method: 'GET', summary: 'Review an application' })
    .input(reviewInput)
    .handler(async ({ context: { db, actor }, input }) => {
      const { id } = input
      const [row] = await votingRows(db, actor, 1, 0, id)
      if (!row) throw notFound()
      const [application] = await db.select().from(membershipApplications).where(eq(membershipApplications.id, id))
      const { isBlind } = row
      const mayReadDocuments = !isBlind && row.recusal === null
      const questions = await db
        .select({
          id: applicationQuestions.id,
          question: applicationQuestions.question,
          askedAt: applicationQuestions.askedAt,
          answer: applicationQuestions.answer,
          answeredAt: applicationQuestions.answeredAt,
        })
        .from(applicationQuestions)
        .where(eq(applicationQuestions.applicationId, id))
        .orderBy(asc(applicationQuestions.askedAt))
      const notes = await db
        .select({
          id: committeeNotes.id,
          body: committeeNotes.body,
          createdAt: committeeNotes.createdAt,
          author: sql<string | null>`nullif(trim(${profiles.firstName} || ' ' || ${profiles.lastName}), '')`,
        })
        .from(committeeNotes)
        .leftJoin(profiles, eq(profiles.userId, committeeNotes.authorId))
        .where(eq(committeeNotes.applicationId, id))
        .orderBy(asc(committeeNotes.createdAt))
      const { creativeDiscipline, whyJoin, isWestminsterResident, startOn, proRataRequested } = application!
      return {
        ...row,
        email: isBlind ? null : application!.email,
        phoneNumber: isBlind ? null : application!.phoneNumber,
        address: isBlind
          ? null
          : [application!.address, application!.city, application!.postcode].filter(Boolean).join(', ') || null,
        socialMediaLinks: isBlind ? [] : application!.socialMediaLinks,
        creativeDiscipline,
        whyJoin,
        isWestminsterResident,
        startOn,
        proRataRequested,
        documents: mayReadDocuments ? await documentsOf(db, application!) : [],
        questions,
        notes,
      }
    }),

  /** One vote, for good (APPL-05, APPL-07). The one that reaches the votes needed approves at once. */
  vote: forCommittee
    .route({ summary: 'Vote on an application' })
    .input(voteInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const { outcome } = await castVote(tx, context.actor, input)
        return { outcome, message: input.vote === 'approve' ? messages.approved : messages.rejected }
      }),
    ),

  /** Steps back from the vote on one application; recorded. */
  recuse: forCommittee
    .route({ summary: 'Step back from a vote' })
    .input(recusalInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        await recuse(tx, context.actor, input.applicationId)
        return { isRecused: true }
      }),
    ),

  /** Asks the applicant something; they are mailed and answer on their own page, without learning who asked. */
  ask: staff
    .route({ summary: 'Ask the applicant' })
    .input(questionInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const application = await openApplication(tx, context.actor, input.applicationId)
        const [row] = await tx
          .insert(applicationQuestions)
          .values({
            applicationId: application.id,
            askedBy: context.actor.userId,
            question: input.question,
            askedAt: tx.now,
          })
          .returning({ id: applicationQuestions.id })
        const to = {
          address: application.email,
          userId: application.userId,
          relatesTo: relatesTo(application.id),
        }
        await tx.mail(applicationMail.questionMail, to, {
          firstName: firstNameOf(application.fullName),
          question: input.question,
        })
        if (application.userId)
          await tx.announce({
            to: { userId: application.userId },
            kind: 'application.question',
            title: 'The committee has a question',
            refresh: ['applications'],
          })
        await tellStaff(tx, { kind: 'application.question' })
        return { id: row!.id }
      }),
    ),

  /** A note to the other committee members. */
  addNote: staff
    .route({ summary: 'Write a note to the committee' })
    .input(noteInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const application = await openApplication(tx, context.actor, input.applicationId)
        const [row] = await tx
          .insert(committeeNotes)
          .values({
            applicationId: application.id,
            authorId: context.actor.userId,
            body: input.body,
            createdAt: tx.now,
          })
          .returning({ id: committeeNotes.id })
        await tellStaff(tx, { kind: 'application.note' })
        return { id: row!.id }
      }),
    ),
}

const isNotOwn = (actor: Actor) =>
  or(isNull(membershipApplications.userId), ne(membershipApplications.userId, actor.userId))
const openFor = (actor: Actor) =>
  and(eq(membershipApplications.status, 'pending'), isNull(membershipApplications.declinedAt), isNotOwn(actor))

async function openApplication(db: Reader, actor: Actor, id: string) {
  const [application] = await db
    .select()
    .from(membershipApplications)
    .where(and(eq(membershipApplications.id, id), isNotOwn(actor)))
  if (!application) throw notFound()
  if (application.status !== 'pending') throw refusal('ALREADY_DECIDED', messages.closed)
  return application
}

/** Rows as this person may see them; with `id` that one, whatever its state. */
async function votingRows(db: Reader, actor: Actor, limit: number, offset: number, id?: string) {
  const { blindFirstRead, voteReminderHours } = await readSettings(db)
  const isCommittee = hasRole(actor, 'committee')
  const found = await db
    .select({
      application: membershipApplications,
      tierName: membershipTiers.name,
      myVote: committeeVotes.vote,
      recusedBy: recusals.cause,
      questions: sql<number>`(select count(*)::int from ${applicationQuestions} q where q.application_id = ${membershipApplications.id} and q.answer is null)`,
    })
    .from(membershipApplications)
    .leftJoin(membershipTiers, eq(membershipTiers.slug, membershipApplications.tierSlug))
    .leftJoin(
      committeeVotes,
      and(eq(committeeVotes.applicationId, membershipApplications.id), eq(committeeVotes.voterId, actor.userId)),
    )
    .leftJoin(recusals, and(eq(recusals.applicationId, membershipApplications.id), eq(recusals.userId, actor.userId)))
    .where(id ? and(eq(membershipApplications.id, id), isNotOwn(actor)) : openFor(actor))
    .orderBy(asc(membershipApplications.submittedAt), desc(membershipApplications.id))
    .limit(limit)
    .offset(offset)
  return found.map(({ application, tierName, myVote, recusedBy, questions }) => {
    const recusal = recusalCause(actor.userId, application) ?? recusedBy
    const canVote = mayVote({ userId: actor.userId, isCommittee }, application, {
      hasVoted: myVote !== null,
      isRecused: recusal !== null,
    })
    const isBlind = blindFirstRead && canVote
    return {
      id: application.id,
      name: isBlind ? blindName(application.id) : application.fullName,
      isBlind,
      tierName: tierName ?? application.tierSlug,
      status: application.status,
      submittedAt: application.submittedAt,
      dueAt: voteDueAt(application.submittedAt, voteReminderHours),
      currentVotes: application.currentVotes,
      requiredVotes: application.requiredVotes,
      myVote,
      recusal,
      openQuestions: questions,
      can: { vote: canVote, recuse: canVote },
    }
  })
}
