import { z } from 'zod'

/** Its part of the settings page. */
export const eventGroup = {
  id: 'events',
  title: 'Events',
  lead: 'What hosting asks for, how many people an event is for, and how long a place is held for whoever waits for it.',
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
  /** How long before its day somebody applies to host an event (EVT-30). */
  eventNoticeMonths: {
    of: z.number().int().min(0).max(12).default(1),
    group: 'events',
    label: 'Hosts apply at least',
    kind: 'count',
    unit: 'months before',
  },
  /** Within how many hours the house promises to decide on an application to host (EVT-38). */
  eventDecisionHours: {
    of: z.number().int().min(1).max(720).default(48),
    group: 'events',
    label: 'Hosts hear from us within',
    kind: 'count',
    unit: 'hours',
    hint: 'The committee is reminded when a quarter of it is left.',
  },
  /** The most points that an event may give to whoever was there: they are money in the store (EVT-36). */
  eventPointsAtMost: {
    of: z.number().int().min(1).max(1_000).default(20),
    group: 'events',
    label: 'Points for coming to an event, at most',
    kind: 'count',
    unit: 'points',
    hint: 'Hosts ask for them; whoever approves an event decides.',
  },
  /** How many applications of one host may wait for a decision: each of them holds a room. */
  eventApplicationsAtMost: {
    of: z.number().int().min(1).max(100).default(5),
    group: 'events',
    label: 'Applications of one host that wait',
    kind: 'count',
    unit: 'at once',
  },
} as const
