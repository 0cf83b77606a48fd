import { z } from 'zod'
import { doorGroup, doorSettings } from '#features/house/door-settings/inputs.ts'
import { eventGroup, eventSettings } from '#features/house/event-settings/inputs.ts'
import { firstPageGroup, firstPageSettings } from '#features/house/first-page/inputs.ts'
import { hireSettings } from '#features/house/hire-prices/inputs.ts'
import { stallGroup, stallSettings } from '#features/house/market-prices/inputs.ts'
import { studioGroup, studioSettings } from '#features/house/studio-prices/inputs.ts'
import { vatGroup, vatSettings } from '#features/house/vat/inputs.ts'
import { editOf } from '#platform/edit.ts'
import { fullTime } from '#platform/inputs.ts'

const time = z
  .string()
  .transform(fullTime)
  .pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time like 09:00'))
const wholeNumber = (min: number, max: number) => z.number().int().min(min).max(max)

/** The parts of the settings page, in its order. */
const groups = [
  { id: 'house', title: 'The house', lead: 'Shown wherever the house, its hours or how to reach it appears.' },
  firstPageGroup,
  {
    id: 'bookings',
    title: 'Bookings',
    lead: 'When places can be booked, how long an unpaid one is held and what cancelling gives back.',
  },
  studioGroup,
  eventGroup,
  {
    id: 'tokens',
    title: 'Tokens and membership',
    lead: 'The price of a token before a tier’s discount, and how many members there is room for.',
  },
  { id: 'committee', title: 'Committee', lead: 'How applications are read and how long their documents are kept.' },
  vatGroup,
  stallGroup,
  doorGroup,
  { id: 'security', title: 'Security', lead: 'Sign-in, how long it lasts, and how long the audit log is kept.' },
] as const

/** How a setting is edited. Money is typed in pounds; `count` carries the unit that people read. */
type Kind =
  | { kind: 'time' | 'money' | 'yes' | 'text' | 'lines' | 'email' | 'phone' | 'day' | 'pages' }
  | { kind: 'count'; unit: string }
  | { kind: 'choice'; options: { value: string; label: string }[] }

type Words = { label: string; hint?: string; isOptional?: true } & Kind
type Setting = Words & { of: z.ZodDefault; group: (typeof groups)[number]['id'] }

/**
 * Every setting of the venue: its schema with the default, and how the settings page shows it. Screens and rules read
 * them from here only. Money in pence, durations as their names say.
 */
