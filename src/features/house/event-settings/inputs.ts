import { z } from 'zod'

/** Its part of the settings page. */
export const eventGroup = {
  id: 'events',
  title: 'Events',
  lead: 'How many people an event is for, and how long a place is held for whoever waits for it.',
} as const

/** What holds for events; part of the settings of the house. */
export const eventSettings = {
  /** How many people an event is for unless somebody says otherwise (EVT-34, decision 31). */
  eventCapacity: {
    of: z.number().int().min(1).max(1_000).default(50),
    group: 'events',
    label: 'People at an event',
    kind: 'count',
    unit: 'people',
    hint: 'Whoever approves an event can change it.',
  },
  /** How long a place at an event is held for the first who waits for it (decision 32). */
  eventOfferMinutes: {
    of: z.number().int().min(5).max(10_080).default(720),
    group: 'events',
    label: 'Whoever waits has a place for',
    kind: 'count',
    unit: 'minutes',
    hint: 'Then it is offered to the next on the waiting list.',
  },
} as const
