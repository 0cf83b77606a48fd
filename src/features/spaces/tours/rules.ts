import { ifCancelled } from '#features/money/refunds/rules.ts'
import type { Problem } from '#platform/problem.ts'
import { instantOf } from '#platform/time.ts'
import { formatCount } from '#platform/words.ts'
import type { PartyStatus, slotStatuses } from './inputs.ts'

/** The specified words (TOUR-05, TOUR-06, TRA-15), and our own for what it leaves open. */
export const messages = {
  offerLoad: 'Failed to load available tour slots',
  bookingFailed: 'Booking failed',
  slotsLoad: 'Failed to load tour slots',
  slotCreate: 'Failed to create tour slot',
  slotDelete: 'Failed to delete tour slot',
  notFound: 'There is no such tour booking.',
  started: 'This tour has begun. Choose another time.',
  taken: 'This tour is no longer offered. Choose another time.',
  tooManyPlaces: 'Many places were booked from your connection today. Please try again tomorrow, or write to us.',
} as const

/** How many tours to come one address may have booked. */
const toursPerAddress = 2
/** How many places of tours are given to one account, or to visitors of one network: the largest party and a few more. */
export const placesADay = { points: 60, seconds: 86_400 }

/** Few enough places to say so (TRA-09). */
const fewLeft = 3

export interface Slot {
  status: (typeof slotStatuses)[number]
  tourDate: string
  startTime: string
  capacity: number
  bookedCount: number
}

export const leftOf = ({ capacity, bookedCount }: Pick<Slot, 'capacity' | 'bookedCount'>) => capacity - bookedCount

/** How a tour's badge says what is left (TRA-09). */
export function availabilityOf(slot: Pick<Slot, 'capacity' | 'bookedCount'>): 'Full' | 'Limited' | 'Available' {
  const left = leftOf(slot)
  return left <= 0 ? 'Full' : left <= fewLeft ? 'Limited' : 'Available'
}

export const startOf = ({ tourDate, startTime }: Pick<Slot, 'tourDate' | 'startTime'>): Date =>
  instantOf(tourDate, startTime)

/** A party calls off until its tour begins, and nothing was paid. */
export const cancelWords = (slot: Pick<Slot, 'tourDate' | 'startTime'>): string =>
  ifCancelled({ back: '', until: startOf(slot) })

/** Why something may not be done now; null: it may. */
export const whyNot = {
  /** Why so many do not fit (TOUR-04); `own` are places of it that they have already. */
  join(slot: Slot, partySize: number, { now, own = 0 }: { now: Date; own?: number }): Problem | null {
    if (slot.status !== 'active') return { code: 'TOUR_GONE', message: messages.taken, field: 'slotId' }
    if (startOf(slot) <= now) return { code: 'TOUR_BEGUN', message: messages.started, field: 'slotId' }
    const left = leftOf(slot) + own
    if (partySize <= left) return null
    const message =
      left <= 0
        ? 'This tour is full now. Choose another time.'
        : `Only ${formatCount(left, 'place')} ${left === 1 ? 'is' : 'are'} left. Choose another time, or come with fewer.`
    return { code: 'TOUR_FULL', message, field: 'slotId' }
  },

  /** One more tour for an address that has so many to come. */
  bookAnother: (toCome: number): Problem | null =>
    toCome < toursPerAddress
      ? null
      : {
          code: 'TOO_MANY_TOURS',
          message: `${formatCount(toCome, 'tour')} to come ${toCome === 1 ? 'is' : 'are'} booked for this address already. Change or cancel one by the link in its mail.`,
          field: 'guestEmail',
        },

  /** A party may change or call off until its tour begins. */
  change({ status, slot }: { status: PartyStatus; slot: Slot }, now: Date): Problem | null {
    if (status === 'cancelled') return { code: 'TOUR_CANCELLED', message: 'This booking was cancelled already.' }
    return startOf(slot) <= now || status !== 'confirmed'
      ? { code: 'TOUR_BEGUN', message: 'This tour has begun. It can no longer be changed.' }
      : null
  },

  /** Only a tour that is not over is taken back. */
  remove(slot: Slot, now: Date): Problem | null {
    if (slot.status !== 'active') return { code: 'TOUR_GONE', message: 'This tour was deleted already.' }
    return startOf(slot) <= now ? { code: 'TOUR_BEGUN', message: 'This tour has begun. It stays on record.' } : null
  },

  /** Who came is known once it has begun. */
  note({ status, slot }: { status: PartyStatus; slot: Slot }, now: Date): Problem | null {
    if (status === 'cancelled') return { code: 'TOUR_CANCELLED', message: 'This booking was cancelled.' }
    return startOf(slot) > now ? { code: 'TOUR_AHEAD', message: 'This tour has not begun.' } : null
  },

  /** A tour starts on a day and at a time that are still to come (TRA-06). */
  offer: (slot: Pick<Slot, 'tourDate' | 'startTime'>, now: Date): Problem | null =>
    startOf(slot) <= now
      ? { code: 'DATE_PAST', message: 'Choose a time that is still to come', field: 'tourDate' }
      : null,
}

/** So many of the next tours are named before the calendar is there, each to be pressed. */
export const named = 6

/** The place on the page that chooses a tour. */
export const placeOf = (slotId: string) => `tour-${slotId}`
