import { Link } from '@tanstack/react-router'
import { formatDate, formatDateTime, formatTime, formatTimeRange } from '#platform/words.ts'
import { DayList } from '#ui/day-list.tsx'
import { Status } from '#ui/plain/status.tsx'
import type { DayOfPlaces } from '../rules.ts'
import classes from './own-days.module.css'

/** The next places of a person by day; the one that runs says until when. */
export function OwnDays({ days }: { days: readonly DayOfPlaces[] }) {
  return (
    <DayList
      label="Your next bookings"
      days={days.map(({ on, isToday, places }) => ({
        on,
        words: isToday ? 'Today' : formatDate(on),
        rows: places.map(place => ({ key: place.id, of: <Line of={place} on={on} /> })),
      }))}
    />
  )
}

function Line({ of: place, on }: { of: DayOfPlaces['places'][number]; on: string }) {
  return (
    <div className={classes.line} data-now={place.isNow}>
      <span className={classes.time}>
        {place.isNow ? `now, until ${formatTime(place.endsAt)}` : formatTimeRange(place.startsAt, place.endsAt)}
      </span>
      <span>
        <PlaceLink of={place} on={on} /> {place.isHeld ? <Status tone="warn">Waiting for payment</Status> : null}
        {place.keptUntil ? <Status tone="warn">Free: yours until {untilWords(place.keptUntil)}</Status> : null}
        {place.kind === 'event' ? <Status tone="info">Event</Status> : null}
      </span>
    </div>
  )
}

const untilWords = (at: string) => (formatDate(at) === formatDate(new Date()) ? formatTime(at) : formatDateTime(at))

function PlaceLink({ of: { kind, id, what, startsAt }, on }: { of: DayOfPlaces['places'][number]; on: string }) {
  if (kind === 'offer')
    return (
      <Link to="/facility-booking" search={{ id, on, at: formatTime(startsAt) }}>
        {what}
      </Link>
    )
  if (kind === 'studio') return <Link to="/studio">{what}</Link>
  if (kind === 'market') return <Link to="/market-tickets">{what}</Link>
  if (kind === 'stall')
    return (
      <Link to="/market-booking/$id" params={{ id }}>
        {what}
      </Link>
    )
  return kind === 'event' || kind === 'eventOffer' ? (
    <Link to="/event/$id" params={{ id }}>
      {what}
    </Link>
  ) : (
    <Link to="/bookings/$id" params={{ id }}>
      {what}
    </Link>
  )
}

/** In how many milliseconds one of them begins or ends, a day at most: then other words are true. False while there are none. */
export function nextChangeMs(days: readonly DayOfPlaces[], now: Date): number | false {
  const moments = days
    .flatMap(({ places }) => places.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)]))
    .map(at => at - now.getTime())
    .filter(ms => ms > 0)
  return moments.length > 0 ? Math.min(...moments, 86_400_000) + 500 : false
}
