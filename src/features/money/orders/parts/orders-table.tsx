import { formatDateTime, formatMoney, stateWords } from '#platform/words.ts'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { orderList, orderStatuses } from '../inputs.ts'
import { OrderPanel, OrderState } from './order-panel.tsx'

type Row = Awaited<ReturnType<typeof rpc.payments.orders>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'person', header: 'Person', kind: 'person', of: row => row.person },
  { key: 'description', header: 'For', kind: 'text', width: 11, of: row => row.description },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: row => <OrderState status={row.status} />,
    isUsual: row => row.status === 'paid',
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
      noun={['payment', 'payments']}
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
        mark: row => <OrderState status={row.status} />,
        when: row => `${formatMoney(row.amountPence)}, ${formatDateTime(row.createdAt)}`,
        body: id => <OrderPanel key={id} id={id} isNamed />,
      }}
      empty={
        <Empty
          what="No orders yet"
          why="Every payment by card starts as an order, and what the desk takes becomes one."
        />
      }
    />
  )
}
