import { whyNot } from '#features/spaces/bookings/rules.ts'
import type { BookingStatus } from '#features/spaces/calendar/inputs.ts'

interface OfSeries {
  status: BookingStatus
  startsAt: Date
}

/**
 * What is cancelled together with `own` of the bookings of its series: it and the later ones that can be; none when it cannot
 * be itself. What is not paid yet is let go of as a whole, as it is held.
 */
export function restOf<Row extends OfSeries>(own: OfSeries, series: readonly Row[], now: Date): Row[] {
  if (whyNot.cancel(own, now)) return []
  return series.filter(
    row =>
      row.status === own.status &&
      (own.status === 'pending' || row.startsAt >= own.startsAt) &&
      whyNot.cancel(row, now) === null,
  )
}
