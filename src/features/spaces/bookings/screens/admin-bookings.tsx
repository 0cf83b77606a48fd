import { useQuery } from '@tanstack/react-query'
import { type BookingStatus as State, statuses } from '#features/spaces/calendar/inputs.ts'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { bookingList } from '../inputs.ts'
import { type AdminBooking, BookingPanel } from '../parts/booking-panel.tsx'
import { BookingStatus } from '../parts/booking-row.tsx'

const whenOf = ({ bookingOn, startsAt, endsAt }: AdminBooking, year = false) =>
  `${formatDate(bookingOn, { year })}, ${formatTimeRange(startsAt, endsAt)}`

const columns: Column<AdminBooking>[] = [
  {
    key: 'startsAt',
    header: 'When',
    kind: 'text',
    width: 11.5,
    of: row => whenOf(row),
  },
  { key: 'facility', header: 'Facility', kind: 'text', priority: 2, of: row => row.facilityName },
  {
    key: 'person',
    header: 'Person',
    kind: 'person',
    of: row => row.person.name,
    opens: row => ['person', row.person.id],
  },
  {
    ...{ key: 'status', header: 'Status', kind: 'status', width: 11 },
    of: row => <BookingStatus booking={row} />,
    isUsual: ({ status }) => status === 'confirmed',
  },
  {
    key: 'paid',
    header: 'Price',
    kind: 'number',
    width: 7,
    priority: 2,
    of: row => sumWords({ tokens: row.tokensUsed, pence: row.pricePence }),
  },
  {
    key: 'createdAt',
    header: 'Booked',
    kind: 'date',
    of: row => row.createdAt,
  },
]

const statusWords: Record<State, string> = {
  pending: 'To pay',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
}

/**
 * /admin/bookings: bookings of everybody, what goes on and what comes unless what is over is asked for, each with
 * moving and cancelling beside the list (decision 23).
 */
export function AdminBookings() {
  const list = useList(bookingList, api.bookings.list, { canExport: true, usual: { when: 'coming', sort: 'startsAt' } })
  const facilities = useQuery(api.facilities.list.queryOptions())
  return (
    <Page
      title="Bookings"
      chassis="desk"
      actions={
        <ButtonLink to="/admin/house-calendar" variant="default">
          Day by room
        </ButtonLink>
      }
    >
      <DataTable
        {...list}
        label="Facility bookings"
        noun={['booking', 'bookings']}
        failed="Failed to load bookings"
        columns={columns}
        rowId={row => row.id}
        rowName={row => `${row.facilityName}, ${formatDate(row.bookingOn)}, ${row.person.name}`}
        searchFor="Name or email"
        filters={[
          {
            key: 'when',
            label: 'When',
            options: [
              { value: 'coming', label: 'Now and to come' },
              { value: 'past', label: 'Over' },
            ],
          },
          {
            key: 'status',
            label: 'Status',
            options: statuses.map(value => ({ value, label: statusWords[value] })),
          },
          {
            key: 'facility',
            label: 'Facility',
            options: (facilities.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
          { key: 'on', label: 'Date', kind: 'day' },
        ]}
        panel={{
          title: row => row?.facilityName ?? 'Booking',
          mark: row => <BookingStatus booking={row} />,
          when: row => `${whenOf(row, true)}, ${row.person.name}`,
          body: id => <BookingPanel key={id} id={id} />,
        }}
        empty={
          <Empty
            what={list.search.when ? 'Nothing is booked from now on' : 'Nothing has been booked yet'}
            why="Bookings of facilities appear here."
          />
        }
      />
    </Page>
  )
}
