import { refundableUntil } from '#features/spaces/calendar/rules.ts'
import { addDays } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { formatCount, formatDate } from '#platform/words.ts'
import { soldAheadDays } from '../tickets/rules.ts'
import type { PurchaseStatus } from './inputs.ts'

export const messages = {
  offerLoad: 'Failed to load market information',
  buyFailed: 'The payment page did not open. Please try again.',
  load: 'Failed to load your tickets',
  listLoad: 'Failed to load guest tickets',
  notFound: 'There are no such tickets.',
  noDay: 'There is no market on this day. Choose another one.',
  priceChanged: 'The price has changed. Please look again.',
  refundChanged: 'What comes back has changed. Please look again.',
  used: 'Somebody has come in with one of these tickets.',
  isOpen: 'You are paying for other tickets at this moment. Please try again.',
} as const

/** Why what was paid late is given back. */
export const goneWords = {
  cancelled: 'The market of that day was cancelled before your payment arrived.',
  moved: 'The market of that day was put to another day before your payment arrived.',
  over: 'The market of that day was over before your payment arrived.',
} as const

interface Day {
  on: string
  opensAt: string
  closesAt: string
  isCancelled: boolean
}

const opens = ({ on, opensAt }: Day) => instantOf(on, opensAt)
const closes = ({ on, closesAt }: Day) => instantOf(on, closesAt)

/** The days for which guests buy at `now`, of days in their order: until each closes, and half a year ahead. */
export const daysOnSale = <D extends Day>(days: readonly D[], now: Date): D[] =>
  days.filter(day => whyNot.sell(day, now) === null)

/** What a purchase is called, in the house's words. */
export const wordsOf = (quantity: number, on: string) =>
  `${formatCount(quantity, 'market ticket')}, ${formatDate(on, { year: true })}`

/**
 * Until when a purchase can be cancelled with its price given back (decision 23); whose market the house put to another time,
 * until it opens.
 */
export const cancelUntil = (
  day: Day,
  { rescheduledAt }: { rescheduledAt: Date | null },
  { cancellationHours }: { cancellationHours: number },
): Date => refundableUntil(opens(day), rescheduledAt ? 0 : cancellationHours)

/** Until when what is bought at `now` can be cancelled with its price given back; null: no more. */
export function backUntil(day: Day, settings: { cancellationHours: number }, now: Date): Date | null {
  const until = cancelUntil(day, { rescheduledAt: null }, settings)
  return now <= until ? until : null
}

/**
 * Why a late payment gives nothing any more; null: it gives the tickets. `generation` is that of the day when it was chosen,
 * `rescheduledAt` when that was put to another one.
 */
export function whyGone(
  day: Day & { generation: number },
  { generation, rescheduledAt }: { generation: number; rescheduledAt: Date | null },
  now: Date,
): keyof typeof goneWords | null {
  if (day.isCancelled || day.generation !== generation) return 'cancelled'
  if (rescheduledAt) return 'moved'
  return closes(day) <= now ? 'over' : null
}

/** Why something may not be done now; null: it may. */
export const whyNot = {
  sell(day: Day, now: Date): Problem | null {
    if (day.isCancelled) return { code: 'MARKET_CANCELLED', message: messages.noDay, field: 'on' }
    if (closes(day) <= now)
      return { code: 'MARKET_OVER', message: 'This market is over. Choose another day.', field: 'on' }
    return day.on > addDays(calendarDate(now), soldAheadDays)
      ? { code: 'TOO_EARLY', message: 'Tickets for this day are not sold yet.', field: 'on' }
      : null
  },

  /** Nothing is sold where entry is free, and nothing at another price than the buyer saw. */
  price(pence: number, seenPence: number): Problem | null {
    if (pence === 0) return { code: 'ENTRY_FREE', message: 'Guests enter free. You need no ticket.' }
    return pence === seenPence ? null : { code: 'PRICE_CHANGED', message: messages.priceChanged }
  },

  /** By the link in the mail, in time, and while nobody has come in with one of them. */
  cancel(purchase: { status: PurchaseStatus; used: number }, until: Date, now: Date): Problem | null {
    const other = whyNot.cancelByStaff(purchase)
    if (other) return other
    return now <= until
      ? null
      : { code: 'TOO_LATE', message: 'These tickets can no longer be cancelled with their price given back.' }
  },

  /** Staff give back at any time what was paid and not used. */
  cancelByStaff({ status, used }: { status: PurchaseStatus; used: number }): Problem | null {
    if (status !== 'confirmed') return { code: 'NOT_PAID', message: 'There is nothing to give back.' }
    return used > 0 ? { code: 'TICKET_USED', message: messages.used } : null
  },
}
