import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applicationList, applicationRef } from '#features/admissions/applications/inputs.ts'
import * as applicationMail from '#features/admissions/applications/mail.tsx'
import {
  type Application,
  announceToStaff,
  applicantOf,
  documentsOf,
  lockApplication,
  questionsOf,
  tierName,
} from '#features/admissions/applications/model.ts'
import { decisionsOf, namesOf, recusalCause } from '#features/admissions/applications/rules.ts'
import { applicationQuestions, membershipApplications, recusals } from '#features/admissions/applications/table.ts'
import type { Settings } from '#features/house/settings/inputs.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { type Actor, hasRole, whyNotIn } from '#platform/auth/actor.ts'
import { listPage, matchingName } from '#platform/db/list-page.ts'
import { mails } from '#platform/db/tables.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forCommittee, forStaff } from '#platform/rpc/procedures.ts'
import { messages, noteInput, questionInput, recusalInput, voteInput } from './inputs.ts'
import {
  ballotOf,
  detailed,
  figuresAt,
  isNotOwn,
  type Judge,
  judgesOf,
  notesOf,
  openFor,
  queueAround,
  settle,
  votesMissing,
  waitsForVoteOf,
} from './model.ts'
import { type Ballot, blindName, versionOf, voteDueAt, whyNot } from './rules.ts'
import { committeeNotes, committeeVotes } from './table.ts'

const a = membershipApplications

