import type { IncidentStatus } from '#features/people/incidents/inputs.ts'
import { decisionDueAt, decisionWithin, isOver } from '#features/people/incidents/rules.ts'
import type { Problem } from '#platform/problem.ts'
import { formatCount, formatDateTime, stateWords } from '#platform/words.ts'

/** So many answers are taken by one link: whoever forgot something adds it. */
export const mostAnswers = 5

/** Why no answer is taken by a link now; null: one is. */
export const whyNotAnswer = ({
  isDecided,
  status,
  answers,
}: {
  isDecided: boolean
  status: IncidentStatus
  answers: number
}): Problem | null => {
  if (isDecided) return { code: 'DECIDED', message: 'The final decision has been made. No more answers are taken.' }
  // An answer would promise a decision that nobody is working on.
  if (isOver(status)) {
    const message = `This incident is ${stateWords(status).toLowerCase()}. No more answers are taken here. Is there more to say? Write to us.`
    return { code: 'INCIDENT_OVER', message }
  }
  return answers < mostAnswers
    ? null
    : { code: 'ANSWERED', message: `This link has been answered ${mostAnswers} times. Write to us instead.` }
}

/** What is said of the record of openings, before and beside the report (decision 40). */
export const recordedWords = (months: number, { isOpened }: { isOpened: boolean }) =>
  `${isOpened ? 'We have recorded that you opened this:' : 'When you open it we record'} the time, your internet address and your browser. We keep that for ${formatCount(months, 'month')}.`

/** What has become of the decision that was promised to whoever answered: it is awaited, or late; or made, and they were told or not. */
type PromiseState = 'awaited' | 'late' | 'kept' | 'broken'

/** The promise to one who answered first then; null: nothing was promised to whoever has not answered. */
export function promiseOf(
  { firstAnswerAt, decidedAt, isTold }: { firstAnswerAt: Date | null; decidedAt: Date | null; isTold: boolean },
  now: Date,
): PromiseState | null {
  if (!firstAnswerAt) return null
  if (decidedAt) return isTold ? 'kept' : 'broken'
  return decisionDueAt(firstAnswerAt) <= now ? 'late' : 'awaited'
}

export function promiseWords(promise: PromiseState, { decidedAt, email }: { decidedAt: string | null; email: string }) {
  const made = `The committee made its decision on ${decidedAt === null ? '' : formatDateTime(decidedAt)}`
  return {
    awaited: `The committee decides ${decisionWithin} and tells you by email.`,
    late: `We promised a decision ${decisionWithin}, and it is late. You are told by email when it is made.`,
    kept: `${made} and wrote to you at ${email}.`,
    broken: `${made}. You were not told by email, as we had promised: write to us and we tell you.`,
  }[promise]
}
