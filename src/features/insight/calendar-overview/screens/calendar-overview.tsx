import { Button, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addDays } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { linkOf } from '../parts/item-link.ts'
import classes from '../parts/overview.module.css'
import { TypeBadge } from '../parts/type-badge.tsx'

type Item = Awaited<ReturnType<typeof rpc.overview.day>>['items'][number]

/** /admin/calendar: everything of one day in one list, whatever it is (OCC-08…15). The address holds the day. */
export function CalendarOverview() {
  const search = useSearch({ from: '/admin/calendar' })
  const navigate = useNavigate()
  const today = calendarDate(new Date())
  const on = search.on ?? today
  const day = useQuery(api.overview.day.queryOptions({ input: { on } }))
  const show = (next: string | undefined) =>
    void navigate({ to: '/admin/calendar', search: next === undefined || next === today ? {} : { on: next } })
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
      <div className={classes.days}>
        <TextInput
          type="date"
          label="Day"
          value={on}
          // Empty while a day is half typed.
          onChange={({ currentTarget: { value } }) => value && show(value)}
        />
        <Button variant="default" onClick={() => show(addDays(on, -1))}>
          Previous day
        </Button>
        <Button variant="default" disabled={on === today} onClick={() => show(undefined)}>
          Today
        </Button>
        <Button variant="default" onClick={() => show(addDays(on, 1))}>
          Next day
        </Button>
      </div>
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
            <h2 aria-live="polite" className={classes.day}>
              {formatDate(on, { year: true })}
            </h2>
            {items.length === 0 ? (
              <Empty what="Nothing is planned on this day" why="Choose another one above." />
            ) : (
              <ul className={classes.items} aria-label={`Items of ${formatDate(on)}`}>
                {items.map(item => (
                  <li key={`${item.type} ${item.id}`}>
                    <time dateTime={`${on}T${item.startsAt}`}>{formatTimeRange(item.startsAt, item.endsAt)}</time>
                    <TypeBadge type={item.type} />
                    <span>
                      <ItemLink item={item} /> {/* A room with a name of its own says where it is. */}
                      {item.title.startsWith(item.place) ? null : <span className={classes.place}>{item.place}</span>}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Query>
    </Page>
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
