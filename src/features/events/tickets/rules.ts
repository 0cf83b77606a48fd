import type { PassRules } from '#features/door/passes/rules.ts'
import { messages as doorMessages } from '#features/door/scans/rules.ts'
import { maxTicketMinutes } from '#features/house/settings/inputs.ts'
import type { Problem } from '#platform/problem.ts'
import { formatCount, formatDay, formatExact } from '#platform/words.ts'

export const messages = {
  generateFailed: 'Failed to generate ticket',
  badFormat: 'Invalid QR code format',
  badKind: 'Invalid QR code type',
  expired: 'QR code expired - ask member to generate a fresh one',
  unknownTyped: 'This code is not known, or it is too old - ask member for a fresh one',
  unknown: 'There is no such registration',
  cancelled: 'This registration was cancelled',
  eventCancelled: 'This event was cancelled',
  noEvent: 'There is no event today',
  usedUp: 'This ticket was used',
  failed: 'Error validating ticket',
} as const

interface Coming {
  /** The day of the event. */
  eventDate: string
  isCancelled: boolean
  isEventCancelled: boolean
}

export const whyNot = {
  /** A code is good for minutes, so none is made before the day on which it is shown. `today`: at the venue. */
  ticket({ eventDate, isCancelled, isEventCancelled }: Coming, today: string): Problem | null {
    if (isCancelled) return { code: 'CANCELLED', message: messages.cancelled }
    if (isEventCancelled) return { code: 'EVENT_CANCELLED', message: messages.eventCancelled }
    if (eventDate > today) return { code: 'NOT_YET', message: `Your ticket opens on ${formatExact(eventDate)}.` }
    return eventDate < today ? { code: 'EVENT_OVER', message: 'This event is over.' } : null
  },
  /** Why a registration lets nobody in on this day, whatever its code says. */
  letIn({ eventDate, isCancelled, isEventCancelled }: Coming, on: string): Problem | null {
    if (isCancelled) return { code: 'CANCELLED', message: messages.cancelled }
    if (isEventCancelled) return { code: 'EVENT_CANCELLED', message: messages.eventCancelled }
    return eventDate === on ? null : { code: 'OTHER_DAY', message: `This event is on ${formatDay(eventDate)}` }
  },
}

/** What the door reads beside the name: which event, and with whom. */
export const noteOf = (event: string, plusOnes: number) =>
  plusOnes > 0 ? `${event}, with ${formatCount(plusOnes, 'guest')}` : event

const nextSteps: Record<string, string> = {
  [messages.badFormat]: 'Ask them to open the event in their account, or find them by name.',
  [messages.badKind]: 'This code is for something else. Ask them to open the event in their account.',
  [messages.expired]: 'They open their ticket once more.',
  [messages.unknownTyped]: 'Compare the letters. If they are right, they open their ticket once more.',
  [messages.unknown]: 'Find them by name, or ask for the host.',
  [messages.cancelled]: 'Ask for the host: there may be room.',
  [messages.eventCancelled]: 'It does not take place. The event’s page says why.',
  [messages.failed]: 'Scan it once more, or type the letters below the code.',
  [doorMessages.notApproved]: 'Ask for the host.',
}

/** Tickets of events at the door: one for each registration, with a fresh code for each entry. */
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
  nextStep: message => nextSteps[message] ?? null,
  isCodeForOneEntry: true,
  isPerPerson: false,
  longestMinutes: maxTicketMinutes,
}
