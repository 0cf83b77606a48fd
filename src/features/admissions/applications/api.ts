import { and, eq } from 'drizzle-orm'
import { whyNot as ofReason, reasonText } from '#features/admissions/reasons/rules.ts'
import { rejectionReasons } from '#features/admissions/reasons/table.ts'
import { placeInLine } from '#features/admissions/waitlist/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { activeTiers, activeTiersFact } from '#features/membership/tiers/model.ts'
import { isFree, tierNamed } from '#features/membership/tiers/rules.ts'
import { isArchived } from '#features/people/archive/model.ts'
import { peopleWith } from '#features/people/members/model.ts'
import type { Role } from '#platform/auth/actor.ts'
import { emailKey } from '#platform/mail/address.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAccount, forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { nameOf } from '#platform/words.ts'
import {
  answerInput,
  applicationInput,
  applicationRef,
  freeApplication,
  messages,
  paidApplication,
  rejectionInput,
} from './inputs.ts'
import {
  announceToStaff,
  applicationsOf,
  approveApplication,
  knownOf,
  lockApplication,
  questionsOf,
  rejectApplication,
  submitApplication,
} from './model.ts'
import { mayReapplyAt, stageOf, whyNot } from './rules.ts'
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
        .select({ latest: a, questions: questionsOf })
        .from(a)
        .where(where)
        .orderBy(orderBy)
        .limit(20)
      const latest = rows[0]?.latest
      const own = rows.find(row => row.latest.userId === actor.userId)
      const place = latest?.status === 'approved' ? await placeInLine(db, actor.userId) : null
      const { reapplyAfterDays, documentRetentionDays } = await fact(settingsFact)
      const tiers = (await fact(activeTiersFact)).map(({ slug, name, description, pricePence }) => ({
        slug,
        name,
        description,
        pricePence,
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
        application: own ? shown(own, { tiers, place, reapplyAfterDays }) : null,
      }
    }),

  /** Applies for membership in one's own name and with the address of one's account (JOIN-03…31). */
  submit: forAccount
    .meta({ limit: { as: 'Membership application', points: 20, seconds: 3_600 } })
    .route({ summary: 'Apply for membership' })
    .input(applicationInput)
    .handler(async ({ context, input }) => {
      const { db, actor, now } = context
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

interface Own {
  latest: typeof a.$inferSelect
  questions: { id: string; question: string; answer: string | null }[]
}

/** An application as its applicant sees it. */
function shown(
  { latest, questions }: Own,
  house: {
    tiers: { slug: string; name: string; pricePence: number }[]
    place: number | null
    reapplyAfterDays: number
  },
) {
  const tier = house.tiers.find(({ slug }) => slug === latest.tierSlug)
  const isRejected = latest.status === 'rejected'
  return {
    id: latest.id,
    stage: stageOf({ ...latest, isWaiting: house.place !== null }),
    tierName: tier?.name ?? latest.tierSlug,
    isPaid: (tier?.pricePence ?? 0) > 0,
    submittedAt: latest.submittedAt,
    reviewedAt: latest.reviewedAt,
    startOn: latest.startOn,
    proRataRequested: latest.proRataRequested,
    currentVotes: latest.currentVotes,
    requiredVotes: latest.requiredVotes,
    rejectionReason: latest.rejectionReason,
    mayReapplyAt: isRejected ? mayReapplyAt(latest.reviewedAt!, house.reapplyAfterDays) : null,
    placeInLine: house.place,
    questions,
  }
}
