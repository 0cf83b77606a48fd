import { z } from 'zod'
import { editOf } from '#platform/edit.ts'
import {
  calendarDay,
  emailLine,
  fullTime,
  isStorable,
  line,
  neededLine,
  neededText,
  shortPhone,
} from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** INCA-03 */
export const incidentTypes = ['safety', 'theft', 'damage', 'behavioral', 'emergency', 'equipment', 'other'] as const
export type IncidentType = (typeof incidentTypes)[number]
export const severities = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]
export const incidentStatuses = ['open', 'investigating', 'resolved', 'closed'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

export const typeWords: Record<IncidentType, string> = {
  safety: 'Safety',
  theft: 'Theft',
  damage: 'Damage',
  behavioral: 'Behaviour',
  emergency: 'Emergency',
  equipment: 'Equipment',
  other: 'Other',
}

/** Somebody was part of it, or saw it. */
export const peopleParts = ['involved', 'witness'] as const

/** Texts that people read; the exact ones are the specification's (INCA-10…19). */
export const messages = {
  load: 'Failed to fetch incident reports',
  createFailed: 'Failed to create incident report',
  statusFailed: 'Failed to update status',
  deleteFailed: 'Failed to delete incident report',
  sendFailed: 'Failed to send report',
  decideFailed: 'Failed to submit final response',
  membersFailed: 'Failed to load members',
  nobody: 'Please select at least one member or enter an email address',
  emptyDecision: 'Please enter a final response',
  decided: 'Incident decision saved',
  notFound: 'There is no such incident report.',
} as const

const somebody = z.union([z.literal(''), emailLine('Please enter a valid email address')]).default('')
const mostPeople = 20
const manyWords = (max: number) => z.string().trim().max(max).refine(isStorable).default('')

/** Empty in the form until one is chosen. */
const chosen = <const Word extends string>(words: readonly Word[], missing: string) =>
  z.string(missing).pipe(z.enum(words, missing))

/** What was done about an incident, and what is still to do. */
export const followUp = z.strictObject({
  actionsTaken: manyWords(5_000),
  followUpRequired: z.boolean().default(false),
  followUpNotes: manyWords(5_000),
})

/** A new incident (INCA-06); its day and time are the venue's. */
export const newIncident = z.strictObject({
  incidentType: chosen(incidentTypes, 'Choose a type'),
  severity: chosen(severities, 'Choose a severity'),
  incidentOn: calendarDay('Enter the day').refine(on => on >= '2000-01-01', 'Enter a day of this century'),
  incidentTime: z
    .string('Enter the time')
    .max(10, 'Enter the time')
    .transform(fullTime)
    .pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 14:30')),
  location: neededLine('Say where it was', 200),
  description: manyWords(5_000),
  peopleInvolved: z
    .array(z.strictObject({ name: neededLine('Enter a name'), email: somebody, role: line(100).default('') }))
    .max(mostPeople)
    .default([]),
  witnesses: z
    .array(z.strictObject({ name: neededLine('Enter a name'), email: somebody, phone: shortPhone() }))
    .max(mostPeople)
    .default([]),
  ...followUp.shape,
})

export const incidentRef = z.strictObject({ id: z.uuid() })
export const statusInput = incidentRef.extend({ status: z.enum(incidentStatuses) })
export const followUpInput = incidentRef.extend(editOf(followUp))

/** To whom a report goes (INCA-11, INCA-12), by account or by address, `emails` of those whom it is about; `seenCount`: how many sendings the form showed, so that nothing goes out twice. */
export const sendInput = incidentRef
  .extend({
    userIds: z.array(z.string().min(1).max(100).refine(isStorable)).max(50).default([]),
    emails: z
      .array(emailLine('Please enter a valid email address'))
      .max(2 * mostPeople)
      .default([]),
    email: somebody,
    seenCount: z.number().int().min(0).max(100_000),
  })
  .refine(({ userIds, emails, email }) => userIds.length + emails.length > 0 || email !== '', {
    ...{ path: ['email'], message: messages.nobody },
  })

/** INCA-15, INCA-16; mailed to everybody who has answered by then, as they were promised, unless the exception is chosen. */
export const decisionInput = incidentRef.extend({
  finalResponse: neededText(messages.emptyDecision, 5_000),
  isNotMailed: z.boolean().default(false),
})

/** What of an incident is left to do for the office: `office` anything, `decision` the one that was promised. */
export const incidentWants = ['office', 'decision'] as const

/** The last that was recorded first, and before these whatever waits for the office. */
export const incidentOrder = '-createdAt'
export const incidentList = listInput(['incidentDate', 'createdAt', 'severity', 'location'], incidentOrder, {
  status: z.enum(incidentStatuses),
  severity: z.enum(severities),
  incidentType: z.enum(incidentTypes),
  wants: z.enum(incidentWants),
})
