import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** One thing that people keep in their calendar. */
export interface CalendarEvent {
  /** Never changes, whatever becomes of it: by it a calendar knows what it has already. */
  uid: string
  title: string
  startsAt: Date
  endsAt: Date
  where: string
  /** What somebody needs to know on the day, a paragraph a line. */
  words: string[]
  /** Its page. */
  url: string
  status: 'tentative' | 'confirmed' | 'cancelled'
  /** When it last became what it is. */
  changedAt: Date
}

/**
 * The text of a file for calendars (RFC 5545). Times are instants in UTC: every calendar shows them right in its own zone,
 * on the days of a clock change too, and no definition of a zone can grow old in it. What is cancelled has a higher
 * sequence, so that it takes the place of what was kept before.
 */
export function calendarText(event: CalendarEvent): string {
  const isCancelled = event.status === 'cancelled'
  return calendarOf([event], { method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH })
}

/** The text of a calendar of several things, which programs read again every hour; what is in it no longer is gone. */
export const feedText = (events: readonly CalendarEvent[], name: string): string =>
  calendarOf(events, { method: ICalCalendarMethod.PUBLISH, name, ttl: 3_600 })

function calendarOf(
  events: readonly CalendarEvent[],
  head: { method: ICalCalendarMethod; name?: string; ttl?: number },
): string {
  const calendar = ical({ prodId: { company: 'Exchange', product: 'Calendar', language: 'EN' }, ...head })
  for (const event of events) {
    const isCancelled = event.status === 'cancelled'
    calendar.createEvent({
      id: event.uid,
      sequence: isCancelled ? 1 : 0,
      start: event.startsAt,
      end: event.endsAt,
      stamp: event.changedAt,
      summary: isCancelled ? `Cancelled: ${event.title}` : event.title,
      location: event.where,
      description: event.words.filter(line => line !== '').join('\n'),
      url: event.url,
      status: states[event.status],
    })
  }
  return calendar.toString()
}

const states = {
  tentative: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
} as const
