import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Document, deleteDocuments } from '#features/admissions/documents/model.ts'
import { whyNot as ofReason, reasonText } from '#features/admissions/reasons/rules.ts'
import { rejectionReasons } from '#features/admissions/reasons/table.ts'
import { forgetWaiting, placeInLine } from '#features/admissions/waitlist/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { activeTiers, activeTiersFact } from '#features/membership/tiers/model.ts'
import { isFree, tierNamed } from '#features/membership/tiers/rules.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { isArchived } from '#features/people/archive/model.ts'
import { peopleWith } from '#features/people/members/model.ts'
import type { Actor, Role } from '#platform/auth/actor.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { emailKey } from '#platform/mail/address.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAccount, forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { nameOf } from '#platform/words.ts'
import {
  answerInput,
  applicationInput,
  applicationRef,
  correctionInput,
  freeApplication,
  messages,
  paidApplication,
  rejectionInput,
  withdrawal,
} from './inputs.ts'
import * as mail from './mail.tsx'
import {
  type Application,
  type ApplicationValues,
  announceToStaff,
  answersOf,
  applicantOf,
  applicationsOf,
  approveApplication,
  documentsOf,
  knownOf,
  lockApplication,
  questionsOf,
  rejectApplication,
  submitApplication,
  tierName,
} from './model.ts'
import { mayReapplyAt, namesOf, stageOf, whyNot } from './rules.ts'
import { applicationQuestions, membershipApplications } from './table.ts'

const a = membershipApplications
/** Who hears of every decision. */
const deciders: Role[] = ['committee', 'admin']

