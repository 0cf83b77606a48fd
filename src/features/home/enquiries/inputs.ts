import { z } from 'zod'
import { emailLine, isStorable, neededText, optionalPhone } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

export const enquiryTypes = ['general', 'event_space'] as const
export type EnquiryType = (typeof enquiryTypes)[number]
export const aboutWords: Record<EnquiryType, string> = { general: 'The house', event_space: 'The event space' }
export const enquiryStatuses = ['open', 'answered'] as const
export type EnquiryStatus = (typeof enquiryStatuses)[number]

/** Wording of the form is ours, limits are HOME-30. Order is the order of the form: the first error is the one shown. */
export const enquiry = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please tell us your name')
    .max(100, 'Names have at most 100 characters')
    .refine(isStorable, 'Please tell us your name'),
  email: emailLine('Please enter a valid email address', 'Email addresses have at most 255 characters'),
  phone: z.string().trim().max(20, 'Phone numbers have at most 20 characters').pipe(optionalPhone()).optional(),
  message: z
    .string()
    .trim()
    .min(1, 'Please write a message')
    .max(2000, 'Messages have at most 2,000 characters')
    .refine(isStorable, 'Please write a message'),
  inquiryType: z.enum(enquiryTypes).default('general'),
})

/**
 * The same rules, saying only what is wrong first (HOME-31). Valid input comes out as `enquiry` gives it.
 */
export const firstErrorOfEnquiry = z.custom<z.input<typeof enquiry>>().transform((values, context) => {
  const parsed = enquiry.safeParse(values)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  context.addIssue({
    code: 'custom',
    path: [...(first?.path ?? [])],
    message: first?.message ?? 'Invalid input',
  })
  return z.NEVER
})

export const enquiryList = listInput(['createdAt'], '-createdAt', {
  status: z.enum(enquiryStatuses),
  inquiryType: z.enum(enquiryTypes),
})
export const enquiryRef = z.strictObject({ id: z.uuid() })

/** What was answered: mailed to the sender, or noted only because they were told by telephone or another mail. */
export const answerInput = z.strictObject({
  id: z.uuid(),
  reply: neededText('Write what you answered', 4_000),
  isMailed: z.boolean().default(true),
})
