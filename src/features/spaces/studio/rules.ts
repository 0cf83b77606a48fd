import type { Settings } from '#features/house/settings/inputs.ts'
import type { orderWays } from '#features/money/orders/inputs.ts'
import type { GivesBack } from '#features/spaces/bookings/inputs.ts'
import { messages as bookingMessages } from '#features/spaces/calendar/inputs.ts'
import { refundableUntil, whyNot as whyNotFacility } from '#features/spaces/calendar/rules.ts'
import { type Actor, isPaidMember, whyLimited } from '#platform/auth/actor.ts'
import { addDays, minutesOf, timeOfMinutes, weekdayOf } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate } from '#platform/time.ts'
import { formatCount, formatMoney, formatTokens } from '#platform/words.ts'
import { messages, type paidWith, type studioStatuses } from './inputs.ts'

/** Hours that one booking may have: by card (STU-08) and with tokens (STU-09). */
export const hoursAllowed = { card: { least: 4, most: 12 }, tokens: { least: 1, most: 2 } } as const
/** Hours with tokens on a day (STU-11) and in a week that begins on a Sunday (STU-12, STU-13, decision 28). */
export const tokenHours = { aDay: 2, aWeek: 6 } as const
/** The only day on which tokens pay (STU-10). */
const tokenDay = 'tuesday'
/** Whether tokens pay on a day (STU-10). */
export const takesTokens = (on: string) => weekdayOf(on) === tokenDay
/** From these hours on it is a half day, and a day (STU-18). */
export const halfDayFrom = 4
export const dayFrom = 8

/** What the form opens with (decision 29, STU-20). */
export const opensWith: { startTime: string; hours: Record<PaidWith, number> } = {
  startTime: '09:00',
  hours: { card: 4, tokens: 1 },
}

export type StudioPrices = Pick<
  Settings,
  'studioHourPence' | 'studioHalfDayPence' | 'studioDayPence' | 'studioHourTokens'
>
export type PaidWith = (typeof paidWith)[number]

/** What so many hours cost: the one table that screens and server read (STU-14, STU-15, STU-18, STU-19). */
export function priceOf(hours: number, by: PaidWith, prices: StudioPrices): { tokens: number; pence: number } {
  if (by === 'tokens') return { tokens: hours * prices.studioHourTokens, pence: 0 }
  if (hours >= dayFrom) return { tokens: 0, pence: prices.studioDayPence }
  return { tokens: 0, pence: hours >= halfDayFrom ? prices.studioHalfDayPence : hours * prices.studioHourPence }
}

const dayMinutes = 24 * 60
/** Of a wall time at which something ends or closes: "00:00" is the end of the day, not its beginning. */
const endMinutes = (time: string) => minutesOf(time) || dayMinutes

/** Hours from one wall time to another of the same day, or its midnight; not always whole ones. */
export const hoursOf = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  (endMinutes(endTime) - minutesOf(startTime)) / 60

/** When so many hours end; null beyond midnight. */
export function endOf(startTime: string, hours: number): string | null {
  const ends = minutesOf(startTime) + hours * 60
  return ends > dayMinutes ? null : timeOfMinutes(ends % dayMinutes)
}

/** So many hours from a wall time, or to midnight where they would end beyond it: they are always as many. */
export function spanOf(startTime: string, hours: number): { startTime: string; endTime: string } {
  const from = Math.min(minutesOf(startTime), dayMinutes - hours * 60)
  return { startTime: timeOfMinutes(from), endTime: timeOfMinutes((from + hours * 60) % dayMinutes) }
}

/** Until when the studio is open, and for how long it is made ready after a session. */
export interface OpenHours extends Pick<Settings, 'opensAt' | 'closesAt'> {
  turnaroundMinutes: number
}

/** The studio's own hours where it has some, else those of the house. */
export const openHours = (
  { opensAt, closesAt }: Pick<Settings, 'opensAt' | 'closesAt'>,
  room: { opensAt: string | null; closesAt: string | null; turnaroundMinutes: number },
): OpenHours => ({
  opensAt: room.opensAt ?? opensAt,
  closesAt: room.closesAt ?? closesAt,
  turnaroundMinutes: room.turnaroundMinutes,
})

