import { z } from 'zod'
import { eventTypes, spacePreferences } from '#features/events/events/inputs.ts'
import { isWallTime, minutesOf } from '#platform/dates.ts'
import { calendarDay, fullTime, isStorable, neededLine, neededText } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** The specified words of hosting (EVT-25, EVT-26, EVT-39), and our own for what it leaves open. */
export const messages = {
  signInTitle: 'Sign In Required',
  signIn: 'You must be logged in to host an event',
  failed: 'Failed to submit application. Please try again.',
  load: 'Failed to load your events',
  notFound: 'There is no such event of yours.',
  chooseDay: 'Choose a day',
  chooseTime: 'Choose a time',
  chooseRoom: 'Choose where it is',
} as const

/** Shortest and longest texts, and the smallest event (EVT-27, EVT-28, EVT-33, EVT-35). */
export const limits = {
  name: { least: 5, most: 100 },
  description: { least: 20, most: 4_000 },
  applicationNotes: { least: 50, most: 2_000 },
  expectedAttendance: { least: 5, most: 1_000 },
} as const

/** How long the room may be had before and after, in minutes; half an hour unless told. */
export const aroundMinutes = [0, 15, 30, 45, 60, 90, 120, 180, 240] as const
const around = z.coerce
  .number<string | number>()
  .refine(minutes => aroundMinutes.some(each => each === minutes), 'Choose one of the times')
  .default(30)

/** The most drafts that somebody keeps. */
export const mostDrafts = 20

const time = z
  .string({ error: messages.chooseTime })
  .trim()
  .min(1, { error: messages.chooseTime, abort: true })
  .transform(fullTime)
  .refine(isWallTime, 'Use a time like 18:30')

const least = (what: string, count: number) => `${what} at least ${count} characters`
const people = (most: number) =>
  z.coerce
    .number<string | number>({ error: 'Enter how many people you expect' })
    .int('Enter a whole number of people')
    .max(most, `At most ${most.toLocaleString('en-GB')} people`)

/** How many points somebody may ask for is a setting beyond this. */
const points = z.coerce
  .number<string | number>({ error: 'Enter a number of points' })
  .int('Enter a whole number of points')
  .min(1, 'At least 1 point')
  .max(1_000, 'At most 1,000 points')

/** What an event is, whoever hosts it; in the order of its form. */
export const eventFields = {
  name: neededLine(least('Give it a name of', limits.name.least), limits.name.most).min(
    limits.name.least,
    least('Give it a name of', limits.name.least),
  ),
  eventType: z.enum(eventTypes, 'Choose what it is').default('workshop'),
  description: neededText(least('Describe it in', limits.description.least), limits.description.most).min(
    limits.description.least,
    least('Describe it in', limits.description.least),
  ),
  eventDate: calendarDay(messages.chooseDay),
  startTime: time,
  endTime: time,
  setUpMinutes: around,
  clearMinutes: around,
}

export const isInOrder = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  !isWallTime(startTime) || !isWallTime(endTime) || minutesOf(startTime) < minutesOf(endTime)
export const order = { path: ['endTime'], message: 'It ends after it starts' }

/** An application to host an event (EVT-27 … EVT-36); `id` is made by the form, so that it is one and the same however often it is saved. */
export const hostApplication = z
  .strictObject({
    id: z.uuid(),
    ...eventFields,
    spacePreference: z.string(messages.chooseRoom).pipe(z.enum(spacePreferences, messages.chooseRoom)),
    expectedAttendance: people(limits.expectedAttendance.most).min(
      limits.expectedAttendance.least,
      `At least ${limits.expectedAttendance.least} people`,
    ),
    applicationNotes: neededText(
      least('Tell the committee in', limits.applicationNotes.least),
      limits.applicationNotes.most,
    ).min(limits.applicationNotes.least, least('Tell the committee in', limits.applicationNotes.least)),
    pointsReward: points.default(1),
  })
  .refine(isInOrder, order)
export type HostApplication = z.output<typeof hostApplication>

const draftText = (most: number) => z.string().max(most).refine(isStorable).default('')

/** The same while it is being written: whatever is there of it, and nothing where there is nothing yet. */
export const hostDraft = z.strictObject({
  id: z.uuid(),
  name: draftText(limits.name.most),
  eventType: z.enum(eventTypes).default('workshop'),
  description: draftText(limits.description.most),
  eventDate: calendarDay().nullable().default(null),
  startTime: z.string().refine(isWallTime).nullable().default(null),
  endTime: z.string().refine(isWallTime).nullable().default(null),
  setUpMinutes: around,
  clearMinutes: around,
  spacePreference: z.enum(spacePreferences).nullable().default(null),
  expectedAttendance: z.int().min(1).max(limits.expectedAttendance.most).nullable().default(null),
  applicationNotes: draftText(limits.applicationNotes.most),
  pointsReward: z.int().min(1).max(1_000).default(1),
})
export type HostDraft = z.output<typeof hostDraft>

/** Own events: what is written, waits or is to come, by day; or the rest, the last first. */
export const hostList = listInput(['eventDate'], 'eventDate', { when: z.enum(['open', 'past']) })