export const applications = {
  /** One's own latest application as the applicant may see it, and what the form needs: never who voted (JOIN-29). */
  mine: forAccount
    .route({ method: 'GET', summary: 'Own application' })
    .handler(async ({ context: { db, fact, actor, now } }) => {
      const { where, orderBy } = applicationsOf(actor)
      const rows = await db
        .select({
          latest: a,
          tierName,
          tierPricePence: membershipTiers.pricePence,
          questions: questionsOf,
          documents: documentsOf,
        })
        .from(a)
        .leftJoin(membershipTiers, eq(membershipTiers.slug, a.tierSlug))
        .where(where)
        .orderBy(orderBy)
        .limit(20)
      const latest = rows[0]?.latest
      const own = rows.find(row => row.latest.userId === actor.userId)
      const place = latest?.status === 'approved' ? await placeInLine(db, actor.userId) : null
      const { reapplyAfterDays, documentRetentionDays } = await fact(settingsFact)
      const tiers = (await fact(activeTiersFact)).map(({ slug, name, description, pricePence, weeklyTokens }) => ({
        slug,
        name,
        description,
        pricePence,
        weeklyTokens,
      }))
      // Who has an application under way or approved is told that, archived or not.
      const isBarred = latest?.status === 'pending' || place !== null ? false : await isArchived(db, actor.email)
      const problem = whyNot.apply(actor, { latest, isArchived: isBarred, reapplyAfterDays, now })
      return {
        tiers,
        today: calendarDate(now),
        documentRetentionDays,
        person: {
          fullName: nameOf(actor),
          email: actor.email,
          ...(problem ? { phone: '', referralCode: null, wantedTier: null } : await knownOf(db, actor.userId)),
        },
        can: { apply: problem === null },
        problem,
        application: own ? shown(own, { actor, tiers, place, reapplyAfterDays, now }) : null,
      }
    }),

  /** Applies for membership in one's own name and with the address of one's account (JOIN-03…31). */
  submit: forAccount
    .meta({ limit: { as: 'Membership application', points: 20, seconds: 3_600 } })
    .route({ summary: 'Apply for membership' })
    .input(applicationInput)
    .handler(async ({ context, input }) => {
      const values = await answered(context, input)
      return context.write(async tx => ({ id: await submitApplication(tx, context.actor, values) }))
    }),

  /**
   * Corrects one's own open application until the first vote falls (decision 53): the whole form again. Who votes, and whom it
   * was recommended by, stays as it was submitted. Votes lock it as well, so nobody's vote is on a text that changes under it.
   */
  correct: forAccount
    .meta({ limit: { as: 'Corrections of an application', points: 20, seconds: 3_600 } })
    .route({ summary: 'Correct one’s application' })
    .input(correctionInput)
    .handler(async ({ context, input: { id, ...input } }) => {
      const { actor } = context
      const values = await answered(context, input)
      return context.write(async tx => {
        const application = await lockOwn(tx, id, actor)
        demand(whyNot.correct(actor, application))
        const answers = await answersOf(tx, actor, values, application)
        await tx
          .update(a)
          .set({ ...answers, correctedAt: tx.now })
          .where(eq(a.id, id))
        await announceToStaff(tx, { kind: 'application.corrected' })
        await tx.announce({ to: { userId: actor.userId }, kind: 'application.corrected' })
        return { id }
      })
    }),

  /**
   * Takes one's own undecided application back (decision 53): its documents are deleted at once, it leaves the committee's list
   * and the waiting list, and the applicant gets a mail.
   */
  withdraw: forAccount
    .route({ summary: 'Withdraw one’s application' })
    .input(withdrawal)
    .handler(({ context: { actor, write }, input: { id, waits } }) =>
      write(async tx => {
        const application = await lockOwn(tx, id, actor)
        demand(whyNot.withdraw(actor, application, waits))
        const { idDocumentFileId, proofOfResidenceFileId } = application
        await deleteDocuments(tx, [idDocumentFileId, proofOfResidenceFileId])
        const gone = { idDocumentFileId: null, proofOfResidenceFileId: null, documentsDeletedAt: tx.now }
        await tx
          .update(a)
          .set({ status: 'withdrawn', withdrawnAt: tx.now, ...(idDocumentFileId && gone) })
          .where(eq(a.id, id))
        forgetWaiting(tx, id)
        const { firstName } = namesOf(application.fullName)
        await tx.mail(mail.withdrawnMail, applicantOf(application), { firstName })
        await announceToStaff(tx, { kind: 'application.withdrawn', title: 'An application was withdrawn' })
        await tx.announce({ to: { userId: actor.userId }, kind: 'application.withdrawn' })
        return { status: 'withdrawn' as const }
      }),
    ),

  /** Answers a question of the committee on one's own application, once. */
  answer: forAccount
    .route({ summary: 'Answer the committee' })
    .input(answerInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const isOwn = eq(a.userId, context.actor.userId)
        const [question] = await tx
          .select({ id: applicationQuestions.id, status: a.status, answer: applicationQuestions.answer })
          .from(applicationQuestions)
          .innerJoin(a, eq(a.id, applicationQuestions.applicationId))
          .where(and(eq(applicationQuestions.id, input.questionId), isOwn))
          .for('update')
        if (!question) throw notFound()
        demand(whyNot.answer(context.actor, question))
        await tx
          .update(applicationQuestions)
          .set({ answer: input.answer, answeredAt: tx.now })
          .where(eq(applicationQuestions.id, question.id))
        await announceToStaff(tx, { kind: 'application.answer', title: 'An applicant answered a question' })
        return { id: question.id }
      }),
    ),

  /** Approves without waiting for votes: the admin's override (APPL-30, APPL-34). Not on one's own application. */
  approve: forAdmin
    .route({ summary: 'Approve an application' })
    .input(applicationRef)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const application = await lockApplication(tx, input.id)
        demand(whyNot.approve(context.actor, application))
        return approveApplication(tx, application, context.actor, await peopleWith(tx, deciders))
      }),
    ),

  /** Rejects with a reason from the list or one's own words (APPL-35…38). Not on one's own application. */
  reject: forAdmin
    .route({ summary: 'Reject an application' })
    .input(rejectionInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const [chosen = null] = input.reasonId
          ? await tx
              .select()
              .from(rejectionReasons)
              .where(and(eq(rejectionReasons.id, input.reasonId), eq(rejectionReasons.isActive, true)))
          : []
        demand(ofReason.give(chosen, input.notes))
        const application = await lockApplication(tx, input.id)
        demand(whyNot.reject(context.actor, application))
        const reason = reasonText(chosen, input.notes)!
        await rejectApplication(tx, application, context.actor, reason, await peopleWith(tx, deciders))
        return { status: 'rejected' as const }
      }),
    ),
}

