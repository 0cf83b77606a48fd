import { formatMoney } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { type DisputeStatus, disputeList } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.payments.disputes>>['rows'][number]

const states: Record<DisputeStatus, { tone: StatusTone; words: string }> = {
  open: { tone: 'warn', words: 'Answer it' },
  won: { tone: 'good', words: 'Won, money returned' },
  lost: { tone: 'bad', words: 'Lost' },
}

const columns: Column<Row>[] = [
  { key: 'person', header: 'Person', cell: row => row.person },
  { key: 'description', header: 'For', cell: row => row.description },
  { key: 'amountPence', header: 'Amount', cell: row => formatMoney(row.amountPence), align: 'right' },
  {
    key: 'status',
    header: 'Status',
    cell: row => <Status tone={states[row.status].tone}>{states[row.status].words}</Status>,
  },
  { key: 'reason', header: 'What they say', cell: row => sentence(row.reason) },
  {
    key: 'dueAt',
    header: 'Answer by',
    cell: row => (row.dueAt && row.status === 'open' ? <When at={row.dueAt} /> : null),
  },
  { key: 'createdAt', header: 'Since', cell: row => <When at={row.createdAt} /> },
]

/** Payments to which their payer objected at the bank. */
export function DisputesTable() {
  const list = useList(disputeList, api.payments.disputes)
  return (
    <>
      <p>
        The bank takes the money back until it has decided. Answer at the payment provider; a dispute that nobody
        answers is lost. What was bought stays until then.
      </p>
      <DataTable
        {...list}
        label="Disputed payments"
        failed="Failed to load disputes"
        columns={columns}
        rowId={row => row.id}
        rowName={row => `${formatMoney(row.amountPence)} of ${row.person}`}
        searchFor="Search disputes"
        empty={<Empty what="No payment is disputed" />}
      />
    </>
  )
}

/** The provider's word for what the payer says, such as `product_not_received`, as people write. */
const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll('_', ' ')}`
