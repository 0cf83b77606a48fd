import {
  addDays,
  calendarDate,
  instantOf,
  minutesOf,
  timeOfMinutes,
  type WallTime,
  wallTime,
  wallTimeExists,
  weekdayOf,
} from '#platform/time.ts'
import { bookableDays, messages, type PayWith } from './inputs.ts'

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
 * ahead, none in the hour that the spring clock change skips. The length is counted in real minutes.
 */
export function slotsOf(type: SlotRules, on: string, venue: SlotWindow, now: Date): Slot[] {
  if (on < calendarDate(now) || on > addDays(calendarDate(now), bookableDays)) return []
  const last = Math.min(minutesOf(venue.lastSlotAt), minutesOf(type.lastSlotAt ?? '23:59'))
  const opens = minutesOf(type.opensAt ?? '00:00')
  const closes = closingOf(on, type.closesAt ?? venue.closesAt)
  const slots: Slot[] = []
  for (let minutes = minutesOf(venue.firstSlotAt); minutes <= last; minutes += venue.slotStepMinutes) {
    const startsAtTime = timeOfMinutes(minutes)
    if (minutes < opens || !wallTimeExists(on, startsAtTime)) continue
    const startsAt = instantOf(on, startsAtTime)
    const endsAt = new Date(startsAt.getTime() + type.durationMinutes * 60_000)
    if (startsAt <= now || (endsAt > closes && !venue.slotsMayRunPastClosing)) continue
    slots.push({ startsAtTime, endsAtTime: wallTime(endsAt), startsAt, endsAt })
  }
  return slots
}

/** Cash for one booking in pence (BOOK-26): price per hour times hours; per session where so priced (BOOK-27). */
export function cashTotal(type: {
  cashPricePence: number
  isPricedPerSession: boolean
  durationMinutes: number
}): number {
  return type.isPricedPerSession ? type.cashPricePence : Math.round((type.cashPricePence * type.durationMinutes) / 60)
}

/** Whether tokens can be used on this day (CNT-60: no day chosen means every day). */
export const isTokenDay = (days: readonly string[], on: string) => days.length === 0 || days.includes(weekdayOf(on))

/**
 * What a person may do with facilities; one rule for screen and server (BOOK-05, decision 13).
 * `signIn` nobody is signed in · `pending` not approved yet · `upgrade` free member while those are blocked ·
 * `card` free member who may pay by card · `all` paid tier.
 */
export type BookingRight = 'signIn' | 'pending' | 'upgrade' | 'card' | 'all'

export function bookingRight(
  person: { isApproved: boolean; isPaid: boolean } | null,
  freeMembers: 'blocked' | 'card',
): BookingRight {
  if (!person) return 'signIn'
  if (!person.isApproved) return 'pending'
  if (person.isPaid) return 'all'
  return freeMembers === 'card' ? 'card' : 'upgrade'
}

export interface Fare {
  tokenCost: number
  tokenAvailableDays: readonly string[]
  cashPricePence: number
  isPricedPerSession: boolean
  durationMinutes: number
}

/** What a booking is paid with; `whyNotTokens` tells why it is not tokens. */
export type Payment =
  | { paidWith: 'tokens'; tokens: number; pence: 0; whyNotTokens: null }
  | { paidWith: 'card'; tokens: 0; pence: number; whyNotTokens: string | null }

/**
 * Tokens pay by themselves on a paid tier, on a token day, with a sufficient balance; otherwise the card does (BOOK-28).
 * A person may choose the card; choosing tokens that cannot be used is for the caller to refuse with `whyNotTokens`.
 */
export function paymentFor(
  fare: Fare,
  on: string,
  person: { right: BookingRight; balance: number },
  payWith: PayWith,
): Payment {
  const whyNotTokens = reasonAgainstTokens(fare, on, person)
  if (whyNotTokens === null && payWith !== 'card')
    return { paidWith: 'tokens', tokens: fare.tokenCost, pence: 0, whyNotTokens }
  return { paidWith: 'card', tokens: 0, pence: cashTotal(fare), whyNotTokens }
}

function reasonAgainstTokens(fare: Fare, on: string, person: { right: BookingRight; balance: number }): string | null {
  if (person.right !== 'all') return messages.noTokensOnFree
  if (!isTokenDay(fare.tokenAvailableDays, on)) return 'Tokens cannot be used on this day. You can pay by card.'
  if (person.balance < fare.tokenCost) return `You need ${fare.tokenCost} tokens but only have ${person.balance}`
  return null
}

// "00:00" closes at the end of the day, not at its beginning.
function closingOf(on: string, closesAt: WallTime): Date {
  return closesAt === '00:00' ? instantOf(addDays(on, 1), closesAt) : instantOf(on, closesAt)
}
