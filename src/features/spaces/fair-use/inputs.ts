import { z } from 'zod'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import { formatNumber } from '#platform/words.ts'

/** What a rule of fair use limits, in the order in which they are asked. */
export const fairUseKinds = [
  'member_days',
  'notice_minutes',
  'ahead_days',
  'coming_bookings',
  'hours_per_day',
  'hours_per_week',
] as const
export type FairUseKind = (typeof fairUseKinds)[number]

/** What the kinds are called in the office, and the unit of their number. */
export const kindLabels: Record<FairUseKind, { label: string; unit: string }> = {
  member_days: { label: 'Age of membership', unit: 'Days at least' },
  notice_minutes: { label: 'Minimum notice', unit: 'Minutes before the start' },
  ahead_days: { label: 'Maximum ahead', unit: 'Days ahead at most' },
  coming_bookings: { label: 'Coming bookings at a time', unit: 'Bookings at most' },
  hours_per_day: { label: 'Hours a day', unit: 'Hours at most' },
  hours_per_week: { label: 'Hours a week, Monday to Sunday', unit: 'Hours at most' },
}

/** The most that a rule of each kind may say, in its own unit; the least is 1. */
export const mostOf: Record<FairUseKind, number> = {
  member_days: 3_650,
  notice_minutes: 43_200,
  ahead_days: 365,
  coming_bookings: 100,
  hours_per_day: 24,
  hours_per_week: 168,
}

export const messages = {
  notFound: 'There is no such rule.',
  exists: 'There is such a rule already. Change that one.',
  noTier: 'There is no such tier.',
  wholeNumber: 'Enter a whole number',
  listFailed: 'The rules could not be loaded',
  saveFailed: 'The rule was not saved',
  removeFailed: 'The rule was not removed',
  tryFailed: 'What it would mean could not be worked out',
}

/** An id, or null for every one, which a form sends as nothing. */
const oneOrEvery = (id: z.ZodUUID) => z.union([id, z.literal('').transform(() => null)]).nullable()

const fields = {
  kind: z.enum(fairUseKinds),
  value: z
    .number({ error: messages.wholeNumber })
    .int(messages.wholeNumber)
    .min(1, 'Use 1 or more')
    .max(Math.max(...Object.values(mostOf)), 'Use a smaller number'),
  /** Null: every facility. */
  facilityId: oneOrEvery(z.uuid(facilityMessages.notFound)),
  /** Null: every tier. */
  tierId: oneOrEvery(z.uuid(messages.noTier)),
}

/** A rule; `id`: the one that it takes the place of. */
export const ruleInput = z
  .strictObject({ id: z.uuid().optional(), ...fields })
  .check(({ value: { kind, value }, issues }) => {
    const most = mostOf[kind]
    if (value > most)
      issues.push({ code: 'custom', path: ['value'], input: value, message: `Use ${formatNumber(most)} or less` })
  })
/** The same as an address carries it, where what is left out is null. */
export const trialInput = z.object({
  id: z.uuid().optional(),
  kind: fields.kind,
  value: z.coerce.number().pipe(fields.value),
  facilityId: fields.facilityId.optional(),
  tierId: fields.tierId.optional(),
})
export const ruleId = z.strictObject({ id: z.uuid() })
