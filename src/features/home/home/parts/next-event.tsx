import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#features/events/events/rules.ts'
import { EventCard } from '#features/events/programme/parts/event-card.tsx'
import { NextWorkshop } from '#features/home/highlights/parts/next-workshop.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { MonthCalendar } from './month-calendar.tsx'
import classes from './next-event.module.css'

/** The nearest event beside a page of a calendar (HOME-17), and the workshop that the house points to. */
export function NextEvent() {
  const query = useQuery(api.events.list.queryOptions({ input: {} }))
  const shown = useQuery(api.content.highlights.queryOptions())
  const [month, setMonth] = useState<string | null>(null)
  const workshop = shown.data?.workshop
  return (
    <Query of={query} failed={messages.load} loading={<LoadingTiles tiles={2} />}>
      {({ rows: [next] }) => (
        <div className={classes.sides}>
          <div className={classes.next}>
            {next ? (
              <ul>
                <EventCard event={next} isPast={false} />
              </ul>
            ) : (
              <Empty
                what="No event is planned yet"
                why="Perhaps yours is the next."
                next={<ButtonLink to="/host">Host an event</ButtonLink>}
              />
            )}
            {workshop ? <NextWorkshop of={workshop} /> : null}
          </div>
          <MonthCalendar month={month} first={next?.eventDate ?? null} onMonth={setMonth} />
        </div>
      )}
    </Query>
  )
}
