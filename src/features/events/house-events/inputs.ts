import { z } from 'zod'
import { eventRef, mostPlusOnes, spacePreferences } from '#features/events/events/inputs.ts'
import { eventFields, isInOrder, messages as ofHost, order } from '#features/events/hosting/inputs.ts'
import { coming } from '#features/events/reviews/inputs.ts'
import { type CalendarDate, daysApart } from '#platform/dates.ts'
import { editOf } from '#platform/edit.ts'
import { calendarDay } from '#platform/inputs.ts'

export const messages = {
  notFound: 'There is no such event.',
} as const

/** How often an event takes place, in days; four weeks, so that it stays on its weekday. */
export const repeats = ['once', 'weekly', 'fortnightly', 'fourWeekly'] as const
const apart = { once: 0, weekly: 7, fortnightly: 14, fourWeekly: 28 }

/** So many dates are planned at once: every week for half a year. */
export const mostDates = 26

const plusOnesAllowed = z.coerce
  .number<string | number>({ error: 'Enter how many people each may bring' })
  .int('Enter a whole number of people')
  .min(0, 'A number of people is 0 or more')
  .max(mostPlusOnes, `At most ${mostPlusOnes} people come along`)
  .default(0)

const { name, eventType, description } = eventFields
const spacePreference = z.string(ofHost.chooseRoom).pipe(z.enum(spacePreferences, ofHost.chooseRoom))

/** An event of the house, once or again and again until a day; the days `leftOut` are not among its dates. */
export const newEvent = z
  .strictObject({
    ...{ ...eventFields, spacePreference, ...coming, plusOnesAllowed },
    repeat: z.enum(repeats).default('once'),
    until: z.union([z.literal(''), calendarDay()]).default(''),
    leftOut: z.array(calendarDay()).max(mostDates).default([]),
  })
  .refine(isInOrder, order)
  .superRefine((event, context) => {
    const says = (message: string) => context.addIssue({ code: 'custom', path: ['until'], message })
    if (event.repeat === 'once') return
    if (event.until === '') says('Enter the last day')
    else if (event.until < event.eventDate) says('The last day is not before the first')
    else if (daysOf(event).length > mostDates) says(`At most ${mostDates} dates are planned at once`)
  })
export type NewEvent = z.output<typeof newEvent>

/** The days of an event, the first one included; at most one beyond what is planned at once. */
export function daysOf(event: Pick<NewEvent, 'eventDate' | 'repeat' | 'until'>): CalendarDate[] {
  if (event.repeat === 'once' || event.until === '') return [event.eventDate]
  return daysApart(event.eventDate, event.until, apart[event.repeat], mostDates + 1)
}

/** At which of these days a room is not free for an event. */
export const clashesInput = z.strictObject({
  ...{ startTime: eventFields.startTime, endTime: eventFields.endTime, spacePreference },
  ...{ setUpMinutes: eventFields.setUpMinutes, clearMinutes: eventFields.clearMinutes },
  days: z.array(calendarDay()).min(1).max(mostDates),
})

/** Out of the programme, or in it again. */
export const hideInput = eventRef.extend({ isHidden: z.boolean() })

/** What may be changed of an approved event; its day, times and room stay as people were told them. */
export const changeFields = z.object({ name, eventType, description, ...coming, plusOnesAllowed })

/** What was changed of it, with what stood there before. */
export const eventChange = z.strictObject({
  ...{ id: z.uuid(), ...editOf(changeFields) },
  /** The later dates of its series as well. */
  isForLater: z.boolean().default(false),
})
