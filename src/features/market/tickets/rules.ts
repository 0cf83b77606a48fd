import type { Claims, PassRules } from '#features/door/passes/rules.ts'
import { houseRefusals, type Refusal, type Refusals, refuse } from '#features/door/refusals/rules.ts'
import { maxTicketMinutes } from '#features/house/door-settings/inputs.ts'
import { addDays } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { formatDate, formatExact } from '#platform/words.ts'
import { messages as dayMessages } from '../days/rules.ts'

/** The specified words of the ticket (MKT-19), and our own for what it leaves open. */
export const messages = {
  generateFailed: 'Failed to generate ticket',
  signIn: 'Please log in to generate your ticket',
  downloaded: 'Ticket downloaded!',
  checkInsLoad: 'Failed to load check-ins',
  aboutLoad: 'Failed to load market information',
} as const

/** `on`: the market day, `today`: the calendar day at the venue. */
export const whyNot = {
  /** A code is good for minutes, so none is made before the day on which it is shown. */
  ticket: (on: string, today: string): Problem | null =>
    on > today ? { code: 'NOT_YET', message: `Your code opens on ${formatExact(on)}.` } : null,
}

const renewed = {
  says: 'QR code expired - ask member to generate a fresh one',
  next: 'They press “Get a new code” under Market tickets.',
}

/** The specified words of the market's door (MKA-13…18), and our own; with what whoever stands there does next. */
export const marketRefusals = {
  ...houseRefusals,
  NOT_APPROVED: { ...houseRefusals.NOT_APPROVED, next: 'They may pay as a guest.' },
  BAD_FORMAT: {
    says: 'Invalid QR code format',
    next: 'Ask them to open Market tickets in their account, or let them pay as a guest.',
  },
  BAD_KIND: {
    says: 'Invalid QR code type',
    next: 'This code is for something else: ask them to open Market tickets in their account.',
  },
  UNKNOWN_TYPED: {
    says: 'We do not know this code, or it is too old',
    next: 'Compare the eight letters and digits; a longer number only names the ticket. If they are right, they press “Get a new code”.',
  },
  EXPIRED: renewed,
  STALE: renewed,
  UNKNOWN: { says: 'Member not found', next: 'They may pay as a guest.' },
  TOO_SOON: { says: ({ ago, waitMinutes }) => `Already checked in ${ago} (must wait ${waitMinutes} minutes)` },
  USED_UP: { says: 'This ticket was used' },
  PAID_BACK: { says: 'This ticket was cancelled, and its money given back', next: 'They may pay as a guest.' },
  OTHER_DAY: {
    says: ({ on }) => `This ticket is for ${formatDate(on, { year: true })}`,
    next: 'They may pay as a guest, or come on that day. If the market was put to today, type the letters below the code.',
  },
  CLOSED: { says: dayMessages.noMarket, next: 'The market days are on the market page.' },
  FAILED: { says: 'Error validating ticket', next: 'Scan it once more, or type the letters below the code.' },
} satisfies Refusals

/** Guests buy a ticket online at most so many days before its market. */
export const soldAheadDays = 180

/** Market tickets at the door: one per person and day, with a fresh code for each entry (MKT-18, MKT-22, MKA-12…18). */
export const marketPass: PassRules = {
  name: 'market-checkin',
  mark: 'm',
  title: 'Market',
  called: 'market ticket',
  scanner: '/admin/market-scanner?for=market',
  refusals: marketRefusals,
  isCodeForOneEntry: true,
  isPerPerson: true,
  longestMinutes: maxTicketMinutes,
  longestBearerMinutes: (soldAheadDays + 2) * 24 * 60,
  notFor: ({ personId, validUntil }, now) =>
    personId === null ? notOnDay(calendarDate(new Date(validUntil)), calendarDate(new Date(now))) : null,
}

/** What the code of a guest's ticket says: good from when it was bought until its market day ends (decision 36). */
export function guestClaims(ticket: { id: string; on: string; createdAt: Date }, generation: number): Claims {
  const validUntil = instantOf(addDays(ticket.on, 1), '00:00').getTime() - 1000
  // Of a market that was put to a later day the code is not longer than any that is sold.
  const from = Math.max(ticket.createdAt.getTime(), validUntil - soldAheadDays * 24 * 3_600_000)
  const issuedAt = Math.floor(from / 1000) * 1000
  return { kind: marketPass.mark, passId: ticket.id, personId: null, generation, issuedAt, validUntil }
}

/** Why a guest's ticket for the day `on` lets nobody in `today`; null on its day. */
export const notOnDay = (on: string, today: string): Refusal | null =>
  on === today ? null : refuse(marketRefusals, 'OTHER_DAY', { on })

/** What members pay at the door on this day: nothing until the day of the setting, if there is one (MKT-23, MKA-19). */
export function memberPricePence(
  on: string,
  settings: { membersEnterFreeUntil: string | null; guestEntryPence: number },
): number {
  const { membersEnterFreeUntil: until, guestEntryPence } = settings
  return until === null || on <= until ? 0 : guestEntryPence
}

interface ComingDay {
  on: string
  setUpFrom: string
  opensAt: string
  closesAt: string
  note: string | null
  stalls: number
}

interface EntrySettings {
  membersEnterFreeUntil: string | null
  guestEntryPence: number
  entryCooldownMinutes: number
  ticketMinutes: number
}

/** The next market, null without one, with its hours and what entry costs whom (MKT-16, MKT-03, MKT-23, MKT-24). */
export const aboutMarket = (day: ComingDay | null, settings: EntrySettings, now: Date) => ({
  day: day && {
    on: day.on,
    isToday: day.on === calendarDate(now),
    setUpFrom: day.setUpFrom,
    opensAt: day.opensAt,
    closesAt: day.closesAt,
    note: day.note,
    stalls: day.stalls,
  },
  guestEntryPence: settings.guestEntryPence,
  memberEntryPence: memberPricePence(day?.on ?? calendarDate(now), settings),
  membersEnterFreeUntil: settings.membersEnterFreeUntil,
  entryCooldownMinutes: settings.entryCooldownMinutes,
  ticketMinutes: settings.ticketMinutes,
})
