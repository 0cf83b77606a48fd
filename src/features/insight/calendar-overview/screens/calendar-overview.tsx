import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { calendarDate, wallTime } from '#platform/time.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { DaySteps } from '#ui/day-steps.tsx'
import { AnchorLink } from '#ui/link.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { type DayRow, dayRows, type Item } from '../parts/day-rows.ts'
import { linkOf } from '../parts/item-link.ts'
import classes from '../parts/overview.module.css'
import { TypeBadge } from '../parts/type-badge.tsx'

/** /admin/calendar: everything of one day in one list, whatever it is (OCC-08…15). The address holds the day. */
export function CalendarOverview() {
  const search = useSearch({ from: '/admin/calendar' })
  const navigate = useNavigate()
  const now = useMinute()
  const [today, time] = [calendarDate(now), wallTime(now)]
  const on = search.on ?? today
  const day = useQuery(api.overview.day.queryOptions({ input: { on } }))
  const show = (next: string | undefined) =>
    void navigate({ to: '/admin/calendar', search: next === undefined ? {} : { on: next } })
  // What is over stands above the line of now.
  const rows = (items: readonly Item[]): (DayRow | 'now')[] => {
    const all = dayRows(items)
    if (on !== today) return all
    const at = all.findIndex(({ item }) => item.startsAt > time)
    return at < 0 ? [...all, 'now'] : [...all.slice(0, at), 'now', ...all.slice(at)]
  }
  return (
    <Page
      title="Calendar"
      heading="Calendar Overview"
      chassis="desk"
      lead="Events, bookings, tours, the studio and the market of one day."
      actions={
        <Button
          component="a"
          href={`/api/overview/calendarFile?on=${on}`}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Export Calendar
        </Button>
      }
    >
      <DaySteps day={on} onDay={show} />
      <Query of={day} failed={messages.load}>
        {({ items, counts }) => (
          <>
            <dl className={classes.counts} aria-label="How many of each">
              {counts.map(({ type, count }) => (
                <div key={type} data-none={count === 0}>
                  <dt>
                    <TypeBadge type={type} count={count} />
                  </dt>
                  <dd>{count}</dd>
                </div>
              ))}
            </dl>
            {items.length === 0 ? (
              <Empty what="Nothing is planned on this day" why="Choose another one above." />
            ) : (
              <ul className={classes.items} aria-label={`Items of ${formatDate(on)}`}>
                {rows(items).map(row =>
                  row === 'now' ? (
                    <Now key="now" time={time} />
                  ) : (
                    <Row key={`${row.item.type} ${row.item.id}`} on={on} row={row} />
                  ),
                )}
              </ul>
            )}
          </>
        )}
      </Query>
    </Page>
  )
}

const minuteMs = 60_000
const lookEveryMs = 5_000

/** The minute that it is, anew as each begins. */
function useMinute(): Date {
  const [minute, setMinute] = useState(thisMinute)
  useEffect(() => {
    const timer = setInterval(() => setMinute(thisMinute), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
  return new Date(minute * minuteMs)
}

const thisMinute = () => Math.floor(Date.now() / minuteMs)

/** Where the day has got to. */
function Now({ time }: { time: string }) {
  return (
    <li className={classes.now} data-now>
      <time dateTime={time}>
        <span className="visually-hidden">It is now </span>
        {time}
      </time>
    </li>
  )
}

/** A line of the day: when, what sort of thing, and what and where; what it is made of unfolds below it. */
function Row({ on, row: { item, parts, partWords } }: { on: string; row: DayRow }) {
  return (
    <li data-item>
      <time dateTime={`${on}T${item.startsAt}`}>{formatTimeRange(item.startsAt, item.endsAt)}</time>
      <TypeBadge type={item.type} />
      <div>
        <ItemLink item={item} /> {/* A room with a name of its own says where it is. */}
        {item.title.startsWith(item.place) ? null : <span className={classes.place}>{item.place}</span>}
        {parts.length > 0 ? (
          <details className={classes.parts}>
            <summary>{partWords}</summary>
            <ul>
              {parts.map(part => (
                <li key={part.id}>
                  <ItemLink item={part} />
                  {part.startsAt === item.startsAt && part.endsAt === item.endsAt ? null : (
                    <span className={classes.place}> {formatTimeRange(part.startsAt, part.endsAt)}</span>
                  )}
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
    </li>
  )
}

/** Leads to the thing itself, or to the page where it is. */
function ItemLink({ item }: { item: Item }) {
  if (item.type === 'booking')
    return (
      <ObjectLink noun="booking" id={item.id}>
        {item.title}
      </ObjectLink>
    )
  return <AnchorLink {...linkOf(item)}>{item.title}</AnchorLink>
}
