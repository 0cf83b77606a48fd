import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '#features/events/events/rules.ts'
import { addDays, addMonths, weekdayOf, weekdays } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
import { formatCount, formatDate, formatMonth } from '#platform/words.ts'
import { Query } from '#ui/plain/query.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import classes from './month-calendar.module.css'

type Event = Awaited<ReturnType<typeof rpc.events.month>>['rows'][number]

/** A page of a calendar on which days with events are marked and lead to them; at first that of the next event. */
export function MonthCalendar(props: {
  /** `2026-11`; null until somebody turned the page */
  month: string | null
  /** the day of the next event */
  first: string | null
  onMonth: (month: string) => void
}) {
  const month = props.month ?? (props.first ?? calendarDate(new Date())).slice(0, 7)
  const query = useQuery(api.events.month.queryOptions({ input: { month }, placeholderData: keepPreviousData }))
  const first = `${month}-01`
  const turn = (by: -1 | 1) => props.onMonth(addMonths(first, by).slice(0, 7))
  return (
    <section className={classes.calendar} aria-label="Calendar of events">
      <div className={classes.head}>
        <ActionIcon variant="default" size={44} aria-label="Earlier month" onClick={() => turn(-1)}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <p className={classes.month} role="status">
          {formatMonth(first)}
        </p>
        <ActionIcon variant="default" size={44} aria-label="Later month" onClick={() => turn(1)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Query of={query} failed={messages.load} loading={<LoadingRows rows={5} height={44} />}>
        {({ rows, today }) => (
          <table className={classes.days}>
            <caption className="visually-hidden">
              {formatCount(rows.length, 'event')} in {formatMonth(first)}
            </caption>
            <thead>
              <tr>
                {weekdays.map(weekday => (
                  <th key={weekday} scope="col" abbr={weekday}>
                    {weekday.slice(0, 2)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(daysOf(first), weekdays.indexOf(weekdayOf(first))).map(week => (
                <tr key={week.find(Boolean)}>
                  {week.map((day, weekday) => (
                    <td key={weekdays[weekday]} data-today={day === today}>
                      {day ? <Day day={day} events={rows.filter(({ eventDate }) => eventDate === day)} /> : null}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Query>
    </section>
  )
}

function Day({ day, events }: { day: string; events: readonly Event[] }) {
  const number = Number(day.slice(8))
  const [event] = events
  if (!event) return <span>{number}</span>
  const name = `${formatDate(day)}: ${events.map(({ name }) => name).join(', ')}`
  // Several of a day stand in the programme's own page of the month.
  return events.length === 1 ? (
    <Link to="/event/$id" params={{ id: event.id }} aria-label={name} title={name}>
      {number}
    </Link>
  ) : (
    <Link to="/events" search={{ view: 'month', month: day.slice(0, 7) }} aria-label={name} title={name}>
      {number}
    </Link>
  )
}

function daysOf(first: string): string[] {
  const days = []
  for (let day = first; day < addMonths(first, 1); day = addDays(day, 1)) days.push(day)
  return days
}

/** Weeks of a month, Monday to Sunday, each day as `YYYY-MM-DD` or null where it is another month's. */
function weeksOf(days: readonly string[], blanks: number): (string | null)[][] {
  const cells = [...Array<null>(blanks).fill(null), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => cells[week * 7 + weekday] ?? null),
  )
}
