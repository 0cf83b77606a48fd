import { Link } from '@tanstack/react-router'
import { OrderState } from '#features/money/orders/parts/order-panel.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { ownPayments } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.payments.mine>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'description', header: 'For', kind: 'text', width: 14, of: row => row.description },
  { key: 'createdAt', header: 'When', kind: 'date', of: row => row.createdAt },
  { key: 'status', header: 'Status', kind: 'status', of: row => <OrderState status={row.status} /> },
  { key: 'amountPence', header: 'Amount', kind: 'money', of: row => row.amountPence },
  {
    key: 'page',
    header: 'Page',
    kind: 'action',
    of: row => (
      <Link to="/orders/$id" params={{ id: row.id }} aria-label={`Open the payment: ${row.description}`}>
        Open
      </Link>
    ),
  },
]

/** The person's payments, each with its page. */
export function OwnPayments() {
  const list = useList(ownPayments, api.payments.mine)
  return (
    <DataTable
      {...list}
      label="Your payments"
      failed="Failed to load your payments"
      columns={columns}
      rowId={row => row.id}
      rowName={row => row.description}
      empty={<Empty what="No payments yet" why="What you book or buy appears here, with its receipt." />}
    />
  )
}
