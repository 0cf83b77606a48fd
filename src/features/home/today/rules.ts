/** What may need somebody of the house, the most urgent first. */
export const needs = [
  'alarms',
  'incidents',
  'disputes',
  'webhooks',
  'refunds',
  'overdue',
  'ballots',
  'decisions',
  'votes',
  'hosts',
  'enquiries',
  'reports',
  'appeals',
  'erasures',
  'stallDocuments',
  'stallExpiries',
  'waitlist',
  'registrations',
  'mails',
] as const
export type Need = (typeof needs)[number]

/** How many wait, and since when the first of them does. */
export interface Counted {
  count: number
  since: Date | null
}

/** What needs somebody now, in its order; what nobody waits for is left out. */
export const needsOf = (counted: Readonly<Record<Need, Counted>>): (Counted & { need: Need })[] =>
  needs.flatMap(need => (counted[need].count > 0 ? [{ need, ...counted[need] }] : []))
