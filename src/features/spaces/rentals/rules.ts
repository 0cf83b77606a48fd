import { addDays, addMonths, type CalendarDate } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { formatMoney } from '#platform/words.ts'
import type { MigrationStatus } from './inputs.ts'

/** Its word in the ledger. */
export const rentalKind = 'rental'

/** A rental without a last day holds its room for so long. */
const openEndMonths = 120

/**
 * From when to when a rental holds its room: from the first day, or from `now`'s day if it began before it was entered here, to
 * the end of the last.
 */
export function heldTime(first: CalendarDate, last: CalendarDate | null, now: Date): { startsAt: Date; endsAt: Date } {
  const today = calendarDate(now)
  return {
    startsAt: instantOf(first > today ? first : today, '00:00'),
    endsAt: instantOf(
      last === null ? addMonths(first > today ? first : today, openEndMonths) : addDays(last, 1),
      '00:00',
    ),
  }
}

/** The day on which the next month's rent is due, when the first was paid on `paidOn`: months are those of the rental. */
export function nextRentOn(first: CalendarDate, paidOn: CalendarDate): CalendarDate {
  let months = 1
  while (addMonths(first, months) <= paidOn) months++
  return addMonths(first, months)
}

/** The house's time of a rent day at which the provider takes the rent. */
export const rentTakenAt = '12:00'

/** The first rent day of which the rent is still to be taken at `now`, of those that begin with `second`. */
export function rentDayFrom(second: CalendarDate, now: Date): CalendarDate {
  const today = calendarDate(now)
  const lastOver = now < instantOf(today, rentTakenAt) ? addDays(today, -1) : today
  return second > lastOver ? second : nextRentOn(second, lastOver)
}

/**
 * The day on which rent is taken next, of a rental whose first month was paid on `paidOn`; null when its last day comes before.
 */
export function rentAfter(
  { first, last, paidOn }: { first: CalendarDate; last: CalendarDate | null; paidOn: CalendarDate },
  now: Date,
): CalendarDate | null {
  const on = rentDayFrom(nextRentOn(first, paidOn), now)
  return last !== null && on > last ? null : on
}

/**
 * Whether this is a page of the payment provider that money may be sent to (STA-18): https, at its own address. `simulatedAt` is
 * where the provider is simulated, which has no https; null when it is real.
 */
export function isProviderLink(url: string, simulatedAt: string | null): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, origin, username } = new URL(url)
  if (simulatedAt !== null) return origin === new URL(simulatedAt).origin
  return protocol === 'https:' && username === '' && (hostname === 'stripe.com' || hostname.endsWith('.stripe.com'))
}

/** What the first payment is for, as people read it. */
export const firstPayment = (rent: number, deposit: number) =>
  deposit > 0
    ? `${formatMoney(rent + deposit)}: the first month and a deposit of ${formatMoney(deposit)}`
    : formatMoney(rent)

interface Rental {
  migrationStatus: MigrationStatus
}

/** Why something may not be done now; null: it may. */
export const whyNot = {
  /** A last day that is over would end it at once. */
  add: (last: CalendarDate | null, now: Date): Problem | null =>
    last !== null && last < calendarDate(now)
      ? { code: 'DATE_PAST', message: 'Choose a last day that is still to come', field: 'rentalEndDate' }
      : null,

  /** A link is made once (STA-17). */
  link: ({ migrationStatus }: Rental): Problem | null =>
    migrationStatus === 'pending'
      ? null
      : migrationStatus === 'ended'
        ? ended
        : { code: 'LINK_SENT', message: 'This rental has a payment link already.' },

  resend: ({ migrationStatus }: Rental): Problem | null =>
    migrationStatus === 'link_sent'
      ? null
      : migrationStatus === 'ended'
        ? ended
        : migrationStatus === 'activated'
          ? { code: 'ALREADY_PAID', message: 'This rental has been paid already.' }
          : { code: 'NO_LINK', message: 'This rental has no payment link yet.' },

  end: ({ migrationStatus }: Rental): Problem | null => (migrationStatus === 'ended' ? ended : null),
}

const ended: Problem = { code: 'RENTAL_ENDED', message: 'This rental has ended.' }

/** What a paid invoice means for a rental, in words for its payer when it cannot be kept; null when it can. */
export function invoiceProblem(
  rental: Rental & { endedAt: Date | null; stripeSubscriptionId: string | null },
  paid: { subscriptionId: string; paidAt: Date; currency: string },
): string | null {
  if (paid.currency !== 'gbp') return 'It was made in a currency that the house does not take.'
  if (rental.stripeSubscriptionId !== null && rental.stripeSubscriptionId !== paid.subscriptionId)
    return 'This rental had been paid for already.'
  if (rental.migrationStatus !== 'ended') return null
  // The provider counts in seconds.
  const wasBefore =
    rental.endedAt !== null && Math.floor(rental.endedAt.getTime() / 1000) * 1000 >= paid.paidAt.getTime()
  return rental.stripeSubscriptionId !== null && wasBefore ? null : 'The rental had ended before it was paid.'
}
