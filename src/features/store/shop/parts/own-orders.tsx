import { Link } from '@tanstack/react-router'
import { ownOrderList, type ShopOrderStatus } from '#features/store/orders/inputs.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { formatPoints } from '../rules.ts'

type Row = Awaited<ReturnType<typeof rpc.shopOrders.mine>>['rows'][number]

const states: Record<ShopOrderStatus, { words: string; tone: StatusTone }> = {
  pending: { words: 'Not paid yet', tone: 'warn' },
  paid: { words: 'Paid', tone: 'good' },
  refunded: { words: 'Refunded', tone: 'info' },
  expired: { words: 'Not paid', tone: 'plain' },
  failed: { words: 'Not paid', tone: 'plain' },
}

/** One that is open no more has run out, also before the house has written that down. */
const stateOf = ({ status, state }: Row) => states[status === 'pending' && state !== 'pending' ? 'expired' : status]

const columns: Column<Row>[] = [
  { key: 'title', header: 'For', kind: 'text', width: 14, of: row => row.title },
  { key: 'createdAt', header: 'When', kind: 'date', of: row => row.createdAt },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: row => <Status tone={stateOf(row).tone}>{stateOf(row).words}</Status>,
  },
  // What is not paid has a price; what is, cost what the storefront was paid, delivery included.
  {
    key: 'totalPence',
    header: 'Price',
    kind: 'money',
    of: row => row.paidPence ?? row.totalPence,
  },
  {
    key: 'points',
    header: 'Points',
    kind: 'number',
    of: row => row.pointsDeducted,
    short: row => formatPoints(row.pointsDeducted),
  },
  {
    key: 'page',
    header: 'Page',
    kind: 'action',
    of: row => (
      <Link to="/store/success" search={{ order: row.orderId }} aria-label={`Open the purchase: ${row.title}`}>
        Open
      </Link>
    ),
  },
]

/** The person's purchases in the store, each with its page. */
export function OwnOrders() {
  const list = useList(ownOrderList, api.shopOrders.mine)
  return (
    <DataTable
      {...list}
      label="Your purchases"
      failed={messages.ordersFailed}
      columns={columns}
      rowId={row => row.orderId}
      rowName={row => row.title}
      empty={
        <Empty
          what="You have bought nothing yet"
          why="What you check out in the store stands here, with what became of it."
          next={<ButtonLink to="/store">Browse the store</ButtonLink>}
        />
      }
    />
  )
}
