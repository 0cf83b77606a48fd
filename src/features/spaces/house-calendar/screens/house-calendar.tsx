import { ActionIcon, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { BookFor } from '#features/spaces/on-behalf/parts/book-for.tsx'
import { messages } from '#features/spaces/schedule/inputs.ts'
import { CloseRoom } from '#features/spaces/schedule/parts/close-room.tsx'
import { ShiftDialog, type Shifting } from '#features/spaces/shifts/parts/shift.tsx'
import { addDays, mondayOf } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
import { DaySteps } from '#ui/day-steps.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { Agenda } from '../parts/agenda.tsx'
import { ClosedRooms } from '../parts/closed-rooms.tsx'
import classes from '../parts/day-grid.module.css'
import { DayGrid } from '../parts/day-grid.tsx'
import { DaySheet } from '../parts/day-sheet.tsx'
import { type Entry, entriesOf } from '../parts/entries.ts'
import { EntryDialog } from '../parts/entry-dialog.tsx'
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
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const shown = Array.from({ length: days }, (_, ahead) => addDays(from, ahead))
  const [shifting, setShifting] = useState<Shifting | null>(null)
  return (
    <Page
      title="House calendar"
      chassis="desk"
      actions={
        <>
          <BookFor on={day < today ? today : day} />
          <CloseRoom on={day < today ? today : day} />
          {isWeek ? null : (
            <ActionIcon
              variant="default"
              aria-label="Print day sheet"
              title="Print day sheet"
              onClick={() => window.print()}
            >
              <IconPrinter size={18} aria-hidden />
            </ActionIcon>
          )}
        </>
      }
    >
      <DaySteps day={day} by={isWeek ? 'week' : 'day'} onDay={on => show({ on })}>
        <SegmentedControl
          aria-label="How much is shown"
          value={isWeek ? 'week' : 'day'}
          onChange={view => show({ view: view === 'week' ? view : undefined })}
          data={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
      </DaySteps>
      <Query of={rooms} failed={messages.loadFailed}>
        {all => {
          const leaves = all.filter(({ isLeaf }) => isLeaf)
          return (
            <Query of={found} failed={messages.loadFailed}>
              {({ open, rows }) => (
                <>
                  {isPhone ? (
                    <Agenda days={shown} day={day} rows={rows} rooms={leaves} open={open} />
                  ) : isWeek ? (
                    <WeekGrid days={shown} rows={rows} rooms={leaves} open={open} />
                  ) : (
                    <Day day={day} rows={rows} rooms={leaves} open={open} onShift={setShifting} />
                  )}
                  {/* A phone's screen is for what is on. */}
                  {isPhone ? null : (
                    <p className={classes.hint}>
                      Whatever takes a room is here: bookings, studio sessions, rentals, the market, closures.
                    </p>
                  )}
                  {isWeek ? null : <DaySheet day={day} entries={entriesOf(rows, day, open)} />}
                  <ClosedRooms rows={rows} />
                  <EntryDialog rows={rows} onShift={setShifting} />
                  {shifting ? <ShiftDialog shifting={shifting} rooms={all} onClose={() => setShifting(null)} /> : null}
                </>
              )}
            </Query>
          )
        }}
      </Query>
    </Page>
  )
}

function Day(props: { rows: readonly Entry[] } & Omit<Parameters<typeof DayGrid>[0], 'entries'>) {
  const { rows, ...rest } = props
  return (
    <>
      <DayGrid entries={entriesOf(rows, rest.day, rest.open)} {...rest} />
      <p className={classes.hint}>
        Drag what is still to come to another time, or press Shift and an arrow key on it: what that changes is said
        before it is done.
      </p>
    </>
  )
}