const settings = {
  /** Venue hours, every day (HOME-12, decision 30). */
  opensAt: { of: time.default('08:00'), group: 'house', label: 'Opens at', kind: 'time' },
  closesAt: { of: time.default('20:00'), group: 'house', label: 'Closes at', kind: 'time' },
  /** What somebody who comes with a booking has to know at the door; in their mail, on its page and in their calendar. */
  gettingIn: {
    of: z.string().trim().max(500).default('Come in by the front door and say your name at the desk.'),
    group: 'house',
    label: 'How to get in',
    kind: 'lines',
    hint: 'People read it with their booking.',
    isOptional: true,
  },
  /** What the page of each product of the store says beside what it is. */
  storeDelivery: {
    of: z
      .string()
      .trim()
      .max(1000)
      .default(
        'The checkout asks where it goes and says what delivery costs, before you pay.\n\nWhat is not right for you can go back within 14 days of when it came: write to us first. With the refund your points come back as well.',
      ),
    group: 'house',
    label: 'Delivery and returns of the store',
    kind: 'lines',
    hint: 'People read it on the page of each product.',
    isOptional: true,
  },
  /** Opens the pages marked so in `access.ts` to visitors (NAV-08, decision 4). */
  pagesOpenToVisitors: {
    of: z.array(z.enum(['/events', '/community', '/bookings', '/store'])).default([]),
    group: 'house',
    label: 'Pages open to visitors',
    kind: 'pages',
    hint: 'Everything else of the members’ side needs a sign-in.',
  },
  ...firstPageSettings,
  /** First and last start of a facility slot, and the step between (BOOK-21, decision 26). */
  firstSlotAt: { of: time.default('09:00'), group: 'bookings', label: 'First slot starts', kind: 'time' },
  lastSlotAt: { of: time.default('20:30'), group: 'bookings', label: 'Last slot starts', kind: 'time' },
  slotStepMinutes: {
    of: wholeNumber(5, 240).default(30),
    group: 'bookings',
    label: 'A slot every',
    kind: 'count',
    unit: 'minutes',
  },
  slotsMayRunPastClosing: {
    of: z.boolean().default(true),
    group: 'bookings',
    label: 'Offer slots that end after closing',
    kind: 'yes',
  },
  /** How long an unpaid booking or order keeps its place (BOOK-44, decision 24). */
  holdMinutes: {
    of: wholeNumber(5, 240).default(30),
    group: 'bookings',
    label: 'Unpaid places are held for',
    kind: 'count',
    unit: 'minutes',
  },
  /**
   * How many unpaid orders of places somebody may have at once; those that ran out count for another hour. As many studio
   * bookings may be unpaid.
   */
  unpaidHolds: {
    of: wholeNumber(1, 50).default(3),
    group: 'bookings',
    label: 'Unpaid holds per person',
    kind: 'count',
    unit: 'at once',
  },
  /** How long a time that has become free is held for the first who waits for it. */
  waitingOfferMinutes: {
    of: wholeNumber(5, 1440).default(60),
    group: 'bookings',
    label: 'Whoever waits has a free time for',
    kind: 'count',
    unit: 'minutes',
    hint: 'Then it is offered to the next on the waiting list.',
  },
  /** How long before its start a booking can still be cancelled with its price given back (decision 23). */
  cancellationHours: {
    of: wholeNumber(0, 720).default(24),
    group: 'bookings',
    label: 'Full refund until',
    kind: 'count',
    unit: 'hours before',
  },
  /** What free members may do with facilities: nothing, or pay by card (BOOK-05, decision 13). */
  freeMembersFacilities: {
    of: z.enum(['blocked', 'card']).default('blocked'),
    group: 'bookings',
    label: 'Free members and facilities',
    kind: 'choice',
    options: [
      { value: 'blocked', label: 'Cannot book' },
      { value: 'card', label: 'Pay by card' },
    ],
  },
  /** Price of one token before the tier's discount (TOK-05, decision 12). */
  tokenPricePence: {
    of: wholeNumber(1, 100_000).default(1_000),
    group: 'tokens',
    label: 'Price of a token',
    kind: 'money',
  },
  /** Bonus tokens after every third month of unbroken paid membership (MEM-09, decision 11). */
  loyaltyTokens: {
    of: wholeNumber(0, 1_000).default(25),
    group: 'tokens',
    label: 'Bonus after every third paid month',
    kind: 'count',
    unit: 'tokens',
  },
  ...hireSettings,
  /** How long a plan stays open while its payment is overdue; then bookings and tokens rest until it is paid. */
  graceDays: {
    of: wholeNumber(0, 60).default(7),
    group: 'tokens',
    label: 'Days of grace for an overdue payment',
    kind: 'count',
    unit: 'days',
    hint: 'Members are reminded meanwhile. Then bookings and tokens rest until they have paid.',
  },
  /** How long members may let their paid membership rest; 0: not at all. */
  pauseMonthsAtMost: {
    of: wholeNumber(0, 12).default(3),
    group: 'tokens',
    label: 'Longest pause of a membership',
    kind: 'count',
    unit: 'months',
    hint: 'Nothing is charged and nothing is granted meanwhile. 0: members cannot pause.',
  },
  pausesPerYear: {
    of: wholeNumber(1, 12).default(1),
    group: 'tokens',
    label: 'Pauses in twelve months',
    kind: 'count',
    unit: 'times',
  },
  /** Active members at most; further approvals wait in line (decision 16). */
  maxActiveMembers: {
    of: wholeNumber(1, 100_000).default(200),
    group: 'tokens',
    label: 'Active members at most',
    kind: 'count',
    unit: 'people',
    hint: 'Further approvals wait in line.',
  },
  /** Committee members read an application without name and picture until they have voted. */
  blindFirstRead: {
    of: z.boolean().default(false),
    group: 'committee',
    label: 'Hide name and picture until the vote',
    kind: 'yes',
  },
  /** A pending application that still lacks votes reminds the committee after so long. */
  voteReminderHours: {
    of: wholeNumber(1, 720).default(48),
    group: 'committee',
    label: 'Remind the committee after',
    kind: 'count',
    unit: 'hours',
  },
  /** Whoever was rejected may apply again so long after the decision. */
  reapplyAfterDays: {
    of: wholeNumber(0, 3_650).default(90),
    group: 'committee',
    label: 'Apply again after a rejection',
    kind: 'count',
    unit: 'days',
  },
  /** Applicants' documents are deleted so long after the decision. */
  documentRetentionDays: {
    of: wholeNumber(1, 3_650).default(90),
    group: 'committee',
    label: 'Delete documents after the decision',
    kind: 'count',
    unit: 'days',
  },
  ...eventSettings,
  ...studioSettings,
  ...vatSettings,
  ...stallSettings,
  ...doorSettings,
  /** Admins must use two-factor sign-in (decision 8). */
  twoFactorRequiredForAdmins: {
    of: z.boolean().default(false),
    group: 'security',
    label: 'Admins must use two-factor sign-in',
    kind: 'yes',
  },
  /** How long sessions last; who only works at the door is not signed out by a pause (`sessionEnd`). */
  staffSessionHours: {
    of: wholeNumber(1, 168).default(24),
    group: 'security',
    label: 'Staff sign in again after',
    kind: 'count',
    unit: 'hours',
  },
  staffIdleMinutes: {
    of: wholeNumber(10, 1440).default(60),
    group: 'security',
    label: 'Committee and admins are signed out after a pause of',
    kind: 'count',
    unit: 'minutes',
    hint: 'Door staff are not: their devices work for hours without a network.',
  },
  memberSessionDays: {
    of: wholeNumber(1, 365).default(90),
    group: 'security',
    label: 'Members sign in again after',
    kind: 'count',
    unit: 'days',
  },
  /** How long the audit log is kept (decision 46). */
  auditMonths: {
    of: wholeNumber(1, 240).default(24),
    group: 'security',
    label: 'Keep the audit log',
    kind: 'count',
    unit: 'months',
  },
  /** How long it is kept who opened the link of an incident report (decision 46). */
  linkViewMonths: {
    of: wholeNumber(1, 120).default(12),
    group: 'security',
    label: 'Keep who opened the links of incident reports',
    kind: 'count',
    unit: 'months',
  },
  /** Mails to admins about lock-outs, attacks and new admins (rules in house/security). */
  securityAlarms: {
    of: z.boolean().default(true),
    group: 'security',
    label: 'Email admins when something needs a look',
    kind: 'yes',
  },
} satisfies Record<string, Setting>

