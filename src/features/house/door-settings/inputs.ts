import { z } from 'zod'
import { calendarDay } from '#platform/inputs.ts'

/** The longest that an admin may let a ticket's code be good for. */
export const maxTicketMinutes = 240

/** Its part of the settings page. */
export const doorGroup = {
  id: 'market',
  title: 'Market and door',
  lead: 'How many the building holds, entry to the market and how its tickets behave.',
} as const

/** What holds at the door; part of the settings of the house. */
export const doorSettings = {
  /** How many people the building may hold; at it the door stops (decision 16). */
  buildingCapacity: {
    of: z.number().int().min(1).max(100_000).default(500),
    group: 'market',
    label: 'The building holds at most',
    kind: 'count',
    unit: 'people',
  },
  guestEntryPence: {
    of: z.number().int().min(0).max(100_000).default(100),
    group: 'market',
    label: 'Entry for guests',
    kind: 'money',
  },
  /** Members enter the market free until this day; empty: always (MKT-23, decision 35). */
  membersEnterFreeUntil: {
    of: calendarDay('Use a date like 2026-03-01').nullable().default(null),
    group: 'market',
    label: 'Members enter free until',
    kind: 'day',
    hint: 'Empty: always.',
  },
  /** How long a market ticket's QR code is good, and how soon a member may be admitted again (MKT-18, MKT-22). */
  ticketMinutes: {
    of: z.number().int().min(1).max(maxTicketMinutes).default(15),
    group: 'market',
    label: 'A ticket’s code is good for',
    kind: 'count',
    unit: 'minutes',
  },
  entryCooldownMinutes: {
    of: z.number().int().min(0).max(720).default(30),
    group: 'market',
    label: 'A member can enter again after',
    kind: 'count',
    unit: 'minutes',
  },
} as const