/** Every half hour of a day from which so many hours end before the studio closes. */
export const startsOf = (open: OpenHours, hours: number): string[] =>
  halfHoursOf(open).filter(start => minutesOf(start) + hours * 60 <= endMinutes(open.closesAt))

/** Of those, the ones from which the hours, and making the studio ready afterwards, touch nothing that is taken. */
export function startsThatFit(
  hours: number,
  { taken, open, after }: { taken: readonly { from: string; until: string }[]; open: OpenHours; after: string | null },
): string[] {
  return startsOf(open, hours).filter(start => {
    const from = minutesOf(start)
    const until = from + hours * 60 + open.turnaroundMinutes
    return (
      (after === null || start > after) &&
      !taken.some(each => minutesOf(each.from) < until && minutesOf(each.until) > from)
    )
  })
}

const stepMinutes = 30
const halfHoursOf = ({ opensAt, closesAt }: OpenHours): string[] =>
  Array.from({ length: Math.floor((endMinutes(closesAt) - minutesOf(opensAt)) / stepMinutes) }, (_, index) =>
    timeOfMinutes(minutesOf(opensAt) + index * stepMinutes),
  )

/** The Sunday on which the week of a day begins (decision 28). */
export function sundayOf(on: string): string {
  let day = on
  while (weekdayOf(day) !== 'sunday') day = addDays(day, -1)
  return day
}

interface Session {
  bookingDate: string
  startTime: string
  endTime: string
  paidWith: PaidWith
}

/** What deciding about a session needs to know. */
export interface Known {
  actor: Actor
  settings: Pick<Settings, 'opensAt' | 'closesAt' | 'freeMembersFacilities' | 'unpaidHolds'> & StudioPrices
  now: Date
  startsAt: Date
  balance: number
  /** Sessions of theirs that are to pay by card or at the desk, also some that have been. */
  unpaid: number
  /** Hours that the person has with tokens on that day and in its week. */
  used: { onDay: number; inWeek: number }
}

interface Kept {
  status: (typeof studioStatuses)[number]
  startsAt: Date
}

