import { z } from 'zod'
import { isCalendarDate } from '#platform/time.ts'
import { parseLinks } from './rules.ts'

/** Texts that people read, from the specification where it gives them. */
export const messages = {
  alreadySubmitted: 'Your application is under review by the Exchange Committee. You will hear from us by e-mail.',
  alreadyExists: 'There is an approved application for this e-mail already. Sign in to use your membership.',
  archived: 'This e-mail is tied to an archived account. Please contact support.',
  reasonRequired: 'Please select or enter a rejection reason',
  tooEarly: 'Your last application was not approved, and it is too early to apply again.',
  ownAddress: 'Use the e-mail address of your account.',
  decided: 'This application has been decided already.',
} as const

export const applicationStatuses = ['pending', 'approved', 'rejected'] as const

/** The minimum of JOIN-17. */
export const whyJoinMinimum = 50
export const documentKinds = ['application/pdf', 'image/jpeg', 'image/png'] as const
export const documentMaxBytes = 10 * 1_048_576

const line = (required: string, max = 100) =>
  z.string().trim().min(1, required).max(max, `Use at most ${max} characters`)
const email = z.string().trim().max(255, 'Use at most 255 characters').pipe(z.email('Invalid email'))
const document = z.object({ id: z.uuid() })

const everybody = {
  tierSlug: z.string().min(1, 'Choose a membership').max(60),
  fullName: line('Full name is required'),
  email,
  phoneNumber: line('Phone number is required', 40),
  termsAccepted: z.literal(true, { error: 'You must accept the terms' }),
  referralCode: z.string().trim().max(60).optional(),
}

/** What a free tier asks for and nothing else (JOIN-11). */
export const freeApplication = z.object(everybody)

/** What a paid tier asks for (JOIN-12…25). `today` is the venue's date, `YYYY-MM-DD`. */
export const paidApplication = (today: string) =>
  z.object({
    ...everybody,
    address: line('Address is required', 300),
    city: line('City is required'),
    postcode: line('Postcode is required', 12),
    isWestminsterResident: z.boolean(),
    creativeDiscipline: line('Creative discipline is required'),
    socialMediaLinks: z
      .string()
      .max(2_000, 'Use at most 2,000 characters')
      .transform(parseLinks)
      .refine(links => links !== null, 'Use web addresses that start with https://, separated by commas')
      .transform(links => links ?? []),
    whyJoin: z
      .string()
      .trim()
      .min(whyJoinMinimum, 'Please provide at least 50 characters explaining why you want to join')
      .max(4_000, 'Use at most 4,000 characters'),
    emergencyContactName: line('Emergency contact name is required'),
    emergencyContactPhone: line('Emergency contact phone is required', 40),
    emergencyContactRelationship: line('Relationship is required'),
    insuranceWaiver: z.literal(true, { error: 'You must accept the insurance waiver' }),
    backgroundCheckConsent: z.literal(true, { error: 'You must consent to the background check' }),
    startDate: z
      .string()
      .nullable()
      .transform(day => day || null)
      .refine(day => day === null || isCalendarDate(day), { error: 'Choose a day', abort: true })
      .refine(day => day === null || day >= today, 'The start date cannot be in the past'),
    proRataRequested: z.boolean(),
    idDocument: document.nullable().refine(file => file !== null, 'Please upload an ID document'),
    proofOfResidence: document.nullable(),
  })

/** Everything the form may send, before it is known whether its tier is a paid one. */
export const applicationInput = z.object({
  tierSlug: z.string().max(60),
  fullName: z.string().max(1_000),
  email: z.string().max(1_000),
  phoneNumber: z.string().max(1_000),
  termsAccepted: z.boolean(),
  referralCode: z.string().max(1_000).optional(),
  address: z.string().max(1_000).default(''),
  city: z.string().max(1_000).default(''),
  postcode: z.string().max(1_000).default(''),
  isWestminsterResident: z.boolean().default(false),
  creativeDiscipline: z.string().max(1_000).default(''),
  socialMediaLinks: z.string().max(5_000).default(''),
  whyJoin: z.string().max(10_000).default(''),
  emergencyContactName: z.string().max(1_000).default(''),
  emergencyContactPhone: z.string().max(1_000).default(''),
  emergencyContactRelationship: z.string().max(1_000).default(''),
  insuranceWaiver: z.boolean().default(false),
  backgroundCheckConsent: z.boolean().default(false),
  startDate: z.string().max(20).nullable().default(null),
  proRataRequested: z.boolean().default(false),
  idDocument: z
    .looseObject({ id: z.string().max(60) })
    .nullable()
    .default(null),
  proofOfResidence: z
    .looseObject({ id: z.string().max(60) })
    .nullable()
    .default(null),
})

/** The schema of the form: the tier's own rules in their own words, whatever tier is chosen while it is filled in. */
export const applicationForm = (isPaid: (tierSlug: string) => boolean, today: string) =>
  applicationInput.superRefine((values, context) => {
    const parsed = (isPaid(values.tierSlug) ? paidApplication(today) : freeApplication).safeParse(values)
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message })
  })

export const applicationId = z.object({ id: z.uuid() })

export const applicationAnswer = z.object({
  questionId: z.uuid(),
  answer: line('Write an answer', 4_000),
})

export const applicationList = z.object({
  status: z.enum(applicationStatuses).default('pending'),
  /** Only those that wait for votes, or that the committee declined and an admin decides. */
  waitsFor: z.enum(['committee', 'admin']).optional(),
  q: z.string().trim().max(100).default(''),
  sort: z.enum(['submittedAt', '-submittedAt', 'fullName', '-fullName']).default('-submittedAt'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
})

/** A reason from the list, or words of one's own where the reason asks for them (APPL-36). */
export const rejection = z.object({
  id: z.uuid(),
  reasonId: z.uuid().nullable().default(null),
  notes: z.string().trim().max(2_000, 'Use at most 2,000 characters').default(''),
})

export const rejectionReason = z.object({
  id: z.uuid().optional(),
  reason: line('Reason required', 200),
  isActive: z.boolean().default(true),
})
