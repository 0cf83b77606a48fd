import { z } from 'zod'
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

/** Texts that people read; the exact ones are the specification's (INC-02…05, INCA-10…31). */
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
  invalidLink: 'Invalid Link',
  loadToast: 'Failed to load incident details',
  loadFailed: 'We couldn’t load the incident details',
  submitTitle: 'Submission failed',
  submitFailed: 'Failed to submit response',
  notFound: 'There is no such incident report.',
} as const

const somebody = z.union([z.literal(''), emailLine('Please enter a valid email address')]).default('')
const mostPeople = 20
const manyWords = (max: number) => z.string().trim().max(max).refine(isStorable).default('')

const followUp = {
  actionsTaken: manyWords(5_000),
  followUpRequired: z.boolean().default(false),
  followUpNotes: manyWords(5_000),
}

/** A new incident (INCA-06); its day and time are the venue's. */
export const newIncident = z.strictObject({
  incidentType: z.enum(incidentTypes, 'Choose a type'),
  severity: z.enum(severities, 'Choose a severity'),
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
  ...followUp,
})

export const incidentRef = z.strictObject({ id: z.uuid() })
export const statusInput = incidentRef.extend({ status: z.enum(incidentStatuses) })
export const followUpInput = incidentRef.extend(followUp)

/** To whom a report goes (INCA-11, INCA-12); `seenCount`: how many sendings the form showed, so that nothing goes out twice. */
export const sendInput = incidentRef
  .extend({
    userIds: z.array(z.string().min(1).max(100).refine(isStorable)).max(50).default([]),
    email: somebody,
    seenCount: z.number().int().min(0).max(100_000),
  })
  .refine(({ userIds, email }) => userIds.length > 0 || email !== '', { path: ['email'], message: messages.nobody })

/** INCA-15, INCA-16; mailed to those who answered unless it is wished otherwise. */
export const decisionInput = incidentRef.extend({
  finalResponse: neededText(messages.emptyDecision, 5_000),
  isMailed: z.boolean().default(false),
})

/** What the link of a mail says; its token is the house's signature under the rest, with its end (decision 40). */
export const link = z.strictObject({
  id: z.uuid(),
  email: z.string().max(255),
  uid: z.string().max(100),
  token: z.string().max(200),
})
export type IncidentLink = z.output<typeof link>

/** `opening`: made by the page, so that reading it again is no second opening. */
export const openInput = link.extend({ opening: z.uuid() })

/** What somebody answers (INCA-24 … INCA-28). */
export const answerFields = z.strictObject({
  respondentName: z
    .string()
    .trim()
    .min(2, 'Please enter your name')
    .max(100, 'Names have at most 100 characters')
    .refine(isStorable, 'Please enter your name'),
  // No mail goes there: that of the link is known.
  respondentEmail: z
    .string()
    .trim()
    .max(255, 'Email addresses have at most 255 characters')
    .refine(typed => typed.includes('@') && isStorable(typed), 'Please enter a valid email address'),
  respondentPhone: shortPhone(),
  reasonForVisit: neededLine('Please say why you were there', 200),
  responseText: z
    .string()
    .trim()
    .min(10, 'Response must be at least 10 characters')
    .max(5_000, 'Responses have at most 5,000 characters')
    .refine(isStorable),
})
export const responseInput = link.extend(answerFields.shape)

export const incidentList = listInput(['incidentDate', 'createdAt', 'severity', 'location'], '-createdAt', {
  status: z.enum(incidentStatuses),
  severity: z.enum(severities),
  incidentType: z.enum(incidentTypes),
})
