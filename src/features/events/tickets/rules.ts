import type { ListedPass, PassRules } from '#features/door/passes/rules.ts'
import { messages as doorMessages } from '#features/door/scans/rules.ts'
import { arrivesFrom } from '#features/events/registrations/rules.ts'
import { maxTicketMinutes } from '#features/house/door-settings/inputs.ts'
import type { Problem } from '#platform/problem.ts'
import { formatCount, formatDay, formatExact, formatTime } from '#platform/words.ts'

export const messages = {
  generateFailed: 'Failed to generate ticket',
  badFormat: 'Invalid QR code format',
  badKind: 'Invalid QR code type',
  expired: 'QR code expired - ask member to generate a fresh one',
  unknownTyped: 'This code is not known, or it is too old - ask member for a fresh one',
  unknown: 'There is no such registration',
  cancelled: 'This registration was cancelled',
  eventCancelled: 'This event was cancelled',
  usedUp: 'This ticket was used',
  failed: 'Error validating ticket',
} as const

interface Coming {
  /** The event's. */
  name: string
  eventDate: string
  startsAt: Date
  endsAt: Date
  isCancelled: boolean
  isEventCancelled: boolean
}

const gone = ({ isCancelled, isEventCancelled }: Coming): Problem | null => {
  // With their event all its registrations are cancelled.
  if (isEventCancelled) return { code: 'EVENT_CANCELLED', message: messages.eventCancelled }
  return isCancelled ? { code: 'CANCELLED', message: messages.cancelled } : null
}

export const whyNot = {
  /** A code is good for minutes, so none is made before the day on which it is shown. `today`: at the venue. */
  ticket(coming: Coming, now: Date, today: string): Problem | null {
    const problem = gone(coming)
    if (problem) return problem
    if (coming.eventDate > today)
      return { code: 'NOT_YET', message: `Your ticket opens on ${formatExact(coming.eventDate)}.` }
    return coming.endsAt <= now ? { code: 'EVENT_OVER', message: 'This event is over.' } : null
  },
  /** Why a registration lets nobody in at this moment, on this day, whatever its code says. The event is named: there are several. */
  letIn(coming: Coming, at: Date, on: string): Problem | null {
    const problem = gone(coming)
    if (problem) return problem
    const { name, eventDate } = coming
    if (eventDate !== on) return { code: 'OTHER_DAY', message: `${name} is on ${formatDay(eventDate)}` }
    const { from, until, early, late } = timesOf(coming)
    if (at.getTime() < from) return { code: 'TOO_EARLY', message: early }
    return at.getTime() >= until ? { code: 'TOO_LATE', message: late } : null
  },
}

/** When a registration lets in on its day, and what is said before and after; devices go by it alone. */
export const timesOf = ({ name, startsAt, endsAt }: Coming): NonNullable<ListedPass['times']> => ({
  from: arrivesFrom(startsAt).getTime(),
  until: endsAt.getTime(),
  early: `${name} begins at ${formatTime(startsAt)}: ${comeFrom} ${formatTime(arrivesFrom(startsAt))}`,
  late: `${name} ended at ${formatTime(endsAt)}`,
})

const comeFrom = 'its guests come in from'

/** What the door reads beside the name: which event, and with whom. */
export const noteOf = (event: string, plusOnes: number) =>
  plusOnes > 0 ? `${event}, with ${formatCount(plusOnes, 'guest')}` : event

const nextSteps: Record<string, string> = {
  [messages.badFormat]: 'Ask them to open the event in their account, or find them by name.',
  [messages.badKind]: 'This code is for something else: choose Market, or ask them to open the event in their account.',
  [messages.expired]: 'They open their ticket once more.',
  [messages.unknownTyped]: 'Compare the letters. If they are right, they open their ticket once more.',
  [messages.unknown]: 'Find them by name, or ask for the host.',
  [messages.cancelled]: 'Ask for the host: there may be room.',
  [messages.eventCancelled]: 'It does not take place. The event’s page says why.',
  [messages.failed]: 'Scan it once more, or type the letters below the code.',
  [doorMessages.notApproved]: 'Ask for the host.',
}

/** Tickets of events at the door: one for each registration, with a fresh code for each entry (decision 36). */
export const eventPass: PassRules = {
  name: 'event-ticket',
  mark: 'e',
  title: 'Event',
  words: {
    badFormat: messages.badFormat,
    badKind: messages.badKind,
    unknownTyped: messages.unknownTyped,
    expired: () => messages.expired,
    stale: messages.expired,
    unknown: messages.unknown,
    again: (ago, waitMinutes) => `Already checked in ${ago} (must wait ${waitMinutes} minutes)`,
    usedUp: messages.usedUp,
    failed: messages.failed,
  },
  nextStep: message => nextSteps[message] ?? (message.includes(comeFrom) ? 'Ask them to come back then.' : null),
  isCodeForOneEntry: true,
  isPerPerson: false,
  longestMinutes: maxTicketMinutes,
}
