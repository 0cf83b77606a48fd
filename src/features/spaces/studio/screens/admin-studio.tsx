import { formatCount, formatDate, formatMoney, formatTimeRange, formatTokens } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { messages, projectWords, sessionList } from '../inputs.ts'
import { type AdminSession, SessionPanel } from '../parts/session-panel.tsx'
import { stateOf } from '../rules.ts'

const columns: Column<AdminSession>[] = [
  {
    key: 'startsAt',
    header: 'When',
    kind: 'text',
    width: 12,
    of: row => `${formatDate(row.bookingDate)}, ${formatTimeRange(row.startTime, row.endTime)}`,
  },
  { key: 'client', header: 'Client', kind: 'text', priority: 1, of: row => row.clientName },
  { key: 'project', header: 'Project', kind: 'text', priority: 3, of: row => projectWords[row.projectType] },
  {
    key: 'hours',
    header: 'Hours',
    kind: 'number',
    width: 5,
    priority: 3,
    of: row => row.hours,
    short: row => `${row.hours} h`,
  },
  {
    key: 'price',
    header: 'Price',
    kind: 'number',
    priority: 2,
    width: 8,
    of: row => (row.tokensUsed > 0 ? formatTokens(row.tokensUsed) : formatMoney(row.pricePence)),
  },
  { key: 'status', header: 'Status', kind: 'text', priority: 1, width: 11, of: stateOf },
  { key: 'createdAt', header: 'Booked', kind: 'date', priority: 4, of: row => row.createdAt },
]

/** /admin/studio: sessions with completing, cancelling and what they come to (STA-01, STA-02). */
export function AdminStudio() {
  const list = useList(sessionList, api.studio.list, { canExport: true, usual: { when: 'coming', sort: 'startsAt' } })
  const totals = list.of.data?.totals
  return (
    <Page
      title="Photography Studio"
      heading="Photography Studio Bookings"
      chassis="desk"
      lead={
        totals
          ? `${formatCount(totals.bookings, 'booking')}, ${formatCount(totals.hours, 'hour')}: ${formatMoney(totals.paidPence)} paid, ${formatMoney(totals.duePence)} still to pay and ${formatTokens(totals.tokens)}, cancelled ones left out.`
          : 'Sessions in the studio.'
      }
    >
      <DataTable
        {...list}
        label="Studio bookings"
        noun={['booking', 'bookings']}
        failed={messages.loadFailed}
        columns={columns}
        rowId={row => row.id}
        rowName={row => `${formatDate(row.bookingDate)}, ${row.clientName}`}
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
            options: [
              { value: 'confirmed', label: 'Confirmed' },
              { value: 'completed', label: 'Completed' },
              { value: 'cancelled', label: 'Cancelled' },
            ],
          },
          {
            key: 'money',
            label: 'Money, of any day',
            options: [
              { value: 'due', label: 'Still to pay' },
              { value: 'owed', label: 'To hand back at the desk' },
            ],
          },
        ]}
        panel={{
          title: row => row?.clientName ?? 'Studio booking',
          when: row =>
            `${formatDate(row.bookingDate, { year: true })}, ${formatTimeRange(row.startTime, row.endTime)}, ${stateOf(row)}`,
          body: (_, row) => (row ? <SessionPanel session={row} /> : <p>There is no such booking.</p>),
        }}
        empty={
          <Empty
            what={list.search.when ? 'Nobody has booked the studio from now on' : 'Nobody has booked the studio yet'}
            why="Sessions appear here as members book them."
          />
        }
      />
    </Page>
  )
}
