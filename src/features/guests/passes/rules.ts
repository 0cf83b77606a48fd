import type { PassRules } from '#features/door/passes/rules.ts'
import { houseRefusals, type Refusal, type Refusals, refuse } from '#features/door/refusals/rules.ts'
import { addDays } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { formatCount, formatDay } from '#platform/words.ts'
import { longestDays, type PassStatus } from './inputs.ts'

/** The specified words (GST-05, GST-06, GPS-07…), and our own for what it leaves open. */
export const messages = {
  inviteFailed: 'Failed to send invitation',
  qrFailed: 'Failed to generate QR code',
  past: 'The last day cannot be in the past',
  tooFar: `A pass is good for at most ${longestDays} days`,
} as const

const unknown = {
  says: 'Invalid pass code',
  next: 'Ask them to open the link in their invitation, or compare the letters.',
}
const cancelled = { says: 'Pass is cancelled', next: 'Ask for their host.' }

/** The specified words of the door (GPS-07…), and our own; with what whoever stands there does next. */
export const guestRefusals = {
  ...houseRefusals,
  BAD_FORMAT: unknown,
  BAD_KIND: { says: 'This is no guest pass', next: 'Ask them to open the link in their invitation.' },
  UNKNOWN_TYPED: unknown,
  UNKNOWN: unknown,
  EXPIRED: {
    says: ({ validUntil }) => `Pass expired on ${formatDay(calendarDate(new Date(validUntil)))}`,
    next: 'Their host may invite them once more.',
  },
  STALE: cancelled,
  CANCELLED: cancelled,
  TOO_SOON: { says: ({ ago }) => `Let in ${ago}` },
  USED_UP: { says: 'Usage limit reached', next: 'Their host may invite them once more.' },
  HOST_HELD: {
    says: 'The member who invited this guest may bring nobody at present.',
    next: 'Ask for their host.',
  },
  GUEST_HELD: { says: 'This guest may not come in at present.', next: 'Ask an admin.' },
  FAILED: { says: 'Error validating pass', next: 'Scan it once more, or type the letters of the invitation.' },
} satisfies Refusals

/** Guests' passes at the door: one code until it is used up, whoever carries it (GPS-02, GPS-04). */
export const guestPass: PassRules = {
  name: 'guest-pass',
  mark: 'g',
  title: 'Guest pass',
  called: 'guest pass',
  scanner: '/admin/guest-pass-scanner',
  refusals: guestRefusals,
  isCodeForOneEntry: false,
  unlistedLimit: 1,
  isPerPerson: false,
  // With the day on which it was made and the last one.
  longestMinutes: (longestDays + 2) * 24 * 60,
}

/** When the code of a pass ends, in milliseconds: with its last day. */
export const endOf = (validUntil: string) => instantOf(addDays(validUntil, 1), '00:00').getTime() - 1000

interface PassFacts {
  status: Exclude<PassStatus, 'expired'>
  validUntil: string
  timesUsed: number
  usageLimit: number
}

/** The state of a pass on a day (GST-02): what was used or cancelled stays so, what is past has expired. */
export const statusOn = ({ status, validUntil }: PassFacts, today: string): PassStatus =>
  status === 'active' && validUntil < today ? 'expired' : status

export const whyNot = {
  /** Send an invitation once more, after so many mails to its guest within a day. */
  sendAgain: (mailsOfToday: number, most: number): Problem | null =>
    mailsOfToday < most
      ? null
      : {
          code: 'MAILED_ENOUGH',
          message: `Your guest has had ${most} emails from us today. Send them the link yourself, it is with the code, or try again tomorrow.`,
        },
  /**
   * Why nobody can be invited until this day (GST-03), or nobody more this month: a plan has so many passes a month (GST-04).
   * `left` counts those of the month that are not given out. Whether the house keeps the guest out is no reason here: who asked
   * address by address would learn whose account is on hold. The door says it.
   */
  invite(
    { validUntil, left, limit }: { validUntil: string; left: number; limit: number },
    today: string,
  ): Problem | null {
    if (validUntil < today) return { code: 'PAST', message: messages.past, field: 'validUntil' }
    if (validUntil > addDays(today, longestDays))
      return { code: 'TOO_FAR', message: messages.tooFar, field: 'validUntil' }
    return left > 0 ? null : { code: 'NO_PASSES_LEFT', message: noneLeft(limit) }
  },
  /** Why a pass can be neither cancelled nor sent again: only one that still lets somebody in. */
  change(pass: PassFacts, today: string): Problem | null {
    const status = statusOn(pass, today)
    return status === 'active' ? null : { code: 'PASS_OVER', message: `This pass is ${status} already.` }
  },
  /** Why it lets nobody in on this day, whatever its code says (GPS-04). How often it did is the door's to count. */
  letIn(pass: PassFacts, on: string): Refusal | null {
    if (pass.status === 'cancelled') return refuse(guestRefusals, 'CANCELLED')
    if (pass.status === 'used') return refuse(guestRefusals, 'USED_UP')
    return pass.validUntil < on ? refuse(guestRefusals, 'EXPIRED', { validUntil: endOf(pass.validUntil) }) : null
  },
}

/**
 * A member's name as mails to strangers say it. People choose their names themselves: one that could be an address, a number or
 * a sentence is not passed on.
 */
export const hostNameOf = (name: string) => (name.length <= 40 && nameWords.test(name) ? name : 'A member')
const nameWords = /^(?:[\p{L}\p{M}'’-]+\.?(?: |$)){1,4}$/u

const noneLeft = (limit: number) =>
  limit === 0
    ? 'Your plan has no guest passes.'
    : `Your plan has ${formatCount(limit, 'guest pass', 'guest passes')} a month, and this month’s are given out. Cancel one of this month that is not used, or wait for the next month.`
