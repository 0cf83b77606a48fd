import { whyNot as ofArchive } from '#features/people/archive/rules.ts'
import { type Actor, whyOnHold } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { type ApplicationStatus, messages } from './inputs.ts'

/** How an application stands, in the words of the applicant's own page. */
export type Stage = 'voting' | 'deciding' | 'approved' | 'waiting' | 'rejected' | 'withdrawn'

/**
 * Where an application is: with the committee, with an admin after the vote closed, approved, approved but waiting for a
 * place in the house, rejected, or withdrawn.
 */
export function stageOf(application: {
  status: ApplicationStatus
  declinedAt: Date | null
  isWaiting: boolean
}): Stage {
  if (application.status === 'rejected' || application.status === 'withdrawn') return application.status
  if (application.status === 'approved') return application.isWaiting ? 'waiting' : 'approved'
  return application.declinedAt ? 'deciding' : 'voting'
}

type Applicant = Pick<Actor, 'userId' | 'accountStatus' | 'blockedReason' | 'approvalStatus'>

/** What there is of votes on it. */
interface Votes {
  status: ApplicationStatus
  declinedAt: Date | null
  currentVotes: number
  rejectVotes: number
}

/** What one's right to apply hangs on. */
interface Past {
  /** The latest application of this person or this address. */
  latest: (Closing & { status: ApplicationStatus }) | undefined
  /** The archive holds this address. */
  isArchived: boolean
  /** Setting: days after a rejection before the next application. */
  reapplyAfterDays: number
  now: Date
}

/** Why something may not be done with an application now; null: it may. */
export const whyNot = {
  /** One open or approved application per person and address, until one that is over may be followed by another (JOIN-28, JOIN-29). */
  apply(actor: Applicant, { latest, isArchived, reapplyAfterDays, now }: Past): Problem | null {
    const problem = whyOnHold(actor) ?? ofArchive.register({ isArchived })
    if (problem) return problem
    if (latest?.status === 'pending')
      return {
        code: 'APPLICATION_ALREADY_SUBMITTED',
        message: messages.alreadySubmitted,
        title: 'Application Already Submitted',
      }
    const exists = { code: 'APPLICATION_ALREADY_EXISTS', title: 'Application Already Exists' }
    if (latest?.status === 'approved' || actor.approvalStatus === 'approved')
      return { ...exists, message: messages.alreadyExists }
    const from = latest ? mayReapplyAt(latest, reapplyAfterDays) : null
    if (from === null || from <= now) return null
    return { ...exists, message: latest?.status === 'withdrawn' ? messages.tooEarlyAgain : messages.tooEarly }
  },

  /** Applicants correct what they sent until the first vote falls: nobody has judged another text (decision 53). */
  correct(actor: Applicant, application: Votes): Problem | null {
    const isVotedOn = hasVotes(application) || application.declinedAt !== null
    return (
      whyOnHold(actor) ??
      undecided(application) ??
      (isVotedOn ? { code: 'VOTE_BEGUN', message: messages.voteBegun } : null)
    )
  },

  /**
   * Applicants withdraw until the decision (decision 53). `toldToWait`: whether they know that another application has to
   * wait then; a vote that fell while the question stood there changes what it said.
   */
  withdraw(actor: Applicant, application: Votes, toldToWait = true): Problem | null {
    return (
      whyOnHold(actor) ??
      undecided(application) ??
      (hasVotes(application) && !toldToWait ? { code: 'VOTE_BEGUN', message: messages.voteSince } : null)
    )
  },

  /** Questions are answered once, while the application is undecided. */
  answer(actor: Applicant, question: { status: ApplicationStatus; answer: string | null }): Problem | null {
    return (
      whyOnHold(actor) ??
      undecided(question) ??
      (question.answer === null ? null : { code: 'ALREADY_ANSWERED', message: messages.answered })
    )
  },

  /** An admin decides what is pending, but never on themselves (decision 14). */
  approve: decide,
  reject: decide,
}

/** Which decisions on it an admin may take now. */
export const decisionsOf = (...of: Parameters<typeof decide>) => ({
  approve: whyNot.approve(...of) === null,
  reject: whyNot.reject(...of) === null,
})

function decide(
  actor: Pick<Actor, 'userId'>,
  application: { userId: string | null; status: ApplicationStatus },
): Problem | null {
  if (application.userId === actor.userId) return { code: 'OWN_APPLICATION', message: messages.own, status: 403 }
  return undecided(application)
}

const hasVotes = (application: Votes) => application.currentVotes + application.rejectVotes > 0

function undecided({ status }: { status: ApplicationStatus }): Problem | null {
  if (status === 'withdrawn') return { code: 'WITHDRAWN', message: messages.withdrawn }
  return status === 'pending' ? null : { code: 'ALREADY_DECIDED', message: messages.decided }
}

const dayMs = 86_400_000

/** How an application ended, if it has. */
interface Closing {
  reviewedAt: Date | null
  withdrawnAt: Date | null
  /** To approve. */
  currentVotes: number
  rejectVotes: number
}

/**
 * From when another application may follow one that is over; null: at once. Days are the setting's. Who withdraws after
 * the first vote waits as long as after a rejection, so that withdrawing wipes no vote away; whichever it was, so that nobody
 * learns it so.
 */
export function mayReapplyAt(
  { reviewedAt, withdrawnAt, currentVotes, rejectVotes }: Closing,
  days: number,
): Date | null {
  const from = reviewedAt ?? (currentVotes + rejectVotes > 0 ? withdrawnAt : null)
  return from && new Date(from.getTime() + days * dayMs)
}

/** More than half of the committee (APPL-10, APPL-11): half of it rounded down, plus one; fixed at submission (decision 14). */
export const votesNeeded = (committeeSize: number) => Math.floor(committeeSize / 2) + 1

/** Why somebody does not vote on an application at all, or null. Nobody judges themselves or whom they referred. */
export function recusalCause(
  userId: string,
  application: { userId: string | null; referrerUserId: string | null },
): 'applicant' | 'referrer' | null {
  if (userId === application.userId) return 'applicant'
  return userId === application.referrerUserId ? 'referrer' : null
}

/** First and other names, for the beginning of a mail and for an account. */
export function namesOf(fullName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...others] = fullName.trim().split(/\s+/)
  return { firstName, lastName: others.join(' ') }
}
