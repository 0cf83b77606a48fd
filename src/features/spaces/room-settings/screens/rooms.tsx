import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatCount, formatTimeRange } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable, type TableSearch } from '#ui/table/data-table.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { type OfficeRoom, RoomEditor } from '../parts/room-editor.tsx'

/** /admin/rooms: every room with its hours, how many it is for and what is in it, changed beside the table. */
export function Rooms() {
  const query = useQuery(api.rooms.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const search: TableSearch = useSearch({ from: '/admin/rooms' })
  const navigate = useNavigate()
  const venue = query.data?.venue
  // All of them are here: they are searched where they stand.
  const wanted = String(search.q ?? '').toLowerCase()
  const rows = query.data?.rows
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  // What every room has alike is said once, above them.
  const isOwn = {
    hours: rows?.some(({ opensAt, closesAt }) => opensAt || closesAt) ?? false,
    ready: rows?.some(({ turnaroundMinutes }) => turnaroundMinutes > 0) ?? false,
    units: rows?.some(({ units }) => units > 1) ?? false,
  }
  const columns = [
    { key: 'name', header: 'Room', kind: 'text', width: 12, of: row => row.name },
    { key: 'whole', header: 'Part of', kind: 'text', width: 8, of: row => row.partOf ?? '' },
    {
      key: 'hours',
      header: 'Own hours',
      kind: 'text',
      width: 8,
      priority: 1,
      of: row =>
        row.opensAt || row.closesAt
          ? formatTimeRange(row.opensAt || venue!.opensAt, row.closesAt || venue!.closesAt)
          : '',
    },
    {
      key: 'ready',
      header: 'Made ready',
      kind: 'text',
      width: 7,
      of: row => (row.turnaroundMinutes === 0 ? '' : `${row.turnaroundMinutes} min`),
    },
    {
      key: 'people',
      header: 'People',
      kind: 'number',
      of: row => row.people,
      short: row => formatCount(row.people, 'person', 'people'),
    },
    {
      key: 'units',
      header: 'At a time',
      kind: 'number',
      of: row => (row.units > 1 ? row.units : ''),
      short: row => (row.units > 1 ? `${row.units} at a time` : null),
    },
    { key: 'features', header: 'What is in it', kind: 'text', width: 14, of: row => row.features.join(', ') },
    { key: 'facilities', header: 'Booked as', kind: 'text', width: 10, of: row => row.facilities.join(', ') },
  ] satisfies Column<OfficeRoom>[]
  return (
    <Page
      title="Rooms"
      chassis="desk"
      lead={
        <>
          {venue
            ? `Open ${formatTimeRange(venue.opensAt, venue.closesAt)} as the venue, unless a room has hours of its own. `
            : ''}
          To close one for a time, go to the <AnchorLink to="/admin/house-calendar">house calendar</AnchorLink>.
        </>
      }
    >
      <DataTable
        of={{ ...query, data: rows && { rows, total: rows.length } }}
        search={search}
        onSearch={next => {
          const changed = Object.entries({ ...search, ...next }).map(([name, is]) => [name, is && String(is)])
          const isClosed = 'open' in next && next.open === undefined
          void navigate({ to: '/admin/rooms', search: Object.fromEntries(changed), replace: isClosed })
        }}
        label="Rooms"
        noun={['room', 'rooms']}
        failed={messages.listFailed}
        columns={columns.filter(({ key }) => isOwn[key as keyof typeof isOwn] ?? true)}
        rowId={row => row.id}
        rowName={row => row.name}
        size={100}
        searchFor="Room"
        panel={{
          title: row => row?.name ?? 'Room',
          body: id => {
            const room = query.data?.rows.find(row => row.id === id)
            return room && venue ? <RoomEditor key={id} room={room} venue={venue} /> : null
          },
        }}
        empty={<Empty what="There are no rooms yet" />}
      />
    </Page>
  )
}
