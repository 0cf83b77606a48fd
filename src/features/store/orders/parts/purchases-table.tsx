import { formatCount } from '#platform/words.ts'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { messages, noteWords, officeNotes, type ShopOrderStatus, shopOrderList, shopOrderStatuses } from '../inputs.ts'
import { PurchasePanel } from './purchase-panel.tsx'

export type PurchaseRow = Awaited<ReturnType<typeof rpc.shopOrders.list>>['rows'][number]

const states: Record<ShopOrderStatus, { label: string; tone: StatusTone }> = {
  pending: { label: 'Pending', tone: 'warn' },
  paid: { label: 'Paid', tone: 'good' },
  refunded: { label: 'Refunded', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
  failed: { label: 'Failed', tone: 'bad' },
}

const columns: Column<PurchaseRow>[] = [
  { key: 'title', header: 'For', kind: 'text', width: 13, priority: 1, of: row => row.title },
  { key: 'person', header: 'Person', kind: 'person', of: row => row.person, opens: row => ['person', row.userId] },
  {
    key: 'totalPointsRequired',
    header: 'Points',
    kind: 'number',
    of: row => row.totalPointsRequired,
    short: row => formatCount(row.totalPointsRequired, 'point'),
  },
  { key: 'totalPence', header: 'Sum', kind: 'money', of: row => row.totalPence },
  {
    key: 'paidPence',
    header: 'Paid',
    kind: 'money',
    of: row => (row.paidAt ? (row.paidPence ?? row.totalPence) : null),
  },
  { key: 'createdAt', header: 'Made', kind: 'date', of: row => row.createdAt },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    width: 9.5,
    priority: 1,
    of: row => (
      <Status tone={row.notes.length > 0 ? 'warn' : states[row.status].tone}>
        {states[row.status].label}
        {row.notes.length > 0 ? ', to look at' : ''}
      </Status>
    ),
  },
]

/** Everybody's purchases in the store: what the storefront was paid, and what it took of points. */
export function PurchasesTable() {
  const list = useList(shopOrderList, api.shopOrders.list, { canExport: true })
  return (
    <DataTable
      {...list}
      label="Purchases"
      noun={['purchase', 'purchases']}
      failed={messages.listFailed}
      columns={columns}
      rowId={row => row.orderId}
      rowName={row => `${row.title}, ${row.person}`}
      searchFor="Search person or number"
      filters={[
        {
          key: 'status',
          label: 'Status',
          options: shopOrderStatuses.map(value => ({ value, label: states[value].label })),
        },
        {
          key: 'note',
          label: 'To look at',
          options: officeNotes.map(value => ({ value, label: noteWords[value] })),
        },
      ]}
      panel={{
        title: row => row?.title ?? 'Purchase',
        body: (_, row) =>
          row ? <PurchasePanel purchase={row} /> : <p>This purchase is not on this page of the list.</p>,
      }}
      empty={<Empty what="No purchase yet" why="What members check out in the store stands here." />}
    />
  )
}
