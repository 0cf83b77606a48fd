import { z } from 'zod'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time like 09:00')
const date = z.iso.date('Use a date like 2026-03-01')
const wholeNumber = (min: number, max: number) => z.number().int().min(min).max(max)

/**
 * Every setting of the venue with its default. Screens and rules read them from here only.
 * Money in pence, durations as their names say.
 */
export const settingsSchema = z.object({
  /** Venue hours, every day (HOME-12, decision 30). */
  opensAt: time.default('08:00'),
  closesAt: time.default('20:00'),
  /** First and last start of a facility slot, and the step between (BOOK-21, decision 26). */
  firstSlotAt: time.default('09:00'),
  lastSlotAt: time.default('20:30'),
  slotStepMinutes: wholeNumber(5, 240).default(30),
  slotsMayRunPastClosing: z.boolean().default(true),
  /** How long an unpaid booking or order keeps its place (BOOK-44, decision 24). */
  holdMinutes: wholeNumber(5, 240).default(30),
  /** How long before its start a booking can still be cancelled with its price given back (decision 23). */
  cancellationHours: wholeNumber(0, 720).default(24),
  /** What free members may do with facilities: nothing, or pay by card (BOOK-05, decision 13). */
  freeMembersFacilities: z.enum(['blocked', 'card']).default('blocked'),
  /** Price of one token before the tier's discount (TOK-05, decision 12). */
  tokenPricePence: wholeNumber(1, 100_000).default(1_000),
  /** Bonus tokens after every third month of unbroken paid membership (MEM-09, decision 11). */
  loyaltyTokens: wholeNumber(0, 1_000).default(25),
  /** Active members at most; further approvals wait in line (decision 16). */
  maxActiveMembers: wholeNumber(1, 100_000).default(200),
  /** Opens the pages marked so in `access.ts` to visitors (NAV-08, decision 4). */
  pagesOpenToVisitors: z.array(z.enum(['/events', '/community', '/bookings'])).default([]),
  /** Admins must use two-factor sign-in (decision 8). */
  twoFactorRequiredForAdmins: z.boolean().default(false),
  /** Committee members read an application without name and picture until they have voted. */
  blindFirstRead: z.boolean().default(false),
  /** Whoever was rejected may apply again so long after the decision. */
  reapplyAfterDays: wholeNumber(0, 3_650).default(90),
  /** Applicants' documents are deleted so long after the decision. */
  documentRetentionDays: wholeNumber(1, 3_650).default(90),
  /** A pending application that still lacks votes reminds the committee after so long. */
  voteReminderHours: wholeNumber(1, 720).default(48),
  /** Members enter the market free until this day; empty: always (MKT-23, decision 35). */
  membersEnterFreeUntil: date.nullable().default(null),
  guestEntryPence: wholeNumber(0, 100_000).default(100),
  /** How long a market ticket's QR code is good, and how soon a member may be admitted again (MKT-18, MKT-22). */
  ticketMinutes: wholeNumber(1, 240).default(15),
  entryCooldownMinutes: wholeNumber(0, 720).default(30),
  /** How long the audit log is kept (decision 46). */
  auditMonths: wholeNumber(1, 240).default(24),
  venueAddress: z.string().max(300).default('12 Paddington Street, Marylebone, London W1U 5QY'),
  venuePhone: z.string().max(40).default('+44 20 7946 0123'),
  venueEmail: z.email().max(255).default('hello@exchange.example'),
})

export type Settings = z.output<typeof settingsSchema>
export type SettingKey = keyof Settings
export const defaultSettings: Settings = settingsSchema.parse({})

/** A change of some settings; keys that do not exist are refused, and what is left out stays as it is. */
export const settingsChange = z.strictObject(withoutDefaults(settingsSchema.shape))

type Shape = typeof settingsSchema.shape
type Changes = { [Key in keyof Shape]: z.ZodOptional<ReturnType<Shape[Key]['unwrap']>> }

// `partial()` would fill what is left out with its default.
function withoutDefaults(shape: Shape): Changes {
  return Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, field.unwrap().optional()])) as Changes
}
