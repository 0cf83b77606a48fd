import { Button, Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { BookFor } from '#features/spaces/on-behalf/parts/book-for.tsx'
import { addDays, mondayOf } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { CloseRoom } from '../parts/close-room.tsx'
import { ClosedRooms } from '../parts/closed-rooms.tsx'
import classes from '../parts/day-grid.module.css'
import { DayGrid } from '../parts/day-grid.tsx'
import { entriesOf } from '../parts/entries.ts'
import { WeekGrid } from '../parts/week-grid.tsx'

/**
 * /admin/house-calendar: what is where, by room, for a day (today's first) or a week; whatever takes a room is in it. The
 * address holds which is shown.
 */
export function HouseCalendar() {
  const search: { view?: 'week'; on?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const today = calendarDate(new Date())
  const isWeek = search.view === 'week'
  const day = search.on ?? today
  const from = isWeek ? mondayOf(day) : day
  const days = isWeek ? 7 : 1
  const found = useQuery(api.schedule.days.queryOptions({ input: { from, days } }))
  const rooms = useQuery(api.schedule.rooms.queryOptions())
  const show = (next: { view?: 'week' | undefined; on?: string | undefined }) =>
    void navigate({ to: '/admin/house-calendar', search: { view: search.view, on: search.on, ...next } })
  const step = isWeek ? 'week' : 'day'
  return (
    <Page
      title="House calendar"
      chassis="desk"
      lead="Whatever takes a room: bookings, the market, closures."
      actions={
        <>
          <BookFor on={day < today ? today : day} />
          <CloseRoom on={day < today ? today : day} />
        </>
      }
    >
      <Group gap="xs" className={classes.days}>
        <h2 className={classes.day} aria-live="polite">
          {isWeek ? `Week of ${formatDate(from, { year: true })}` : formatDate(day, { year: true })}
        </h2>
        <SegmentedControl
          aria-label="How much is shown"
          value={isWeek ? 'week' : 'day'}
          onChange={view => show({ view: view === 'week' ? view : undefined })}
          data={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
        <Button size="sm" variant="default" onClick={() => show({ on: addDays(from, -days) })}>
          Previous {step}
        </Button>
        <Button size="sm" variant="default" disabled={day === today} onClick={() => show({ on: undefined })}>
          Today
        </Button>
        <Button size="sm" variant="default" onClick={() => show({ on: addDays(from, days) })}>
          Next {step}
        </Button>
      </Group>
      <Query of={rooms} failed={messages.loadFailed}>
        {all => {
          const leaves = all.filter(({ isLeaf }) => isLeaf)
          return (
            <Query of={found} failed={messages.loadFailed}>
              {({ open, rows }) => (
                <>
                  {isWeek ? (
                    <WeekGrid
                      days={Array.from({ length: days }, (_, ahead) => addDays(from, ahead))}
                      rows={rows}
                      rooms={leaves}
                      open={open}
                    />
                  ) : (
                    <DayGrid day={day} entries={entriesOf(rows, day, open)} rooms={leaves} open={open} />
                  )}
                  <ClosedRooms rows={rows} />
                </>
              )}
            </Query>
          )
        }}
      </Query>
    </Page>
  )
}