export const committee = {
  /** Committee Home: what waits, and how long decisions take (ADM-24, ADM-27). */
  home: forStaff
    .route({ method: 'GET', summary: 'Committee Home' })
    .handler(async ({ context: { db, actor, now } }) => {
      const [row] = await db
        .select({
          figures: figuresAt(sql`${now.toISOString()}::timestamptz`),
          toVoteOn: sql<number>`(select count(*)::int from ${a} where ${openFor(actor)})`,
        })
        .from(sql`(select) nothing`)
      const isVotingMember = hasRole(actor, 'committee')
      const { count: waitingForMe } = await votesMissing(db, actor)
      const { figures, toVoteOn } = row!
      return { ...figures, toVoteOn, waitingForMe, isVotingMember, isAdmin: hasRole(actor, 'admin') }
    }),

  /**
   * Applications with their votes, the latest first (APPL-27, APPL-33); with `view: voting` those that one votes on, with
   * one's own vote (APPL-02, APPL-06) and those that wait for it first, as a voter may see them: without how to reach the applicant, while it is read blind
   * without the name, and never one's own. FORBIDDEN for who is no admin and asks for more. The screens of the office are
   * saved views of this list (decision 56).
   */
  list: exportable(
    forStaff
      .route({ method: 'GET', summary: 'Membership applications' })
      .input(applicationList)
      .handler(async ({ context: { db, fact, actor }, input }) => {
        const { status, waitsFor, view, q } = input
        const isVoting = view === 'voting'
        if (!isVoting) demand(whyNotIn(actor, 'admin'))
        const settings = await fact(settingsFact)
        const isForMe = hasRole(actor, 'committee') ? and(openFor(actor), waitsForVoteOf(actor)) : sql`false`
        const isWaitedFor = {
          admin: isNotNull(a.declinedAt),
          committee: isNull(a.declinedAt),
          me: isForMe,
        }
        const select = db
          .select(judged(actor))
          .from(a)
          .leftJoin(membershipTiers, eq(membershipTiers.slug, a.tierSlug))
          .where(
            and(
              isVoting ? openFor(actor) : undefined,
              status && eq(a.status, status),
              waitsFor && and(eq(a.status, 'pending'), isWaitedFor[waitsFor]),
              // A search among names that are read blind would tell them.
              isVoting ? undefined : matchingName(q, a.fullName, a.email),
            ),
          )
          .$dynamic()
        const by = {
          sort: { submittedAt: a.submittedAt, fullName: a.fullName },
          tie: a.id,
          first: isVoting && hasRole(actor, 'committee') ? waitsForVoteOf(actor) : undefined,
        }
        const page = await listPage(db, select, isVoting ? { ...input, sort: orderOfVoting(input.sort) } : input, by)
        const isVotingMember = hasRole(actor, 'committee')
        return { ...page, isVotingMember, rows: page.rows.map(row => listRow(actor, row, settings, isVoting)) }
      }),
    {
      Applicant: row => row.name,
      Email: row => row.ofAdmin?.email,
      Phone: row => row.ofAdmin?.phoneNumber,
      Membership: row => row.tierName,
      'Creative discipline': row => row.ofAdmin?.creativeDiscipline,
      Status: row => row.status,
      'Votes to approve': row => row.currentVotes,
      'Votes to reject': row => row.ofAdmin?.rejectVotes,
      'Votes needed': row => row.requiredVotes,
      Sent: row => row.submittedAt,
      Decided: row => row.reviewedAt,
      Reason: row => row.ofAdmin?.rejectionReason,
    },
  ),

  /**
   * One application with answers, documents, questions and the committee's notes; without name and documents while it is read
   * blind. `queue`: how many others wait for one's vote, and which is the next; null for who does not vote. An admin who has no vote,
   * or has given it, reads how many are against and may decide over the committee (APPL-41).
   */
  review: forStaff
    .route({ method: 'GET', summary: 'Review an application' })
    .input(applicationRef)
    .handler(async ({ context: { db, fact, actor }, input: { id } }) => {
      const settings = await fact(settingsFact)
      const [judging] = await db
        .select({ ...judged(actor), documents: documentsOf, notes: notesOf })
        .from(a)
        .leftJoin(membershipTiers, eq(membershipTiers.slug, a.tierSlug))
        .where(and(eq(a.id, id), isNotOwn(actor)))
      if (!judging) throw notFound()
      const { application, documents, questions, notes } = judging
      const row = votingRow(actor, judging, settings)
      const reading = { ...judging, isReadBlind: settings.blindFirstRead }
      const showsDocuments = !row.isBlind && whyNot.readDocument(actor, application, reading) === null
      const showsContact = !row.isBlind && whyNot.readContact(actor, application) === null
      const { creativeDiscipline, whyJoin, isWestminsterResident, startOn, proRataRequested } = application
      const { address, city, postcode } = application
      const isOver = !row.can.vote && hasRole(actor, 'admin')
      return {
        ...row,
        can: { ...row.can, ...(isOver && decisionsOf(actor, application)) },
        rejectVotes: isOver ? application.rejectVotes : null,
        queue: await queueAround(db, actor, id),
        version: versionOf(application),
        email: showsContact ? application.email : null,
        phoneNumber: showsContact ? application.phoneNumber : null,
        address: showsContact ? [address, city, postcode].filter(Boolean).join(', ') || null : null,
        socialMediaLinks: row.isBlind ? [] : application.socialMediaLinks,
        creativeDiscipline,
        whyJoin,
        isWestminsterResident,
        startOn,
        proRataRequested,
        documents: showsDocuments ? documents : [],
        questions,
        notes: notes.map(note => ({ ...note, createdAt: new Date(note.createdAt) })),
      }
    }),

  /** One application with everything an admin decides by: answers, documents, votes with their reasons, and its mails. */
  detail: forAdmin
    .route({ method: 'GET', summary: 'One membership application' })
    .input(applicationRef)
    .handler(async ({ context: { db, actor }, input: { id } }) => {
      const [row] = await db
        .select(detailed)
        .from(a)
        .leftJoin(membershipTiers, eq(membershipTiers.slug, a.tierSlug))
        .where(eq(a.id, id))
      if (!row) throw notFound()
      const sent = await db
        .select({
          id: mails.id,
          subject: mails.subject,
          toAddress: mails.toAddress,
          status: mails.status,
          createdAt: mails.createdAt,
        })
        .from(mails)
        .where(and(eq(mails.relatesTo, applicantOf(row).relatesTo), eq(mails.toAddress, row.email)))
        .orderBy(asc(mails.createdAt))
      const { idDocumentFileId, proofOfResidenceFileId, ...shown } = row
      return {
        ...shown,
        can: decisionsOf(actor, row),
        idDocumentUrl: idDocumentFileId && `/files/${idDocumentFileId}`,
        proofOfResidenceUrl: proofOfResidenceFileId && `/files/${proofOfResidenceFileId}`,
        mails: sent,
      }
    }),

  /**
   * One vote, for good, and what follows from it, in one transaction (APPL-05, APPL-07, APPL-09): the one that reaches the
   * votes needed approves at once. The application is locked first, so of two deciding votes at once one decides and the
   * other finds the vote closed. APPLICATION_CHANGED when the applicant corrected it since it was read.
   */
  vote: forCommittee
    .meta({ spends: ['votes'] })
    .route({ summary: 'Vote on an application' })
    .input(voteInput)
    .handler(({ context, input: { applicationId, version, vote, reason } }) =>
      context.write(async tx => {
        const application = await lockApplication(tx, applicationId)
        const judges = await judgesOf(tx, applicationId)
        const own = judgeAmong(judges, context.actor)
        demand(whyNot.vote(own, application, own))
        demand(whyNot.judge(application, version))
        await tx.insert(committeeVotes).values({ applicationId, voterId: own.userId, vote, reason, createdAt: tx.now })
        await announceToStaff(tx, { kind: 'application.voted' })
        const added =
          vote === 'approve'
            ? { currentVotes: application.currentVotes + 1 }
            : { rejectVotes: application.rejectVotes + 1 }
        const after = judges.map(judge => (judge === own ? { ...judge, myVote: vote } : judge))
        const outcome = await settle(tx, application, after, added)
        return { outcome, message: vote === 'approve' ? messages.approved : messages.rejected }
      }),
    ),

  /** Steps back from the vote on one application; recorded, and the vote may close for it. */
  recuse: forCommittee
    .route({ summary: 'Step back from a vote' })
    .input(recusalInput)
    .handler(({ context, input: { applicationId } }) =>
      context.write(async tx => {
        const application = await lockApplication(tx, applicationId)
        const judges = await judgesOf(tx, applicationId)
        const own = judgeAmong(judges, context.actor)
        demand(whyNot.recuse(own, application, own))
        await tx.insert(recusals).values({ applicationId, userId: own.userId, cause: 'declared', createdAt: tx.now })
        const after = judges.map(judge => (judge === own ? { ...judge, recusedBy: 'declared' as const } : judge))
        await settle(tx, application, after)
        return { isRecused: true }
      }),
    ),

  /** Asks the applicant something; they are mailed and answer on their own page, without learning who asked. */
  ask: forStaff
    .route({ summary: 'Ask the applicant' })
    .input(questionInput)
    .handler(({ context, input: { applicationId, question } }) =>
      context.write(async tx => {
        const application = await lockApplication(tx, applicationId)
        demand(whyNot.ask(context.actor, application))
        const [row] = await tx
          .insert(applicationQuestions)
          .values({ applicationId, askedBy: context.actor.userId, question, askedAt: tx.now })
          .returning({ id: applicationQuestions.id })
        const { firstName } = namesOf(application.fullName)
        await tx.mail(applicationMail.questionMail, applicantOf(application), { firstName, question })
        if (application.userId)
          await tx.announce({
            to: { userId: application.userId },
            kind: 'application.question',
            title: 'The committee has a question',
          })
        await announceToStaff(tx, { kind: 'application.question' })
        return { id: row!.id }
      }),
    ),

  /** A note to the other committee members. */
  addNote: forStaff
    .route({ summary: 'Write a note to the committee' })
    .input(noteInput)
    .handler(({ context, input: { applicationId, body } }) =>
      context.write(async tx => {
        demand(whyNot.note(context.actor, await lockApplication(tx, applicationId)))
        const [row] = await tx
          .insert(committeeNotes)
          .values({ applicationId, authorId: context.actor.userId, body, createdAt: tx.now })
          .returning({ id: committeeNotes.id })
        await announceToStaff(tx, { kind: 'application.note' })
        return { id: row!.id }
      }),
    ),
}