/** What was typed into the form, read by the rules of its tier, in the words of the form. Throws for the first field that is wrong. */
async function answered(
  { db, actor, now }: { db: Db; actor: Actor; now: Date },
  input: z.output<typeof applicationInput>,
): Promise<ApplicationValues> {
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
  return parsed.data
}

/** One's own application, locked against every vote and decision. Throws NOT_FOUND, also for somebody else's. */
async function lockOwn(tx: Tx, id: string, actor: Actor): Promise<Application> {
  const application = await lockApplication(tx, id)
  if (application.userId !== actor.userId) throw notFound()
  return application
}

interface Own {
  latest: Application
  tierName: string
  tierPricePence: number | null
  questions: { id: string; question: string; answer: string | null }[]
  documents: Document[]
}

/** An application as its applicant sees it: where it stands, what they sent, and what they may still do with it. */
function shown(
  { latest, tierName, tierPricePence, questions, documents }: Own,
  house: {
    actor: Actor
    tiers: { slug: string }[]
    place: number | null
    reapplyAfterDays: number
    now: Date
  },
) {
  const { actor, tiers, place, reapplyAfterDays, now } = house
  return {
    id: latest.id,
    stage: stageOf({ ...latest, isWaiting: place !== null }),
    tierSlug: latest.tierSlug,
    tierName,
    isPaid: (tierPricePence ?? 0) > 0,
    /** Their tier can be chosen now; the venue may have taken it out since. */
    isOffered: tiers.some(({ slug }) => slug === latest.tierSlug),
    submittedAt: latest.submittedAt,
    correctedAt: latest.correctedAt,
    reviewedAt: latest.reviewedAt,
    withdrawnAt: latest.withdrawnAt,
    currentVotes: latest.currentVotes,
    requiredVotes: latest.requiredVotes,
    rejectionReason: latest.rejectionReason,
    mayReapplyAt: mayReapplyAt(latest, reapplyAfterDays),
    /** From when they could apply again if they withdrew now; null: at once. */
    afterWithdrawalAt: mayReapplyAt({ ...latest, withdrawnAt: now }, reapplyAfterDays),
    placeInLine: place,
    questions,
    documents,
    documentsDeletedAt: latest.documentsDeletedAt,
    ...sentIn(latest),
    can: {
      correct: whyNot.correct(actor, latest) === null,
      withdraw: whyNot.withdraw(actor, latest) === null,
    },
  }
}

/** The applicant's own answers. */
const sentIn = (row: Application) => ({
  fullName: row.fullName,
  email: row.email,
  phoneNumber: row.phoneNumber,
  address: row.address,
  city: row.city,
  postcode: row.postcode,
  isWestminsterResident: row.isWestminsterResident,
  creativeDiscipline: row.creativeDiscipline,
  socialMediaLinks: row.socialMediaLinks,
  whyJoin: row.whyJoin,
  emergencyContactName: row.emergencyContactName,
  emergencyContactPhone: row.emergencyContactPhone,
  emergencyContactRelationship: row.emergencyContactRelationship,
  insuranceWaiverAccepted: row.insuranceWaiverAccepted,
  backgroundCheckConsent: row.backgroundCheckConsent,
  startOn: row.startOn,
  proRataRequested: row.proRataRequested,
  referralCode: row.referralCode,
  idDocumentFileId: row.idDocumentFileId,
  proofOfResidenceFileId: row.proofOfResidenceFileId,
})
