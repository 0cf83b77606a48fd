import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { sumWords } from '#features/facilities/parts/fare-words.tsx'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { formatDate, formatDateTime, formatTimeRange } from '#ui/dates.tsx'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { api } from '#web/client.ts'
import { type BookingStatus as State, statuses } from '../inputs.ts'
import { type AdminBooking, BookingPanel } from '../parts/booking-panel.tsx'
import { BookingStatus } from '../parts/booking-row.tsx'

const columns: Column<AdminBooking>[] = [
  {
    key: 'startsAt',
    header: 'When',
    canSort: true,
    cell: row => (
      <>
        {formatDate(row.bookingOn)}
        <br />
        {formatTimeRange(row.startsAt, row.endsAt)}
      </>
    ),
  },
  { key: 'facility', header: 'Facility', cell: row => row.facilityName },
  { key: 'person', header: 'Person', cell: row => row.person.name },
  { key: 'status', header: 'Status', cell: row => <BookingStatus booking={row} /> },
  {
    key: 'paid',
    header: 'Price',
    align: 'right',
    cell: row => sumWords({ tokens: row.tokensUsed, pence: row.pricePence }),
  },
  {
    key: 'createdAt',
    header: 'Booked',
    canSort: true,
    isWideOnly: true,
    cell: row => formatDateTime(row.createdAt),
  },
]

const filterKeys = ['status', 'facility', 'on']
const sorts = ['startsAt', '-startsAt', 'createdAt', '-createdAt'] as const
const statusWords: Record<State, string> = {
  pending: 'Waiting for payment',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
}

/** /admin/bookings: bookings of everybody, each with cancelling beside the list (decision 23). */
export function AdminBookings() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const view = readTableSearch(search, filterKeys)
  const types = useQuery(api.bookings.typesForStaff.queryOptions())
  const sort = sorts.find(each => each === view.sort)
  const status = statuses.find(each => each === view.filters.status)
  const { facility, on } = view.filters
  const query = useQuery(
    api.bookings.list.queryOptions({
      input: {
        page: view.page,
        pageSize: view.size,
        ...(sort && { sort }),
        ...(view.q && { q: view.q }),
        ...(status && { status }),
        ...(facility && { facility }),
        ...(on && { on }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Page title="Facility bookings" kicker="Bookings" lead="Who has which facility when, and what was paid.">
      <DataTable
        label="Facility bookings"
        of={query}
        failed="Failed to load bookings"
        columns={columns}
        rowId={row => row.id}
        rowName={row => `${row.facilityName}, ${formatDate(row.bookingOn)}, ${row.person.name}`}
        search={search}
        onSearch={next => void navigate({ to: '/admin/bookings' as string, search: { ...search, ...next } as never })}
        searchFor="Name or e-mail"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: statuses.map(value => ({ value, label: statusWords[value] })),
          },
          {
            key: 'facility',
            label: 'Facility',
            options: (types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
          { key: 'on', label: 'Date', kind: 'day' },
        ]}
        panel={{
          title: row => row?.facilityName ?? 'Booking',
          body: (_, row) => (row ? <BookingPanel booking={row} /> : <p>This booking is on another page.</p>),
        }}
        empty={<Empty what="Nothing has been booked yet" why="Bookings of facilities appear here." />}
      />
    </Page>
  )
}
