import { daysShown } from '#features/spaces/calendar/inputs.ts'
import { isTokenDay } from '#features/spaces/facilities/rules.ts'
import { AnotherDate } from '#ui/composer/another-date.tsx'
import { DayStrip } from '#ui/composer/day-strip.tsx'
import { Query, type QueryLike } from '#ui/plain/query.tsx'
import type { rpc } from '#web/client.ts'
import type { Facility } from './booking-form.tsx'
import { windowFrom } from './windows.ts'

/** The day of a booking: those near it with what is free on each, or any that can be booked, from a calendar. */
export function DateChoice(props: {
  facility: Facility
  days: QueryLike<Awaited<ReturnType<typeof rpc.bookings.days>>>
  /** the first of the days that are shown */
  from: string
  /** empty until one is chosen */
  day: string
  error: string | undefined
  onDay: (on: string) => void
  onFrom: (from: string) => void
}) {
  const { facility, days, day } = props
  const reach = { value: day || null, min: facility.today, max: facility.lastDay }
  return (
    <div>
      <DayStrip
        {...reach}
        legend="Date"
        from={props.from}
        count={daysShown}
        days={days.data?.map(({ takesTokens, why, ...offer }) => ({
          ...offer,
          ...(why !== null && { isLimited: true }),
          ...(why !== null ? { note: why } : !takesTokens && { note: 'card only' }),
        }))}
        onChange={props.onDay}
        onFrom={props.onFrom}
        error={props.error}
        data-path="on"
      />
      <Query of={days} failed="Failed to load what is free" loading={<span />}>
        {() => null}
      </Query>
      <AnotherDate
        {...reach}
        onChange={on => {
          props.onFrom(windowFrom(facility.today, on))
          props.onDay(on)
        }}
        note={date => (isTokenDay(facility.tokenAvailableDays, date) ? undefined : 'card only')}
      />
    </div>
  )
}
