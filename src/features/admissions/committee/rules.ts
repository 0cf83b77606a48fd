import type { ApplicationStatus, recusalCauses } from '#features/admissions/applications/inputs.ts'
import { recusalCause } from '#features/admissions/applications/rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { messages, type Vote } from './inputs.ts'

export interface Tally {
  approvals: number
  rejections: number
  required: number
  /** Members of the committee who may vote now and have not. */
  remaining: number
  /** The committee at submission without those who are barred or stepped back: some may be on hold, and come back. */
  electors: number
}

/**
 * What the votes say. `declined`: rejections alone made an approval impossible. `stuck`: too few may vote now; the vote waits
 * for the committee (decision 60).
 */
export function outcomeOf(tally: Tally): 'approved' | 'declined' | 'stuck' | 'open' {
  const { approvals, rejections, required, remaining } = tally
  if (approvals >= required) return 'approved'
  if (approvals + remaining >= required) return 'open'
  // Whoever came to the committee later votes as well.
  const votes = Math.max(tally.electors, approvals + rejections + remaining)
  return votes >= required && votes - rejections < required ? 'declined' : 'stuck'
}

type Voter = Pick<Actor, 'userId' | 'roles'>

export interface Votable {
  userId: string | null
  referrerUserId: string | null
  status: ApplicationStatus
  declinedAt: Date | null
}

/** What a person has done about an application already. */
export interface Ballot {
  myVote: Vote | null
  /** The recusal that is recorded: of the applicant, of whoever referred them, or of who stepped back. */
  recusedBy: (typeof recusalCauses)[number] | null
}

interface Reading extends Ballot {
  /** Setting: who votes reads without name and documents first. */
  isReadBlind: boolean
}

/** Why a person may not do something about an application now; null: they may. */
export const whyNot = {
  /** Votes are the committee's, once, never on oneself or whom one referred, and while the vote is open (APPL-05, APPL-13). */
  vote(voter: Voter, application: Votable, ballot: Ballot): Problem | null {
    if (!voter.roles.includes('committee')) return { code: 'FORBIDDEN', message: messages.notVoting, status: 403 }
    if (ballot.myVote) return { code: 'ALREADY_VOTED', message: messages.alreadyVoted }
    if (ballot.recusedBy || recusalCause(voter.userId, application))
      return { code: 'RECUSED', message: messages.recused, status: 403 }
    const isOpen = application.status === 'pending' && application.declinedAt === null
    return isOpen ? null : { code: 'VOTE_CLOSED', message: messages.closed }
  },

  /** A vote is on the text that was read; until the first one falls the applicant may have corrected it. */
  judge: (application: Text, version: string): Problem | null =>
    versionOf(application) === version ? null : { code: 'APPLICATION_CHANGED', message: messages.changed },

  /** Whoever may vote may step back instead. */
  recuse: (voter: Voter, application: Votable, ballot: Ballot): Problem | null =>
    whyNot.vote(voter, application, ballot),

  /** Whoever judges asks the applicant, and writes notes to the others, until the decision. */
  ask: discuss,
  note: discuss,

  /** How to reach the applicant is for the decision; afterwards only admins need it (ROLE2-02). */
  readContact: (actor: Voter, { status }: Pick<Votable, 'status'>): Problem | null =>
    status === 'pending' || actor.roles.includes('admin')
      ? null
      : { code: 'FORBIDDEN', message: messages.closed, status: 403 },

  /** Admins read the documents of others; committee members of those that they vote on, not before a blind read is over. */
  readDocument(actor: Reader, application: Votable, reading: Reading): Problem | null {
    const refused = { code: 'FORBIDDEN', message: messages.notReading, status: 403 }
    if (actor.mustChangePassword || actor.mustSetUpTwoFactor || application.userId === actor.userId) return refused
    if (actor.roles.includes('admin')) return null
    const isJudge = actor.roles.includes('committee') && application.status === 'pending'
    if (!isJudge || reading.recusedBy || recusalCause(actor.userId, application)) return refused
    return reading.isReadBlind && !reading.myVote ? { ...refused, message: messages.readAfterVote } : null
  },
}

type Reader = Pick<Actor, 'userId' | 'roles' | 'mustChangePassword' | 'mustSetUpTwoFactor'>

function discuss(actor: Pick<Actor, 'userId'>, application: Pick<Votable, 'userId' | 'status'>): Problem | null {
  // One's own application is not among those that one judges: as if it were not there.
  if (application.userId === actor.userId) return { code: 'NOT_FOUND', message: 'Not found', status: 404 }
  return application.status === 'pending' ? null : { code: 'ALREADY_DECIDED', message: messages.closed }
}

interface Text {
  submittedAt: Date
  correctedAt: Date | null
}

/** Which text of an application this is: an instant, changed by every correction. */
export const versionOf = ({ submittedAt, correctedAt }: Text) => (correctedAt ?? submittedAt).toISOString()

/** Until when the committee is asked to have voted. */
export const voteDueAt = (submittedAt: Date, reminderHours: number) =>
  new Date(submittedAt.getTime() + reminderHours * 3_600_000)

/** What a blind reader sees instead of a name: stable, and telling nothing. */
export const blindName = (applicationId: string) => `Applicant ${applicationId.slice(0, 4).toUpperCase()}`

/** `40 minutes`, `20 hours`, `3 days`: hours in the unit that a person would use. */
export function durationWords(hours: number): string {
  const say = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (hours < 1) return say(Math.max(1, Math.round(hours * 60)), 'minute')
  return hours < 24 ? say(Math.round(hours), 'hour') : say(Math.round(hours / 24), 'day')
}
