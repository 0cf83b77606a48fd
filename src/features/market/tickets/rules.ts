import type { Claims, PassRules } from '#features/door/passes/rules.ts'
import { messages as doorMessages } from '#features/door/scans/rules.ts'
import { maxTicketMinutes } from '#features/house/door-settings/inputs.ts'
import { addDays } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { formatDate, formatExact } from '#platform/words.ts'
import { messages as dayMessages } from '../days/rules.ts'

/** The specified words of the ticket and the door (MKT-19, MKA-13…18), and our own for what it leaves open. */
export const messages = {
  generateFailed: 'Failed to generate ticket',
  signIn: 'Please log in to generate your ticket',
  downloaded: 'Ticket downloaded!',
  badFormat: 'Invalid QR code format',
  badKind: 'Invalid QR code type',
  expired: 'QR code expired - ask member to generate a fresh one',
  unknownTyped: 'This code is not known, or it is too old - ask member for a fresh one',
  unknownPerson: 'Member not found',
  failed: 'Error validating ticket',
  paidBack: 'This ticket was cancelled, and its money given back',
  usedUp: 'This ticket was used',
  checkInsLoad: 'Failed to load check-ins',
  aboutLoad: 'Failed to load market information',
} as const

/** `on`: the market day, `today`: the calendar day at the venue. */
export const whyNot = {
  /** A code is good for minutes, so none is made before the day on which it is shown. */
  ticket: (on: string, today: string): Problem | null =>
    on > today ? { code: 'NOT_YET', message: `Your code opens on ${formatExact(on)}.` } : null,
}

/** What the person at the door does next. */
const nextSteps: Record<string, string> = {
  [messages.badFormat]: 'Ask them to open Market tickets in their account, or let them pay as a guest.',
  [messages.badKind]:
    'This code is for something else. If it is an event’s, choose Events; else ask them to open Market tickets in their account.',
  [messages.expired]: 'They press “Get a new code” under Market tickets.',
  [messages.unknownTyped]: 'Compare the letters. If they are right, they press “Get a new code”.',
  [messages.unknownPerson]: 'They may pay as a guest.',
  [messages.paidBack]: 'They may pay as a guest.',
  [messages.failed]: 'Scan it once more, or type the letters below the code.',
  [doorMessages.notApproved]: 'They may pay as a guest.',
  [dayMessages.noMarket]: 'Nobody is let in today. The market days are on the market page.',
}

const anotherDay = 'This ticket is for'

/** Guests buy a ticket online at most so many days before its market. */
export const soldAheadDays = 180

/** Market tickets at the door: one per person and day, with a fresh code for each entry (MKT-18, MKT-22, MKA-12…18). */
export const marketPass: PassRules = {
  name: 'market-checkin',
  mark: 'm',
  title: 'Market',
  words: {
    badFormat: messages.badFormat,
    badKind: messages.badKind,
    unknownTyped: messages.unknownTyped,
    expired: () => messages.expired,
    stale: messages.expired,
    unknown: messages.unknownPerson,
    again: (ago, waitMinutes) => `Already checked in ${ago} (must wait ${waitMinutes} minutes)`,
    usedUp: messages.usedUp,
    failed: messages.failed,
  },
  nextStep: message =>
    nextSteps[message] ??
    (message.startsWith(anotherDay)
      ? 'They may pay as a guest, or come on that day. If the market was put to today, type the letters below the code.'
      : null),
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
export const notOnDay = (on: string, today: string): string | null =>
  on === today ? null : `${anotherDay} ${formatDate(on, { year: true })}`

/** What members pay at the door on this day: nothing until the day of the setting, if there is one (MKT-23, MKA-19). */
export function memberPricePence(
  on: string,
  settings: { membersEnterFreeUntil: string | null; guestEntryPence: number },
): number {
  const { membersEnterFreeUntil: until, guestEntryPence } = settings
  return until === null || on <= until ? 0 : guestEntryPence
}
