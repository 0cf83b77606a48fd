import { type Booking, BookingRow } from '#features/spaces/bookings/parts/booking-row.tsx'
import { SessionRow } from '#features/spaces/studio/parts/session-row.tsx'
import type { Session } from '#features/spaces/studio/parts/sessions.tsx'
import { calendarDate } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { byDay } from '../rules.ts'
import classes from './my-bookings.module.css'

export type Place = { on: string; startsAt: string } & ({ booking: Booking } | { session: Session })

export const placesOf = (bookings: readonly Booking[], sessions: readonly Session[]): Place[] => [
  ...bookings.map(booking => ({ on: booking.bookingOn, startsAt: booking.startsAt, booking })),
  ...sessions.map(session => ({ on: session.bookingDate, startsAt: session.startTime, session })),
]

/** What the person has booked, by its days: what is to come in time order, what has been the latest first. */
export function OwnPlaces({ of, label, isPast }: { of: readonly Place[]; label: string; isPast: boolean }) {
  const now = new Date()
  const today = calendarDate(now)
  const thisYear = today.slice(0, 4)
  return (
    <ul className={classes.days} aria-label={label}>
      {byDay(of, isPast).map(([on, places]) => (
        <li key={on}>
          <h3>
            <time dateTime={on}>{on === today ? 'Today' : formatDate(on, { year: !on.startsWith(thisYear) })}</time>
          </h3>
          <ul>
            {places.map(place =>
              'booking' in place ? (
                <li key={place.booking.id}>
                  <BookingRow booking={place.booking} />
                </li>
              ) : (
                <li key={place.session.id}>
                  <SessionRow session={place.session} isPast={isPast} />
                </li>
              ),
            )}
          </ul>
        </li>
      ))}
    </ul>
  )
}
