import type { ListedPass, PassRules } from '#features/door/passes/rules.ts'
import { houseRefusals, type Refusal, type Refusals, refuse } from '#features/door/refusals/rules.ts'
import { arrivesFrom } from '#features/events/registrations/rules.ts'
import { maxTicketMinutes } from '#features/house/door-settings/inputs.ts'
import type { Problem } from '#platform/problem.ts'
import { formatCount, formatDay, formatExact, formatTime } from '#platform/words.ts'

export const messages = {
  generateFailed: 'Failed to generate ticket',
} as const

const renewed = {
  says: 'QR code expired - ask member to generate a fresh one',
  next: 'They open their ticket once more.',
}

/** What the door says of an event's ticket, as of the market's (MKA-13…18), and what whoever stands there does next. */
const refusals = {
  ...houseRefusals,
  NOT_APPROVED: { ...houseRefusals.NOT_APPROVED, next: 'Ask for the host.' },
  BAD_FORMAT: {
    says: 'Invalid QR code format',
    next: 'Ask them to open the event in their account, or find them by name.',
  },
  BAD_KIND: {
    says: 'Invalid QR code type',
    next: 'This code is for something else: ask them to open the event in their account.',
  },
  UNKNOWN_TYPED: {
    says: 'We do not know this code, or it is too old',
    next: 'Compare the eight letters and digits; a longer number only names the ticket. If they are right, they open it once more.',
  },
  EXPIRED: renewed,
  STALE: renewed,
  UNKNOWN: { says: 'There is no such registration', next: 'Find them by name, or ask for the host.' },
  TOO_SOON: { says: ({ ago, waitMinutes }) => `Already checked in ${ago} (must wait ${waitMinutes} minutes)` },
  USED_UP: { says: 'This ticket was used' },
  CANCELLED: { says: 'This registration was cancelled', next: 'Ask for the host: there may be room.' },
  EVENT_CANCELLED: {
    says: 'This event was cancelled',
    next: 'It does not take place. The event’s page says why.',
  },
  OTHER_DAY: { says: ({ on, name }) => `${name} is on ${formatDay(on)}` },
  TOO_EARLY: {
    says: ({ name, startsAt }) =>
      `${name} begins at ${formatTime(startsAt)}: its guests come in from ${formatTime(arrivesFrom(startsAt))}`,
    next: 'Ask them to come back then.',
  },
  TOO_LATE: { says: ({ name, endsAt }) => `${name} ended at ${formatTime(endsAt)}` },
  FAILED: { says: 'Error validating ticket', next: 'Scan it once more, or type the letters below the code.' },
} satisfies Refusals

interface Coming {
  /** The event's. */
  name: string
  eventDate: string
  startsAt: Date
  endsAt: Date
  isCancelled: boolean
  isEventCancelled: boolean
}

const gone = ({ isCancelled, isEventCancelled }: Coming): Refusal | null => {
  // With their event all its registrations are cancelled.
  if (isEventCancelled) return refuse(refusals, 'EVENT_CANCELLED')
  return isCancelled ? refuse(refusals, 'CANCELLED') : null
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
  letIn(coming: Coming, at: Date, on: string): Refusal | null {
    const problem = gone(coming)
    if (problem) return problem
    const { name, eventDate, startsAt, endsAt } = coming
    if (eventDate !== on) return refuse(refusals, 'OTHER_DAY', { on: eventDate, name })
    if (at < arrivesFrom(startsAt)) return refuse(refusals, 'TOO_EARLY', { name, startsAt })
    return at >= endsAt ? refuse(refusals, 'TOO_LATE', { name, endsAt }) : null
  },
}

/** When a registration lets in on its day, and what is said before and after; devices go by it alone. */
export const timesOf = ({ name, startsAt, endsAt }: Coming): NonNullable<ListedPass['times']> => ({
  from: arrivesFrom(startsAt).getTime(),
  until: endsAt.getTime(),
  early: refusals.TOO_EARLY.says({ name, startsAt }),
  late: refusals.TOO_LATE.says({ name, endsAt }),
})

/** What the door reads beside the name: which event, and with whom. */
export const noteOf = (event: string, plusOnes: number) =>
  plusOnes > 0 ? `${event}, with ${formatCount(plusOnes, 'guest')}` : event

/** Tickets of events at the door: one for each registration, with a fresh code for each entry (decision 36). */
export const eventPass: PassRules = {
  name: 'event-ticket',
  mark: 'e',
  title: 'Event',
  called: 'event ticket',
  scanner: '/admin/market-scanner?for=events',
  refusals,
  isCodeForOneEntry: true,
  isPerPerson: false,
  longestMinutes: maxTicketMinutes,
}
