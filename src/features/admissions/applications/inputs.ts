import { z } from 'zod'
import { notesLimit } from '#features/admissions/reasons/inputs.ts'
import { isCalendarDate } from '#platform/dates.ts'
import { emailLine, neededLine, neededText, phoneLine } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** Texts that people read, from the specification where it gives them. */
export const messages = {
  alreadySubmitted: 'Your application is under review by the Exchange Committee. You will hear from us by email.',
  alreadyExists: 'There is an approved application for this email already. Sign in to use your membership.',
  tooEarly: 'Your last application was not approved, and it is too early to apply again.',
  ownAddress: 'Use the email address of your account.',
  decided: 'This application has been decided already.',
  withdrawn: 'This application was withdrawn.',
  tooEarlyAgain:
    'You withdrew your last application after the committee had voted, and it is too early to apply again.',
  voteSince:
    'The committee has begun to vote meanwhile: whoever withdraws now waits before applying again. Look again before you withdraw.',
  voteBegun: 'The committee has begun to vote, so your application stays as it is. You can still withdraw it.',
  own: 'Somebody else has to decide on your own application.',
  answered: 'You answered this question already.',
} as const

export const applicationStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** Why somebody does not vote on an application; the first two are fixed when it is submitted. */
export const recusalCauses = ['applicant', 'referrer', 'declared'] as const

/** How long approval usually takes, in the words of JOIN-34; every sentence that says it is built from this. */
export const approvalTakes = '24-48 hours'

/** The minimum of JOIN-17. */
export const whyJoinMinimum = 50
export const documentKinds = ['application/pdf', 'image/jpeg', 'image/png'] as const
export const documentMaxBytes = 10 * 1_048_576

const document = z.object({ id: z.uuid() })

const everybody = {
  tierSlug: z.string().min(1, 'Choose a membership').max(60),
  fullName: neededLine('Full name is required'),
  email: emailLine('Invalid email'),
  phoneNumber: phoneLine('Phone number is required'),
  termsAccepted: z.literal(true, { error: 'You must accept the terms' }),
  /** A code that is none is left out (JOIN-04): it never stands in the way of an application. */
  referralCode: z.string().trim().optional(),
}

/** What a free tier asks for and nothing else (JOIN-11); what only paid ones ask for falls away. */
export const freeApplication = z.object(everybody)

/** What a paid tier asks for (JOIN-12…25). `today` is the venue's date, `YYYY-MM-DD`. */
export const paidApplication = (today: string) =>
  z.object({
    ...everybody,
    address: neededLine('Address is required', 300),
    city: neededLine('City is required'),
    postcode: neededLine('Postcode is required', 12),
    isWestminsterResident: z.boolean(),
    creativeDiscipline: neededLine('Creative discipline is required'),
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
    emergencyContactName: neededLine('Emergency contact name is required'),
    emergencyContactPhone: phoneLine('Emergency contact phone is required'),
    emergencyContactRelationship: neededLine('Relationship is required'),
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
export const applicationInput = z.strictObject({
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
  // The form keeps all that is known of an upload; only its id counts.
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

export const applicationRef = z.strictObject({ id: z.uuid() })

/** `waits`: whoever withdraws was told that they wait before they can apply again. */
export const withdrawal = applicationRef.extend({ waits: z.boolean().default(false) })

/** An application as it should read from now on: the whole form again. */
export const correctionInput = applicationInput.extend({ id: z.uuid() })

export const answerInput = z.strictObject({
  questionId: z.uuid(),
  answer: neededText('Write an answer', 4_000),
})

/**
 * `waitsFor`: of the pending ones those that wait for votes, or that the committee declined and an admin decides. `view`:
 * what one votes on, as voters may see it; without it everything, which is for admins.
 */
export const applicationList = listInput(['submittedAt', 'fullName'], '-submittedAt', {
  status: z.enum(applicationStatuses),
  waitsFor: z.enum(['committee', 'admin', 'me']),
  view: z.enum(['voting']),
})

/** A reason from the list, or words of one's own where the reason asks for them (APPL-36). */
export const rejectionInput = z.strictObject({
  id: z.uuid(),
  reasonId: z.uuid().nullable().default(null),
  notes: z.string().trim().max(notesLimit, 'Use at most 2,000 characters').default(''),
})

const maxLinks = 20

/**
 * Links typed as JSON (a list, or an object whose values are links) or separated by commas (JOIN-16). Null when one of
 * them is not an http(s) address.
 */
export function parseLinks(typed: string): string[] | null {
  const parts = fromJson(typed) ?? typed.split(',')
  const links = parts.map(part => part.trim()).filter(Boolean)
  if (links.length > maxLinks) return null
  return links.every(isWebAddress) ? links : null
}

function fromJson(typed: string): string[] | null {
  try {
    const read: unknown = JSON.parse(typed)
    const values = Array.isArray(read) ? read : read && typeof read === 'object' ? Object.values(read) : [read]
    return values.map(String)
  } catch {
    return null
  }
}

function isWebAddress(link: string): boolean {
  return link.length <= 300 && /^https?:\/\/[^\s"'<>\\]+$/i.test(link) && URL.canParse(link)
}
