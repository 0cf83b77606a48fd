/** More than half of the committee (APPL-10, APPL-11): half of it rounded down, plus one. */
export const votesNeeded = (committeeSize: number) => Math.floor(committeeSize / 2) + 1

export interface Tally {
  approvals: number
  rejections: number
  required: number
  /** Members of the committee who may still vote. */
  remaining: number
}

/**
 * What the votes say. `declined`: rejections made an approval impossible. `stuck`: nobody rejected, but too few may vote,
 * for instance because the committee became smaller; an admin decides.
 */
export function outcomeOf({
  approvals,
  rejections,
  required,
  remaining,
}: Tally): 'approved' | 'declined' | 'stuck' | 'open' {
  if (approvals >= required) return 'approved'
  if (approvals + remaining >= required) return 'open'
  return rejections > 0 ? 'declined' : 'stuck'
}

export interface Voter {
  userId: string
  isCommittee: boolean
}

export interface Votable {
  userId: string | null
  referrerUserId: string | null
  status: 'pending' | 'approved' | 'rejected'
  declinedAt: Date | null
}

/** Why somebody does not vote on an application at all, or null. Nobody judges themselves or whom they referred. */
export function recusalCause(
  userId: string,
  { userId: applicant, referrerUserId }: Pick<Votable, 'userId' | 'referrerUserId'>,
) {
  if (userId === applicant) return 'applicant'
  return userId === referrerUserId ? 'referrer' : null
}

/** Whether this person may vote on it now: holds the role, is not recused, has not voted, and the vote is open (APPL-05, APPL-13). */
export function mayVote(
  voter: Voter,
  application: Votable,
  { hasVoted, isRecused }: { hasVoted: boolean; isRecused: boolean },
): boolean {
  return (
    voter.isCommittee &&
    application.status === 'pending' &&
    application.declinedAt === null &&
    !hasVoted &&
    !isRecused &&
    recusalCause(voter.userId, application) === null
  )
}

/** Until when the committee is asked to have voted. */
export const voteDueAt = (submittedAt: Date, reminderHours: number) =>
  new Date(submittedAt.getTime() + reminderHours * 3_600_000)

/** What a blind reader sees instead of a name: stable, and telling nothing. */
export const blindName = (applicationId: string) => `Applicant ${applicationId.slice(0, 4).toUpperCase()}`

/** `40 minutes`, `26 hours`, `3 days`: hours in the unit that a person would use. */
export function durationWords(hours: number): string {
  const say = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (hours < 1) return say(Math.max(1, Math.round(hours * 60)), 'minute')
  return hours < 72 ? say(Math.round(hours), 'hour') : say(Math.round(hours / 24), 'day')
}
