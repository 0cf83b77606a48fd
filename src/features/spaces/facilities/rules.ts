import { addDays, minutesOf, timeOfMinutes, type WallTime, weekdayOf } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf, wallTime, wallTimeExists } from '#platform/time.ts'
import { messages } from './inputs.ts'

// Here rather than with the schemas, which a page of facilities needs not.

/** How far ahead a facility can be booked, in days. */
export const bookableDays = 365

/** How many of its lengths one booking of a facility may take one after another. */
export const mostLengths = 8

/** What the venue's settings say about slots. */
export interface SlotWindow {
  opensAt: WallTime
  closesAt: WallTime
  firstSlotAt: WallTime
  lastSlotAt: WallTime
  slotStepMinutes: number
  slotsMayRunPastClosing: boolean
}

export interface SlotRules {
  durationMinutes: number
  opensAt: WallTime | null
  closesAt: WallTime | null
  lastSlotAt: WallTime | null
}

export interface Slot {
  startsAtTime: WallTime
  endsAtTime: WallTime
  startsAt: Date
  endsAt: Date
}

/**
 * The slots of a facility on a day, in order (BOOK-21 … BOOK-23, decision 26): none in the past, none more than a year
 * ahead, none that begins after its room closes, none in the hour that the spring clock change skips. The length is counted in real minutes. A slot of several
 * `lengths` ends with one that is offered as well.
 */
export function slotsOf(facility: SlotRules, on: string, venue: SlotWindow, now: Date, lengths = 1): Slot[] {
  if (on < calendarDate(now) || on > addDays(calendarDate(now), bookableDays)) return []
  const more = facility.durationMinutes * (lengths - 1)
  const last = Math.min(minutesOf(venue.lastSlotAt), minutesOf(facility.lastSlotAt ?? '23:59')) - more
  const opens = minutesOf(facility.opensAt ?? '00:00')
  const closes = closingOf(on, facility.closesAt ?? venue.closesAt)
  const slots: Slot[] = []
  for (let minutes = minutesOf(venue.firstSlotAt); minutes <= last; minutes += venue.slotStepMinutes) {
    const startsAtTime = timeOfMinutes(minutes)
    if (minutes < opens || !wallTimeExists(on, startsAtTime)) continue
    const startsAt = instantOf(on, startsAtTime)
    const endsAt = new Date(startsAt.getTime() + (facility.durationMinutes + more) * 60_000)
    if (startsAt <= now || (endsAt > closes && !venue.slotsMayRunPastClosing)) continue
    if (facility.closesAt !== null && startsAt >= closes) continue
    slots.push({ startsAtTime, endsAtTime: wallTime(endsAt), startsAt, endsAt })
  }
  return slots
}

/** What a booking of a facility costs. */
export interface Fare {
  tokenCost: number
  /** Weekdays on which tokens are taken; none named: every day (CNT-60). */
  tokenAvailableDays: readonly string[]
  cashPricePence: number
  isPricedPerSession: boolean
  durationMinutes: number
}

/** Cash for one booking in pence (BOOK-26): price per hour times hours; per session where so priced (BOOK-27). */
export const cashTotal = (fare: Pick<Fare, 'cashPricePence' | 'isPricedPerSession' | 'durationMinutes'>): number =>
  fare.isPricedPerSession ? fare.cashPricePence : Math.round((fare.cashPricePence * fare.durationMinutes) / 60)

/** How many lengths one booking may have: what is priced per session is one session. */
export const lengthsOf = (fare: Pick<Fare, 'isPricedPerSession' | 'durationMinutes'>): number =>
  fare.isPricedPerSession ? 1 : Math.max(1, Math.min(mostLengths, Math.floor(1440 / fare.durationMinutes)))

/** What so many lengths cost in one booking: so many times the tokens, and cash by the hour (BOOK-26). */
export const fareFor = <F extends Fare>(fare: F, lengths: number): F => ({
  ...fare,
  tokenCost: fare.tokenCost * lengths,
  durationMinutes: fare.durationMinutes * lengths,
})

/** The least that the payment provider takes from a card, in pence. */
const leastByCardPence = 30

export const whyNot = {
  /** Prices of a facility: what costs tokens is not given away by card; what a card cannot pay is not asked of it. */
  price(fare: Pick<Fare, 'tokenCost' | 'cashPricePence' | 'isPricedPerSession' | 'durationMinutes'>): Problem | null {
    const total = cashTotal(fare)
    if (total >= leastByCardPence || (total === 0 && fare.tokenCost === 0)) return null
    const message =
      total === 0
        ? 'What costs tokens needs a card price as well: at £0 everybody without tokens would book it for nothing.'
        : 'A card payment is £0.30 or more.'
    return { code: 'PRICE_TOO_LOW', message, field: 'cashPricePence' }
  },

  /** A facility shows pictures that the house has. */
  picture: (missing: readonly string[]): Problem | null =>
    missing.length === 0 ? null : { code: 'NO_IMAGE', message: messages.imageGone, field: 'imageUrl' },
}

/** Whether tokens can be used on this day (CNT-60: no day chosen means every day). */
export const isTokenDay = (days: readonly string[], on: string) => days.length === 0 || days.includes(weekdayOf(on))

// "00:00" closes at the end of the day, not at its beginning.
function closingOf(on: string, closesAt: WallTime): Date {
  return closesAt === '00:00' ? instantOf(addDays(on, 1), closesAt) : instantOf(on, closesAt)
}

/** Why a booking ended whose money is gone without a cancellation. Here, as lists of bookings on the first pages read it. */
export const moneyGone = { back: 'Its payment was given back.', taken: 'The bank took its payment back.' }
