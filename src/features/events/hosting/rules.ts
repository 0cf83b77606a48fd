import type { ApplicationStatus } from '#features/events/events/inputs.ts'
import { addMonths, type CalendarDate } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { formatCount, formatDate } from '#platform/words.ts'
import { type HostApplication, type HostDraft, hostApplication, mostDrafts } from './inputs.ts'

/** The first day on which somebody may host, on the day `today` (EVT-30). */
export const firstDay = (today: CalendarDate, noticeMonths: number) => addMonths(today, noticeMonths)

/** Until when whoever applied hears from the house (EVT-38). */
export const decideBy = (appliedAt: Date, hours: number) => new Date(appliedAt.getTime() + hours * 3_600_000)

/** How the clock of an application stands: its end, and whether it has come, or will soon. */
export function clockOf(appliedAt: Date, hours: number, now: Date): { at: Date; state: 'running' | 'close' | 'over' } {
  const at = decideBy(appliedAt, hours)
  const state = at <= now ? 'over' : at <= new Date(now.getTime() + closeMs(hours)) ? 'close' : 'running'
  return { at, state }
}

/** When a quarter of the time is left the reviewers are reminded. */
export const closeMs = (hours: number) => (hours / 4) * 3_600_000

/** When the people are there. */
export const timesOf = (event: { eventDate: CalendarDate; startTime: string; endTime: string }) => ({
  startsAt: instantOf(event.eventDate, event.startTime),
  endsAt: instantOf(event.eventDate, event.endTime),
})

/** An event, as far as what may be done with it depends on it. */
export interface Hosted {
  hostUserId: string | null
  applicationStatus: ApplicationStatus
  eventDate: CalendarDate | null
  startsAt: Date | null
  endsAt: Date | null
  cancelledAt: Date | null
}

/** What the settings say of hosting. */
export interface Terms {
  eventNoticeMonths: number
  eventPointsAtMost: number
  eventApplicationsAtMost: number
}

/** A draft as an application, if it is whole: it could be submitted as it is, as far as it says itself. */
export const wholeOf = (draft: HostDraft): HostApplication | null => hostApplication.safeParse(draft).data ?? null

/** Why something may not be done with an event now; null: it may. */
export const whyNot = {
  /** Writing on; `drafts` are those that the host has beside this one. */
  save(event: Hosted | null, drafts: number): Problem | null {
    if (event) return event.applicationStatus === 'draft' ? null : decided(event)
    if (drafts < mostDrafts) return null
    return { code: 'TOO_MANY_DRAFTS', message: `You have ${mostDrafts} drafts. Finish one or delete it first.` }
  },

  /** Submitting, or changing what is before the house; `waiting` are the host's other applications without a decision. */
  submit(
    event: Hosted | null,
    wish: { eventDate: CalendarDate; startTime: string; pointsReward: number },
    given: { terms: Terms; waiting: number; now: Date },
  ): Problem | null {
    const { terms, waiting, now } = given
    const isPending = event?.applicationStatus === 'pending'
    if (event && !isPending && event.applicationStatus !== 'draft') return decided(event)
    const first = firstDay(calendarDate(now), terms.eventNoticeMonths)
    // A day that was early enough when it was asked for stays so.
    const isKept = isPending && event.eventDate === wish.eventDate
    if (!isKept && wish.eventDate < first) {
      const notice = formatCount(terms.eventNoticeMonths, 'month')
      const message = `Choose a day at least ${notice} ahead: ${formatDate(first, { year: true })} or later.`
      return { code: 'TOO_SOON', message, field: 'eventDate' }
    }
    if (wish.pointsReward > terms.eventPointsAtMost)
      return { code: 'TOO_MANY_POINTS', message: `At most ${terms.eventPointsAtMost} points`, field: 'pointsReward' }
    if (isPending || waiting < terms.eventApplicationsAtMost) return null
    const message = `${formatCount(waiting, 'application')} of yours ${waiting === 1 ? 'waits' : 'wait'} for a decision. You can submit this one then; it is kept as a draft.`
    return { code: 'TOO_MANY_APPLICATIONS', message }
  },

  /** Taking an application back before it is decided. */
  withdraw: (event: Hosted): Problem | null =>
    event.applicationStatus === 'pending'
      ? null
      : { code: 'NOT_PENDING', message: 'This application does not wait for a decision.' },

  /** Only a draft is deleted; what was before the house stays on record. */
  discard: (event: Hosted): Problem | null => (event.applicationStatus === 'draft' ? null : decided(event)),

  /** Calling off an approved event until it begins. */
  cancel({ applicationStatus, cancelledAt, startsAt }: Hosted, now: Date): Problem | null {
    if (applicationStatus !== 'approved')
      return { code: 'NOT_APPROVED_YET', message: 'Only an approved event is cancelled.' }
    if (cancelledAt) return { code: 'EVENT_CANCELLED', message: 'This event was cancelled already.' }
    return startsAt && startsAt > now
      ? null
      : { code: 'EVENT_BEGUN', message: 'This event has begun. It stays on record.' }
  },

  /** Writing to those who decide, and they to the host: from the draft on, until the event is over. */
  write({ hostUserId, applicationStatus, cancelledAt, endsAt }: Hosted, now: Date): Problem | null {
    const isOpen = ['draft', 'pending', 'approved'].includes(applicationStatus)
    const isAhead = cancelledAt === null && (applicationStatus === 'draft' || (endsAt !== null && endsAt > now))
    return isOpen && isAhead && hostUserId !== null ? null : { code: 'CLOSED', message: 'This conversation is closed.' }
  },
}

/** Why an application that is a draft no more is not written over. */
export function decided({ applicationStatus }: Hosted): Problem {
  const words: Record<ApplicationStatus, string> = {
    draft: 'This is a draft.',
    pending: 'This application waits for a decision already.',
    approved: 'This event has been approved. It can be cancelled, and you can apply for another one.',
    rejected: 'This application was not approved. Use it again as a new draft.',
    withdrawn: 'This application was withdrawn. Use it again as a new draft.',
  }
  return { code: 'DECIDED', message: words[applicationStatus] }
}

/** An event as its mails name it: what is known of it, as people read it. */
export interface AboutEvent {
  firstName: string
  eventId: string
  name: string
  on: string
  time: string
  where: string
}

export const aboutExample: AboutEvent = {
  firstName: 'Ada',
  eventId: '00000000-0000-4000-8000-000000000000',
  name: 'An evening of linocut',
  on: 'Thu 14 Jan 2027',
  time: '18:00–20:00',
  where: 'Studio A',
}

export const rowsOf = ({ on, time, where }: AboutEvent): [string, string][] =>
  [
    ['Day', on],
    ['Time', time],
    ['Where', where],
  ].filter((row): row is [string, string] => row[1] !== '')
