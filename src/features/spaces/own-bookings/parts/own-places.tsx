import { type Booking, BookingRow } from '#features/spaces/bookings/parts/booking-row.tsx'
import { SessionRow } from '#features/spaces/studio/parts/session-row.tsx'
import type { Session } from '#features/spaces/studio/parts/sessions.tsx'
import { calendarDate } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { DayList } from '#ui/day-list.tsx'
import { byDay } from '../rules.ts'

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
    <DayList
      label={label}
      days={byDay(of, isPast).map(([on, places]) => ({
        on,
        words: on === today ? 'Today' : formatDate(on, { year: !on.startsWith(thisYear) }),
        rows: places.map(place =>
          'booking' in place
            ? { key: place.booking.id, of: <BookingRow booking={place.booking} /> }
            : { key: place.session.id, of: <SessionRow session={place.session} isPast={isPast} /> },
        ),
      }))}
    />
  )
}
