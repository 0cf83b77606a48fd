import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatDate, formatDateTime, formatTime, formatTimeRange } from '#platform/words.ts'
import { DayList } from '#ui/day-list.tsx'
import { Status } from '#ui/plain/status.tsx'
import type { DayOfPlaces } from '../rules.ts'
import classes from './own-days.module.css'

/** The next places of a person by day; the one that runs says until when, and the next one of today how soon it begins. */
export function OwnDays({ days }: { days: readonly DayOfPlaces[] }) {
  const now = useNow()
  const isToday = (at: string) => formatDate(at) === formatDate(now)
  const next = days.flatMap(({ places }) => places).find(({ startsAt }) => new Date(startsAt) > now)
  return (
    <DayList
      label="Your next bookings"
      days={days.map(({ on, places }) => ({
        on,
        words: isToday(on) ? 'Today' : formatDate(on),
        rows: places.map(place => ({
          key: place.id,
          of: (
            <Line
              of={place}
              on={on}
              soon={place === next && isToday(next.startsAt) ? soonWords(next.startsAt, now) : null}
            />
          ),
        })),
      }))}
    />
  )
}

function Line({ of: place, on, soon }: { of: DayOfPlaces['places'][number]; on: string; soon: string | null }) {
  return (
    <div className={classes.line} data-now={place.isNow || soon !== null}>
      <span className={classes.time}>
        {place.isNow ? `now, until ${formatTime(place.endsAt)}` : formatTimeRange(place.startsAt, place.endsAt)}
        {soon === null ? null : <span className={classes.soon}>{soon}</span>}
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

/** How soon something begins: `in 3 h 20`, `in 45 min`. */
export function soonWords(startsAt: string, now: Date): string {
  const minutes = Math.ceil((Date.parse(startsAt) - now.getTime()) / 60_000)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `in ${minutes} min`
  return minutes % 60 === 0 ? `in ${hours} h` : `in ${hours} h ${minutes % 60}`
}

/** The time, as long as the page is open: never more than half a minute behind. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), 20_000)
    return () => clearInterval(clock)
  }, [])
  return now
}

/** In how many milliseconds one of them begins or ends, a day at most: then other words are true. False while there are none. */
export function nextChangeMs(days: readonly DayOfPlaces[], now: Date): number | false {
  const moments = days
    .flatMap(({ places }) => places.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)]))
    .map(at => at - now.getTime())
    .filter(ms => ms > 0)
  return moments.length > 0 ? Math.min(...moments, 86_400_000) + 500 : false
}