export const whyNot = {
  /** Tokens are for active members of a paid plan (STU-01). */
  takeTokens(actor: Actor | null): Problem | null {
    const limited = actor && whyLimited(actor)
    if (limited) return limited
    return actor && isPaidMember(actor)
      ? null
      : { code: 'TOKENS_NOT_AVAILABLE', message: bookingMessages.noTokensOnFree, field: 'paidWith' }
  },

  /**
   * A session as it is wished for (STU-08 … STU-12, STU-16, STU-17), by whoever may book facilities at all: free members as
   * the one setting says (BOOK-05, decision 13). Whether the studio is free, the calendar says.
   */
  book(session: Session, { actor, settings, now, startsAt, balance, unpaid, used }: Known): Problem | null {
    const closed = whyNotFacility.book(actor, settings)
    if (closed) return closed
    const hours = hoursOf(session)
    const { least, most } = hoursAllowed[session.paidWith]
    const invalid = (code: string, title: string, message: string, field: string): Problem => ({
      code,
      title,
      message,
      field,
    })
    if (!Number.isInteger(hours) || hours < least || hours > most)
      return invalid(
        'INVALID_DURATION',
        messages.duration,
        `Whole hours, ${least} to ${most} ${session.paidWith === 'card' ? 'by card' : 'with tokens'}.`,
        'endTime',
      )
    const then = whyNotThen({ ...session, startsAt }, { settings, now })
    if (then) return then
    if (session.paidWith === 'card') return whyNot.leaveUnpaid(unpaid, settings)
    const problem = whyNot.takeTokens(actor)
    if (problem) return problem
    if (!takesTokens(session.bookingDate))
      return invalid('NOT_A_TOKEN_DAY', messages.notTuesday, 'Tokens pay for the studio on Tuesdays.', 'bookingDate')
    if (used.onDay + hours > tokenHours.aDay)
      return invalid('DAILY_LIMIT', messages.daily, `With tokens ${tokenHours.aDay} hours a day.`, 'endTime')
    if (used.inWeek + hours > tokenHours.aWeek)
      return invalid(
        'WEEKLY_LIMIT',
        messages.weekly,
        `With tokens ${tokenHours.aWeek} hours a week, which begins on Sunday.`,
        'endTime',
      )
    const { tokens } = priceOf(hours, 'tokens', settings)
    return balance < tokens
      ? invalid(
          'INSUFFICIENT_TOKENS',
          messages.tooFew,
          `You need ${tokens} tokens but only have ${balance}`,
          'paidWith',
        )
      : null
  },

  /** A session keeps its time before it is paid (decision 29): one more, within the setting that holds for all unpaid places. */
  leaveUnpaid(unpaid: number, house: Pick<Settings, 'unpaidHolds'>): Problem | null {
    if (unpaid < house.unpaidHolds) return null
    const message = `You have ${formatCount(unpaid, 'studio booking')} that ${unpaid === 1 ? 'is' : 'are'} not paid yet. Pay for one, or cancel one that is still to come, before you book the next.`
    return { code: 'TOO_MANY_UNPAID', message, field: 'paidWith' }
  },

  /** Paying by card for what is due (decision 29). */
  pay: (session: Kept & { pricePence: number; paidAt: Date | null }): Problem | null =>
    session.status !== 'cancelled' && session.pricePence > 0 && session.paidAt === null
      ? null
      : { code: 'NOTHING_DUE', message: 'Nothing is to pay for this booking.' },

  /** An own one before it begins. */
  cancel: ({ status, startsAt }: Kept, now: Date): Problem | null =>
    status === 'confirmed' && startsAt > now
      ? null
      : { code: 'CANNOT_CANCEL', message: 'This booking can no longer be cancelled.' },

  /** Staff put a session to another time before it begins. */
  move: ({ status, startsAt }: Kept, now: Date): Problem | null =>
    status === 'confirmed' && startsAt > now
      ? null
      : { code: 'CANNOT_MOVE', message: 'Only a confirmed session that has not begun can be moved.' },

  /** To where it is moved; null: the clock has no such time that day. Tokens pay on Tuesdays, so what they paid stays there. */
  moveTo(
    { paidWith, startsAt }: { paidWith: PaidWith; startsAt: Date },
    to: (Omit<Session, 'paidWith'> & { startsAt: Date }) | null,
    { settings, now }: { settings: Pick<Settings, 'opensAt' | 'closesAt'>; now: Date },
  ): Problem | null {
    if (!to) return { code: 'INVALID_TIME', message: messages.time, field: 'startsAt' }
    if (to.startsAt.getTime() === startsAt.getTime())
      return { code: 'SLOT_NOT_OFFERED', message: 'It is there already. Choose another time.', field: 'startsAt' }
    const problem = whyNotThen(to, { settings, now })
    if (problem || paidWith === 'card' || weekdayOf(to.bookingDate) === tokenDay) return problem
    return { code: 'NOT_A_TOKEN_DAY', message: 'Tokens pay for the studio on Tuesdays.', field: 'on' }
  },

  /** Staff cancel whatever is not cancelled, completed ones too (STA-05). */
  cancelByStaff: ({ status }: Pick<Kept, 'status'>): Problem | null =>
    status === 'cancelled' ? { code: 'CANNOT_CANCEL', message: 'This booking is cancelled already.' } : null,

  /** The desk hands back in cash what it owes of a cancelled one, once. */
  handBack: ({ deskOwedPence, handedBackAt }: { deskOwedPence: number; handedBackAt: Date | null }): Problem | null =>
    deskOwedPence > 0 && handedBackAt === null
      ? null
      : { code: 'NOTHING_OWED', message: 'The desk owes nothing for this booking.' },

  /** A payment at the desk was entered by mistake; what was handed back of it since was real. */
  takeBackPayment: ({
    paidAt,
    way,
    handedBackAt,
  }: Pick<Paid, 'paidAt' | 'way'> & { handedBackAt: Date | null }): Problem | null =>
    paidAt !== null && way === 'desk' && handedBackAt === null
      ? null
      : { code: 'NOT_PAID_AT_DESK', message: 'No payment at the desk can be taken back.' },

  /** STA-04: what has not begun is not complete. */
  complete({ status, startsAt }: Kept, now: Date): Problem | null {
    const refuse = (message: string): Problem => ({ code: 'CANNOT_COMPLETE', message })
    if (status !== 'confirmed') return refuse('Only a confirmed booking is completed.')
    return startsAt <= now ? null : refuse('This session has not begun yet.')
  },
}

