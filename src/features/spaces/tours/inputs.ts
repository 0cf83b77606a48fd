import { z } from 'zod'
import { daysApart, isWallTime, minutesOf } from '#platform/dates.ts'
import { calendarDay, emailLine, fullTime, line, neededLine, shortPhone } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** A tour that is offered, or one that the house took back (TRA-08, TRA-10). */
export const slotStatuses = ['active', 'cancelled'] as const
/** A party that is expected, that called off, that came, that did not. */
export const partyStatuses = ['confirmed', 'cancelled', 'attended', 'no_show'] as const
export type PartyStatus = (typeof partyStatuses)[number]

/** TRA-07. */
export const largestParty = 50
export const usualCapacity = 10

/** How many come together (TOUR-04). */
const party = z.coerce
  .number<string | number>({ error: 'Enter how many you are' })
  .int('Enter a whole number of people')
  .min(1, 'At least one person comes')
  .max(largestParty, `At most ${largestParty} people come together`)

export const offerInput = z.strictObject({ partySize: party.default(1) })
export const tourRef = z.strictObject({ id: z.uuid() })

/** Who comes to a tour (TOUR-03, TOUR-04). Order is the order of the form: the first error is the one shown. */
export const newParty = z.strictObject({
  partySize: party,
  slotId: z.uuid('Choose a time'),
  guestName: neededLine('Please tell us your name'),
  guestEmail: emailLine('Please enter a valid email address', 'Email addresses have at most 255 characters'),
  guestPhone: shortPhone(),
})

/** Another time, or more or fewer people, for a party that is coming. */
export const changedParty = z.strictObject({ id: z.uuid(), partySize: party, slotId: z.uuid('Choose a time') })

export const slotList = listInput(['tourDate', 'bookedCount'], 'tourDate', {
  when: z.enum(['coming', 'past']),
  status: z.enum(slotStatuses),
})

/** The words of TRA-05 for each of its three fields. */
export const missing = 'Please fill in all required fields'
const time = z
  .string({ error: missing })
  .trim()
  .min(1, { error: missing, abort: true })
  .transform(fullTime)
  .refine(isWallTime, 'Use a time like 10:00')

/** How often a tour is repeated, in days. */
export const repeats = ['once', 'weekly', 'fortnightly'] as const
const apart = { once: 0, weekly: 7, fortnightly: 14 }
const mostAtOnce = 52

/** Tours that an admin offers (TRA-05, TRA-06, TRA-12): one, or one every week or two until a day. */
export const newSlots = z
  .strictObject({
    tourDate: calendarDay(missing),
    startTime: time,
    endTime: time,
    capacity: z.coerce
      .number<string | number>({ error: 'Enter how many people fit' })
      .int('Enter a whole number of people')
      .min(1, 'At least one person fits')
      .max(500, 'At most 500 people fit')
      .default(usualCapacity),
    notes: line(500).default(''),
    repeat: z.enum(repeats).default('once'),
    until: z.union([z.literal(''), calendarDay()]).default(''),
  })
  .refine(slot => !isWallTime(slot.startTime) || !isWallTime(slot.endTime) || isInOrder(slot), {
    path: ['endTime'],
    message: 'A tour ends after it starts',
  })
  .superRefine((slot, context) => {
    const says = (message: string) => context.addIssue({ code: 'custom', path: ['until'], message })
    if (slot.repeat === 'once') return
    if (slot.until === '') says('Enter the last day')
    else if (slot.until < slot.tourDate) says('The last day is not before the first')
    else if (daysOf(slot).length > mostAtOnce) says(`At most ${mostAtOnce} tours are added at once`)
  })

const isInOrder = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  minutesOf(startTime) < minutesOf(endTime)

/** The days on which the tours are, the first one included; no more than one beyond what is added at once. */
export function daysOf(slot: { tourDate: string; repeat: (typeof repeats)[number]; until: string }): string[] {
  const step = apart[slot.repeat]
  if (step === 0 || slot.until === '') return [slot.tourDate]
  return daysApart(slot.tourDate, slot.until, step, mostAtOnce + 1)
}

/** Takes a tour back; `seenParties` is how many were booked when it was asked, so that nobody is called off unseen. */
export const slotDeletion = z.strictObject({ id: z.uuid(), seenParties: z.int().min(0) })

/** Whether a party came. */
export const attendance = z.strictObject({ id: z.uuid(), status: z.enum(['confirmed', 'attended', 'no_show']) })
