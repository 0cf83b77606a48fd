import type { PassRules } from '#features/door/passes/rules.ts'
import { messages as doorMessages } from '#features/door/scans/rules.ts'
import { maxTicketMinutes } from '#features/house/door-settings/inputs.ts'
import type { Problem } from '#platform/problem.ts'
import { formatExact } from '#platform/words.ts'
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
  [messages.badKind]: 'This code is for something else. Ask them to open Market tickets in their account.',
  [messages.expired]: 'They press “Get a new code” under Market tickets.',
  [messages.unknownTyped]: 'Compare the letters. If they are right, they press “Get a new code”.',
  [messages.unknownPerson]: 'They may pay as a guest.',
  [messages.failed]: 'Scan it once more, or type the letters below the code.',
  [doorMessages.notApproved]: 'They may pay as a guest.',
  [dayMessages.noMarket]: 'Nobody is let in today. The market days are on the market page.',
}

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
  nextStep: message => nextSteps[message] ?? null,
  isCodeForOneEntry: true,
  isPerPerson: true,
  longestMinutes: maxTicketMinutes,
}

/** What members pay at the door on this day: nothing until the day of the setting, if there is one (MKT-23, MKA-19). */
export function memberPricePence(
  on: string,
  settings: { membersEnterFreeUntil: string | null; guestEntryPence: number },
): number {
  const { membersEnterFreeUntil: until, guestEntryPence } = settings
  return until === null || on <= until ? 0 : guestEntryPence
}