/** A time at which the studio cannot be had, whoever asks. */
function whyNotThen(
  { bookingDate, startTime, endTime, startsAt }: Omit<Session, 'paidWith'> & { startsAt: Date },
  { settings: { opensAt, closesAt }, now }: { settings: Pick<Settings, 'opensAt' | 'closesAt'>; now: Date },
): Problem | null {
  if (bookingDate < calendarDate(now) || startsAt <= now)
    return { code: 'DATE_PAST', message: 'Choose a time that is still to come.', field: 'bookingDate' }
  if (bookingDate > addDays(calendarDate(now), 365))
    return { code: 'DATE_TOO_FAR', message: 'Choose a day within a year.', field: 'bookingDate' }
  if (startTime >= opensAt && endMinutes(endTime) <= endMinutes(closesAt)) return null
  return { code: 'HOUSE_CLOSED', message: `The house is open from ${opensAt} to ${closesAt}.`, field: 'startTime' }
}

interface Paid extends Kept {
  tokensUsed: number
  pricePence: number
  paidAt: Date | null
  /** Null where nobody has begun to pay. */
  way: (typeof orderWays)[number] | null
  /** What the house still has of the order that paid for it: less what went back, or is in dispute. */
  leftPence: number | null
}

/**
 * What comes back when it is cancelled at `now`, in the form in which it was paid: tokens, and in pence what goes to the card
 * and what the desk gives in cash. By the rule, all of it until so many hours before the start, then nothing (decision 23).
 */
export function backOf(session: Paid, now: Date, cancellationHours: number, giveBack: GivesBack = 'rule') {
  const isBack =
    giveBack === 'all' || (giveBack === 'rule' && now <= refundableUntil(session.startsAt, cancellationHours))
  return isBack
    ? { tokens: session.tokensUsed, pence: paidBy('card', session), deskPence: paidBy('desk', session) }
    : { tokens: 0, pence: 0, deskPence: 0 }
}

/** What of its price one way of paying has brought, and the house still has. */
const paidBy = (by: Paid['way'], { pricePence, paidAt, way, leftPence }: Paid) =>
  paidAt !== null && way === by ? Math.min(pricePence, leftPence ?? 0) : 0

/** `4 hours`, and what it is called in the price list. */
export const tokenWords = ({ studioHourTokens }: StudioPrices) => `${formatTokens(studioHourTokens)} an hour`

const stateWords = { confirmed: 'Confirmed', completed: 'Completed', cancelled: 'Cancelled' }

/** How a session stands, and whether something is still to pay or to hand back, went back or is in dispute. */
export function stateOf(session: {
  status: (typeof studioStatuses)[number]
  pricePence: number
  paidAt: Date | null
  moneyGone: 'back' | 'disputed' | null
  deskOwedPence: number
  handedBackAt: Date | null
}): string {
  const { status, pricePence, paidAt, moneyGone, deskOwedPence } = session
  const state = stateWords[status]
  if (whyNot.handBack(session) === null) return `${state}, ${formatMoney(deskOwedPence)} owed at the desk`
  if (status === 'cancelled' || pricePence === 0) return state
  if (!paidAt) return `${state}, to pay`
  return moneyGone ? `${state}, ${{ back: 'paid back', disputed: 'disputed' }[moneyGone]}` : state
}
