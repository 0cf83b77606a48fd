import type { Problem } from '#platform/problem.ts'
import { formatCount } from '#platform/words.ts'

/** So many answers are taken by one link: whoever forgot something adds it. */
export const mostAnswers = 5

/** Why no answer is taken by a link now; null: one is. */
export const whyNotAnswer = ({ isDecided, answers }: { isDecided: boolean; answers: number }): Problem | null => {
  if (isDecided) return { code: 'DECIDED', message: 'The final decision has been made. No more answers are taken.' }
  return answers < mostAnswers
    ? null
    : { code: 'ANSWERED', message: `This link has been answered ${mostAnswers} times. Write to us instead.` }
}

/** What is said of the record of openings, before and beside the report (decision 40). */
export const recordedWords = (months: number, { isOpened }: { isOpened: boolean }) =>
  `${isOpened ? 'We have recorded that you opened this:' : 'When you open it we record'} the time, your internet address and your browser. We keep that for ${formatCount(months, 'month')}.`
