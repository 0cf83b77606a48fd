import { messages as eventMessages } from '#features/events/events/rules.ts'
import { untilOrNull } from '#features/spaces/calendar/rules.ts'
import { type Actor, whyLimited, whyNotIn } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate } from '#platform/time.ts'
import { formatCount, formatDateTime } from '#platform/words.ts'
import { messages, type RegistrationStatus } from './inputs.ts'

/** What deciding about a registration needs to know of an event, and of the person who asks. */
export interface Chance {
  startsAt: Date
  isActive: boolean
  cancelledAt: Date | null
  tokensCost: number
  plusOnesAllowed: number
  /** Places that this person can have: what is offered to others is taken, what is offered to them is not. */
  left: number
  isRegistered: boolean
  /** Of them, how many are held for this person from the waiting list: theirs, whoever else waits. */
  offered: number
  /** Others wait for what is free: it is offered to them in a moment. */
  isDue: boolean
}

const hourMs = 3_600_000

/**
 * From so long before an event begins its guests are let in and can be marked as there: time enough for those who come early
 * and for a line at the door, and too late for saying of somebody today that they were there next week.
 */
const arrivesAtMostMs = hourMs

/** Lists of who comes are read again so often: who can be marked changes with the clock alone. */
export const comingEveryMs = 30_000

/** From when on somebody can be there. */
export const arrivesFrom = (startsAt: Date) => new Date(startsAt.getTime() - arrivesAtMostMs)

export const whyNot = {
  /** Registering at all, whatever is left (EVT-15, EVT-16, EVT-18, decision 32): every approved member with a membership may. */
  attend(actor: Actor | null): Problem | null {
    if (!actor) return { code: 'UNAUTHORIZED', message: messages.signIn, status: 401 }
    const problem = whyNotIn(actor, 'member')
    if (problem) return problem
    return actor.membership ? null : { code: 'MEMBERSHIP_NEEDED', message: messages.membershipNeeded, status: 403 }
  },

  /** Taking part in this event, whether or not a place is free. `people` are the person and whom they bring. */
  takePart(actor: Actor | null, event: Chance, people: number, now: Date): Problem | null {
    const problem = whyNot.attend(actor)
    if (problem) return problem
    if (event.cancelledAt) return { code: 'EVENT_CANCELLED', message: 'This event was cancelled.' }
    if (!event.isActive) return { code: 'EVENT_HIDDEN', message: 'This event takes no registrations now.' }
    if (event.startsAt <= now) return { code: 'EVENT_BEGUN', message: 'This event has begun.' }
    if (event.isRegistered) return { code: 'ALREADY_REGISTERED', message: eventMessages.already }
    if (people - 1 > event.plusOnesAllowed) {
      const message =
        event.plusOnesAllowed === 0
          ? 'You cannot bring anybody along to this event.'
          : `You can bring ${formatCount(event.plusOnesAllowed, 'person', 'people')} along at most.`
      return { code: 'TOO_MANY_PLUS_ONES', message, field: 'plusOnes' }
    }
    return event.tokensCost > 0 ? whyLimited(actor) : null
  },

  /** Registering now (EVT-19). */
  register(actor: Actor | null, event: Chance, people: number, now: Date): Problem | null {
    const problem = whyNot.takePart(actor, event, people, now)
    if (problem) return problem
    if (event.left <= 0) return { code: 'EVENT_FULL', message: eventMessages.full }
    if (event.left < people) {
      const message = `Only ${formatCount(event.left, 'place')} ${event.left === 1 ? 'is' : 'are'} left. Bring fewer people along.`
      return { code: 'TOO_FEW_PLACES', message, field: 'plusOnes' }
    }
    if (!event.isDue || people <= event.offered) return null
    if (event.offered === 0)
      return {
        code: 'WAITED_FOR',
        message: 'Others are waiting for this event. Join the list and a place is offered to you in turn.',
      }
    const held = `${formatCount(event.offered, 'place')} ${event.offered === 1 ? 'is' : 'are'} held for you`
    return {
      code: 'WAITED_FOR',
      message: `${held}, and others are waiting for the rest. Bring fewer people along.`,
      field: 'plusOnes',
    }
  },

  /** What it costs is what the person was told, if they say so. */
  payOther: (costs: number, seen: number | undefined): Problem | null =>
    seen === undefined || seen === costs
      ? null
      : { code: 'PRICE_CHANGED', message: 'What this costs has changed meanwhile. Please look again.' },

  /** Who goes may call off until the event begins. */
  cancel({ status, startsAt }: { status: RegistrationStatus; startsAt: Date }, now: Date): Problem | null {
    if (status === 'cancelled') return { code: 'CANNOT_CANCEL', message: 'This registration was cancelled already.' }
    return status === 'attended' || startsAt <= now
      ? { code: 'CANNOT_CANCEL', message: 'This event has begun. It can no longer be cancelled.' }
      : null
  },

  /** The office may until the event is over; who was there already stays on record (decision 23). */
  cancelByStaff({ status, endsAt }: { status: RegistrationStatus; endsAt: Date }, now: Date): Problem | null {
    if (status === 'cancelled') return { code: 'CANNOT_CANCEL', message: 'This registration was cancelled already.' }
    if (status === 'attended') return { code: 'CANNOT_CANCEL', message: 'They were marked as attended already.' }
    return endsAt <= now ? { code: 'CANNOT_CANCEL', message: 'This event is over.' } : null
  },

  /** Only of an event that is about to begin and has not ended, and once (EVA-15, EVA-16). */
  markAttended(
    registration: { status: RegistrationStatus; startsAt: Date; endsAt: Date; cancelledAt: Date | null },
    now: Date,
  ): Problem | null {
    const { status, startsAt, endsAt, cancelledAt } = registration
    if (status === 'cancelled') return { code: 'CANNOT_MARK', message: 'This registration was cancelled.' }
    if (status === 'attended') return { code: 'CANNOT_MARK', message: 'They were marked as attended already.' }
    if (cancelledAt) return { code: 'CANNOT_MARK', message: 'This event was cancelled.' }
    if (endsAt <= now) return { code: 'CANNOT_MARK', message: 'This event is over.' }
    const from = arrivesFrom(startsAt)
    return now < from
      ? { code: 'CANNOT_MARK', message: `Nobody is there yet: this can be marked from ${formatDateTime(from)}.` }
      : null
  },

  /** What was marked by mistake is taken back until the day of the event is over. */
  unmarkAttended({ status, endsAt }: { status: RegistrationStatus; endsAt: Date }, now: Date): Problem | null {
    if (status !== 'attended') return { code: 'CANNOT_UNMARK', message: 'They are not marked as attended.' }
    return calendarDate(endsAt) < calendarDate(now)
      ? { code: 'CANNOT_UNMARK', message: 'The day of this event is over. What was marked stays.' }
      : null
  },
}

/** Until when cancelling gives back what was paid; what cost nothing is cancelled until it begins. Null once it has passed. */
export const cancelUntil = (
  { tokensUsed, startsAt }: { tokensUsed: number; startsAt: Date },
  cancellationHours: number,
  now: Date,
): Date | null => untilOrNull(startsAt, tokensUsed > 0 ? cancellationHours : 0, now)

/** Tokens that come back to whoever cancels now (decision 23). */
export const tokensBackOf = (
  { tokensUsed, startsAt }: { tokensUsed: number; startsAt: Date },
  cancellationHours: number,
  now: Date,
) => (untilOrNull(startsAt, cancellationHours, now) ? tokensUsed : 0)
