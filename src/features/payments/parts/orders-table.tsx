import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { When } from '#ui/dates.tsx'
import { Facts } from '#ui/facts.tsx'
import { formatMoney } from '#ui/money.tsx'
import { Empty } from '#ui/states.tsx'
import { Status, type StatusTone } from '#ui/status.tsx'
import { api, type rpc } from '#web/client.ts'
import type { OrderStatus } from '../rules.ts'

type Row = Awaited<ReturnType<typeof rpc.payments.orders>>['rows'][number]
type Sort = NonNullable<Parameters<typeof rpc.payments.orders>[0]>['sort']

const tones: Record<OrderStatus, StatusTone> = {
  pending: 'warn',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
  refunded: 'info',
}

const columns: Column<Row>[] = [
  { key: 'person', header: 'Person', cell: row => row.person },
  { key: 'description', header: 'For', cell: row => row.description },
  { key: 'status', header: 'Status', cell: row => <Status tone={tones[row.status]}>{row.status}</Status> },
  {
    key: 'amountPence',
    header: 'Amount',
    cell: row => formatMoney(row.amountPence),
    canSort: true,
    align: 'right',
  },
  { key: 'createdAt', header: 'Made', cell: row => <When at={row.createdAt} />, canSort: true },
]

/** Orders of everybody, whatever became of them. */
export function OrdersTable(props: {
  search: TableSearch
  onSearch: (next: Record<string, string | number | undefined>) => void
}) {
  const view = readTableSearch(props.search, ['status', 'kind'])
  const query = useQuery(
    api.payments.orders.queryOptions({
      input: {
        page: view.page,
        pageSize: view.size,
        ...(view.sort && { sort: view.sort as Sort }),
        ...(view.q && { q: view.q }),
        ...(view.filters.status && { status: view.filters.status as OrderStatus }),
        ...(view.filters.kind && { kind: view.filters.kind }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <DataTable
      label="Orders"
      of={query}
      failed="Failed to load orders"
      columns={columns}
      rowId={row => row.id}
      rowName={row => `${row.person}, ${row.description}`}
      search={props.search}
      onSearch={props.onSearch}
      searchFor="Search people and orders"
      filters={[
        {
          key: 'status',
          label: 'Status',
          options: Object.keys(tones).map(value => ({ value, label: value })),
        },
        {
          key: 'kind',
          label: 'Kind',
          options: ['booking', 'membership', 'tokens'].map(value => ({ value, label: value })),
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
        { label: 'Status', value: <Status tone={tones[row.status]}>{row.status}</Status> },
        { label: 'Amount', value: formatMoney(row.amountPence) },
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
