import { z } from 'zod'
import { isStorable, neededLine, shortPhone } from '#platform/inputs.ts'

/** Texts of the page, from the specification (INC-02…05, INCA-29…31). */
export const messages = {
  invalidLink: 'Invalid Link',
  loadToast: 'Failed to load incident details',
  loadFailed: 'We couldn’t load the incident details',
  submitTitle: 'Submission failed',
  submitFailed: 'Failed to submit response',
} as const

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