/** Who is asking among the judges. Whoever lost the role a moment ago judges no more. */
const judgeAmong = (judges: Judge[], { userId }: Actor) =>
  judges.find(judge => judge.userId === userId) ?? { userId, roles: [], myVote: null, recusedBy: null }

const judged = (actor: Actor) => ({ application: a, tierName, questions: questionsOf, ...ballotOf(actor.userId) })

interface Judging extends Ballot {
  application: Application
  tierName: string
  questions: { answer: string | null }[]
}

/** A row as this person may see it. */
function votingRow(
  actor: Actor,
  judging: Judging,
  { blindFirstRead, voteReminderHours }: Pick<Settings, 'blindFirstRead' | 'voteReminderHours'>,
) {
  const { application, tierName, myVote, recusedBy, questions } = judging
  const canVote = whyNot.vote(actor, application, judging) === null
  const isBlind = blindFirstRead && canVote
  return {
    id: application.id,
    name: isBlind ? blindName(application.id) : application.fullName,
    isBlind,
    tierName,
    status: application.status,
    declinedAt: application.declinedAt,
    reviewedAt: application.reviewedAt,
    submittedAt: application.submittedAt,
    dueAt: voteDueAt(application.submittedAt, voteReminderHours),
    currentVotes: application.currentVotes,
    requiredVotes: application.requiredVotes,
    myVote,
    recusal: recusalCause(actor.userId, application) ?? recusedBy,
    openQuestions: questions.filter(({ answer }) => answer === null).length,
    can: {
      vote: canVote,
      recuse: whyNot.recuse(actor, application, judging) === null,
      ask: whyNot.ask(actor, application) === null,
      note: whyNot.note(actor, application) === null,
      approve: false,
      reject: false,
    },
  }
}

/** A row of the list: what voters see of an application, and beside it what is for admins only. */
function listRow(actor: Actor, judging: Judging, settings: Settings, isVoting: boolean) {
  const { application } = judging
  const seen = votingRow(actor, judging, settings)
  if (isVoting) return { ...seen, ofAdmin: null }
  const { email, phoneNumber, creativeDiscipline, rejectVotes, rejectionReason } = application
  return {
    ...seen,
    name: application.fullName,
    isBlind: false,
    can: { ...seen.can, ...decisionsOf(actor, application) },
    ofAdmin: { email, phoneNumber, creativeDiscipline, rejectVotes, rejectionReason },
  }
}

/** What is read blind is in the order in which it came: that of the names would tell them. */
const orderOfVoting = (sort: z.output<typeof applicationList>['sort']) =>
  sort === '-submittedAt' ? sort : ('submittedAt' as const)
