import { formatMoney, stateWords } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { type OrderStatus, orderList, orderStatuses } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.payments.orders>>['rows'][number]

const tones: Record<OrderStatus, StatusTone> = {
  pending: 'warn',
  arranged: 'info',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
  refunded: 'info',
}

const columns: Column<Row>[] = [
  { key: 'person', header: 'Person', kind: 'person', of: row => row.person },
  { key: 'description', header: 'For', kind: 'text', width: 11, of: row => row.description },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: row => <Status tone={tones[row.status]}>{stateWords(row.status)}</Status>,
  },
  {
    key: 'amountPence',
    header: 'Amount',
    kind: 'money',
    of: row => row.amountPence,
  },
  { key: 'createdAt', header: 'Made', kind: 'date', of: row => row.createdAt },
]

/** Orders of everybody, whatever became of them. */
export function OrdersTable() {
  const list = useList(orderList, api.payments.orders, { canExport: true })
  return (
    <DataTable
      {...list}
      label="Orders"
      failed="Failed to load orders"
      columns={columns}
      rowId={row => row.id}
      rowName={row => `${row.person}, ${row.description}`}
      searchFor="Search people and orders"
      filters={[
        { key: 'status', label: 'Status', options: orderStatuses.map(value => ({ value, label: stateWords(value) })) },
        {
          key: 'kind',
          label: 'Kind',
          options: (list.of.data?.kinds ?? []).map(value => ({ value, label: stateWords(value) })),
        },
      ]}
      panel={{
        title: row => row?.description ?? 'Order',
        body: (_, row) => (row ? <OrderFacts row={row} /> : null),
      }}
      empty={<Empty what="No orders yet" why="Every card payment starts as an order and appears here." />}
    />
  )
}

function OrderFacts({ row }: { row: Row }) {
  return (
    <Facts
      facts={[
        { label: 'Person', value: row.person },
        { label: 'Email', value: row.email },
        { label: 'Status', value: <Status tone={tones[row.status]}>{stateWords(row.status)}</Status> },
        { label: 'Amount', value: formatMoney(row.amountPence) },
        { label: 'Paid with credit', value: row.creditPence > 0 ? formatMoney(row.creditPence) : null },
        { label: 'Taken back by the bank', value: row.disputedPence > 0 ? formatMoney(row.disputedPence) : null },
        { label: 'Given back', value: row.refundedPence > 0 ? formatMoney(row.refundedPence) : null },
        { label: 'Made', value: <When at={row.createdAt} /> },
        { label: 'Paid', value: row.paidAt ? <When at={row.paidAt} /> : null },
        { label: 'Open until', value: row.status === 'pending' ? <When at={row.expiresAt} /> : null },
        { label: 'Payment', value: row.stripePaymentIntentId },
        { label: 'Order', value: row.id },
      ]}
    />
  )
}
