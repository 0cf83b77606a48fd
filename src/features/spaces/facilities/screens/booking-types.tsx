import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatTokens } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable, type TableSearch } from '#ui/table/data-table.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { FacilityEditor, type OfficeFacility } from '../parts/facility-editor.tsx'
import { cashWords, dayWords, durationWords } from '../parts/fare-words.ts'

const columns: Column<OfficeFacility>[] = [
  { key: 'name', header: 'Facility', kind: 'text', width: 12, of: row => row.name },
  { key: 'cash', header: 'Card price', kind: 'text', width: 8.5, priority: 1, of: row => cashWords(row) },
  { key: 'tokens', header: 'Token cost', kind: 'number', width: 7, priority: 1, of: row => costWords(row) },
  { key: 'days', header: 'Tokens taken', kind: 'text', width: 10, of: row => dayWords(row.tokenAvailableDays) },
  { key: 'length', header: 'Length', kind: 'text', width: 6.5, of: row => durationWords(row.durationMinutes) },
  {
    key: 'units',
    header: 'At a time',
    kind: 'number',
    of: row => row.units,
    short: row => (row.units > 1 ? `${row.units} at a time` : null),
  },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    width: 10,
    of: row => (row.isActive ? <Status tone="good">Can be booked</Status> : <Status>Off</Status>),
  },
]

const costWords = ({ tokenCost }: OfficeFacility) => (tokenCost === 0 ? 'Included' : formatTokens(tokenCost))

/** /admin/pricing, Manage Booking Types (CNT-57 … CNT-60): every facility in one table, changed beside it. Name, slug and length are not editable. */
export function BookingTypes() {
  const query = useQuery(api.facilities.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const search: TableSearch = useSearch({ from: '/admin/pricing' })
  const navigate = useNavigate()
  // All of them are here: they are searched where they stand.
  const wanted = String(search.q ?? '').toLowerCase()
  const rows = query.data?.filter(({ name }) => name.toLowerCase().includes(wanted))
  const facilityOf = (id: string) => query.data?.find(facility => facility.id === id)
  return (
    <Page title="Manage Booking Types" chassis="desk">
      <DataTable
        of={{ ...query, data: rows && { rows, total: rows.length } }}
        search={search}
        onSearch={next => {
          const changed = Object.entries({ ...search, ...next }).map(([name, is]) => [name, is && String(is)])
          const isClosed = 'open' in next && next.open === undefined
          void navigate({ to: '/admin/pricing', search: Object.fromEntries(changed), replace: isClosed })
        }}
        label="Booking types"
        noun={['booking type', 'booking types']}
        failed={messages.listFailed}
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.name}
        size={100}
        searchFor="Facility"
        panel={{
          title: row => row?.name ?? 'Facility',
          body: id => {
            const facility = facilityOf(id)
            return facility ? <FacilityEditor key={id} facility={facility} /> : null
          },
        }}
        empty={<Empty what="There are no facilities yet" />}
      />
    </Page>
  )
}