type Fields = { [Key in keyof typeof settings]: (typeof settings)[Key]['of'] }

export const settingsSchema = z.object(
  Object.fromEntries(Object.entries(settings).map(([key, { of }]) => [key, of])) as Fields,
)

/**
 * How the house is reached: what is published as Contact Information (CNT-35), which is edited there and nowhere else. Mails, papers,
 * pages and rules read it with the settings.
 */
export const reachSchema = z.object({
  venueAddress: z.string().max(300).default('12 Paddington Street, Marylebone, London W1U 5QY'),
  venuePhone: z.string().max(40).default('+44 20 7946 0123'),
  venueEmail: z.email().max(255).default('hello@exchange.example'),
})
/** Each by its name in the section. */
export const reachNames = { venueAddress: 'address', venuePhone: 'phone', venueEmail: 'email' } as const

export type SettingKey = keyof z.output<typeof settingsSchema>
export type Settings = z.output<typeof settingsSchema> & z.output<typeof reachSchema>
export const defaultSettings: Settings = { ...settingsSchema.parse({}), ...reachSchema.parse({}) }

/** One setting on the settings page. */
export type SettingField = { key: SettingKey } & Words

export interface SettingGroup {
  id: string
  title: string
  lead: string
  fields: SettingField[]
}

/** The settings by the work they belong to. */
export const settingGroups: SettingGroup[] = groups.map(group => ({
  ...group,
  fields: Object.entries<Setting>(settings).flatMap(([key, setting]) =>
    setting.group === group.id ? [{ ...setting, key: key as SettingKey }] : [],
  ),
}))

/** Some settings: keys that do not exist are refused. */
export const someSettings = z.strictObject(withoutDefaults(settingsSchema.shape))
/** Settings that decide who gets in, how long, and what is known of it afterwards. */
export const guardingSettings = settingGroups.find(({ id }) => id === 'security')!.fields.map(({ key }) => key)

/** A change of some settings; what is left out stays as it is. */
export const settingsChange = z.strictObject(editOf(someSettings))

type Shape = typeof settingsSchema.shape
type Changes = { [Key in keyof Shape]: z.ZodOptional<ReturnType<Shape[Key]['unwrap']>> }

// `partial()` would fill what is left out with its default.
function withoutDefaults(shape: Shape): Changes {
  return Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, field.unwrap().optional()])) as Changes
}
