import { useSearch } from '@tanstack/react-router'
import { formatCount, formatDate, formatNumber, formatTimeRange } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { slotList } from '../inputs.ts'
import { AddSlots } from '../parts/add-slots.tsx'
import { Parties } from '../parts/parties.tsx'
import { RemoveSlot } from '../parts/remove-slot.tsx'
import { Availability } from '../parts/tour-picker.tsx'
import { messages } from '../rules.ts'

type Row = Awaited<ReturnType<typeof rpc.tours.slots>>['rows'][number]

/** /admin/tours: what is offered, who comes, and what it comes to (TRA-01, TRA-02). */
export function AdminTours() {
  const { q } = useSearch({ strict: false })
  // Whoever looks for a guest also means the tour that they were on.
  const list = useList(slotList, api.tours.slots, { canExport: true, usual: { when: q ? '' : 'coming' } })
  const totals = list.of.data?.totals
  return (
    <Page
      title="Tours"
      heading="Tour Booking Management"
      chassis="desk"
      lead={totals ? wordsOf(totals) : 'Tours of the house, and who comes.'}
      actions={<AddSlots />}
    >
      <DataTable
        {...list}
        label="Tours"
        noun={['tour', 'tours']}
        failed={messages.slotsLoad}
        columns={columns}
        rowId={row => row.id}
        rowName={nameOfSlot}
        searchFor="Search guest or email"
        filters={[
          {
            key: 'when',
            label: 'When',
            options: [
              { value: 'coming', label: 'To come' },
              { value: 'past', label: 'Past' },
            ],
          },
          {
            key: 'status',
            label: 'Status',
            options: [{ value: 'cancelled', label: 'Deleted' }],
          },
        ]}
        panel={{
          title: row => (row ? nameOfSlot(row) : 'Tour'),
          body: (id, row) => (
            <>
              <Parties slotId={id} />
              {row?.can.remove ? <RemoveSlot slot={row} name={nameOfSlot(row)} /> : null}
            </>
          ),
        }}
        empty={
          <Empty
            what={list.search.when ? 'No tour to come' : 'No tour yet'}
            why="Tours are added with the button above."
          />
        }
      />
    </Page>
  )
}

const wordsOf = ({ slots, capacity, booked, left }: Record<'slots' | 'capacity' | 'booked' | 'left', number>) =>
  `${formatCount(slots, 'tour')} for ${formatCount(capacity, 'person', 'people')}: ${formatNumber(booked)} booked, ${formatCount(left, 'place')} left`

const nameOfSlot = (row: Pick<Row, 'tourDate' | 'startTime' | 'endTime'>) =>
  `${formatDate(row.tourDate, { year: true })}, ${formatTimeRange(row.startTime, row.endTime)}`

const columns: Column<Row>[] = [
  { key: 'tourDate', header: 'Tour', kind: 'text', width: 14, priority: 1, of: nameOfSlot },
  { key: 'availability', header: 'Places', kind: 'status', of: row => <Availability is={row.availability} /> },
  {
    key: 'bookedCount',
    header: 'Booked',
    kind: 'number',
    width: 7,
    of: row => `${formatNumber(row.bookedCount)} of ${formatNumber(row.capacity)}`,
  },
  {
    key: 'parties',
    header: 'Parties',
    kind: 'number',
    width: 6,
    of: row => formatNumber(row.parties),
    short: row => formatCount(row.parties, 'party', 'parties'),
  },
  {
    key: 'noShows',
    header: 'No-shows',
    kind: 'number',
    width: 6,
    priority: 4,
    of: row => formatNumber(row.noShows),
    short: row => formatCount(row.noShows, 'no-show'),
  },
  { key: 'guests', header: 'Who comes', kind: 'text', priority: 3, of: row => row.guests },
  { key: 'notes', header: 'Notes', kind: 'text', priority: 4, of: row => row.notes },
]
