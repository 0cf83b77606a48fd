import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { EventType } from '#features/events/events/inputs.ts'
import { messages } from '#features/events/events/rules.ts'
import { addDays, addMonths, weekdayOf, weekdays } from '#platform/dates.ts'
import { formatCount, formatDate, formatMonth } from '#platform/words.ts'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import classes from './events.module.css'

/** The events of a month by their days: a page of a calendar where there is room, else the days that have something on. */
export function MonthView({
  month,
  type,
  q,
  onMonth,
}: {
  /** `2026-11` */
  month: string
  type: EventType | undefined
  q: string | undefined
  onMonth: (month: string) => void
}) {
  const query = useQuery(
    api.events.month.queryOptions({
      input: { month, ...(type && { type }), ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const first = `${month}-01`
  const turn = (months: number) => onMonth(addMonths(first, months).slice(0, 7))
  return (
    <section aria-labelledby="month">
      <div className={classes.head}>
        <h2 id="month">{formatMonth(first)}</h2>
        <div className={classes.turn}>
          <Button variant="default" onClick={() => turn(-1)}>
            Earlier
          </Button>
          <Button variant="default" onClick={() => turn(1)}>
            Later
          </Button>
        </div>
      </div>
      <Query of={query} failed={messages.load} loading={<LoadingRows rows={6} />}>
        {({ rows, today }) =>
          rows.length === 0 ? (
            <Empty
              what={
                type || q ? `No event like that in ${formatMonth(first)}` : `Nothing is on in ${formatMonth(first)}`
              }
              why={
                type || q ? 'Look at another month, or ask for every kind and fewer words.' : 'Look at another month.'
              }
            />
          ) : (
            <>
              <p className="visually-hidden" role="status">
                {formatCount(rows.length, 'event')} in {formatMonth(first)}
              </p>
              {month === today.slice(0, 7) && rows.every(({ eventDate }) => eventDate < today) ? (
                <p className={classes.rest}>
                  Nothing more is on in {formatMonth(first)}.{' '}
                  <Button variant="default" size="sm" onClick={() => turn(1)}>
                    See {formatMonth(addMonths(first, 1))}
                  </Button>
                </p>
              ) : null}
              <ol
                className={classes.days}
                style={{ '--first': weekdays.indexOf(weekdayOf(first)) + 1 } as CSSProperties}
              >
                {first < today && rows.some(({ eventDate }) => eventDate < today) ? (
                  <li className={classes.before} role="presentation">
                    <h3>Earlier this month</h3>
                  </li>
                ) : null}
                {daysOf(first).map((day, index) => {
                  const onDay = rows.filter(({ eventDate }) => eventDate === day)
                  return (
                    <li
                      key={day}
                      className={classes.day}
                      data-empty={onDay.length === 0}
                      data-today={day === today}
                      data-past={day < today}
                      data-first={index === 0 ? '1' : undefined}
                    >
                      <p className={classes.date}>{formatDate(day)}</p>
                      {onDay.length === 0 ? null : (
                        <ul className={classes.entries}>
                          {onDay.map(event => (
                            <li key={event.id}>
                              <Link to="/event/$id" params={{ id: event.id }}>
                                <strong>{event.name}</strong>
                                <small>
                                  {event.startTime}
                                  {day < today ? ' · past' : ''}
                                  {day >= today && event.availability ? ` · ${event.availability}` : ''}
                                  {event.isGoing ? (day < today ? ' · you were registered' : ' · you are going') : ''}
                                  {event.isWaiting && day >= today ? ' · on the waiting list' : ''}
                                </small>
                              </Link>
                            </li>
                          ))}
                        </ul>
                      )}
                    </li>
                  )
                })}
              </ol>
            </>
          )
        }
      </Query>
    </section>
  )
}

function daysOf(first: string): string[] {
  const days = []
  for (let day = first; day < addMonths(first, 1); day = addDays(day, 1)) days.push(day)
  return days
}
