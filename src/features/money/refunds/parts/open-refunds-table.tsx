import { Button } from '@mantine/core'
import { stateWords } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { openRefundList, openRefundStatuses } from '../inputs.ts'
import { formatSum } from '../rules.ts'

type Row = Awaited<ReturnType<typeof rpc.payments.openRefunds>>['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'person',
    header: 'Person',
    kind: 'person',
    of: row => row.person,
    opens: row => (row.userId ? ['person', row.userId] : null),
  },
  {
    key: 'amountPence',
    header: 'Amount',
    kind: 'number',
    priority: 2,
    of: row => formatSum(row.amountPence, row.currency),
  },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: row => <Status tone={row.status === 'failed' ? 'bad' : 'info'}>{stateWords(row.status)}</Status>,
  },
  { key: 'reason', header: 'Why', kind: 'text', of: row => row.reason },
  { key: 'lastError', header: 'Problem', kind: 'text', of: row => row.lastError },
  { key: 'createdAt', header: 'Asked', kind: 'date', of: row => row.createdAt },
  { key: 'again', header: 'Again', kind: 'action', of: row => (row.can.retry ? <Retry refund={row} /> : null) },
]

/** Money on its way back: booked here already, the provider is asked until it agrees. */
export function OpenRefundsTable() {
  const list = useList(openRefundList, api.payments.openRefunds)
  return (
    <>
      <p>Booked here already; the provider is asked until it agrees.</p>
      <DataTable
        {...list}
        label="Refunds under way"
        failed="Failed to load refunds"
        columns={columns}
        rowId={row => row.id}
        rowName={row => `${formatSum(row.amountPence, row.currency)} to ${row.person}`}
        searchFor="Search refunds"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: openRefundStatuses.map(value => ({ value, label: stateWords(value) })),
          },
        ]}
        empty={<Empty what="No refunds are waiting" />}
      />
    </>
  )
}

function Retry({ refund }: { refund: Row }) {
  const retry = useAction(rpc.payments.retryRefund, {
    atOnce: 'it does what was to be done before',
    done: { title: 'Trying again', message: 'The result shows here in a moment.' },
    failed: 'The refund was not tried again',
  })
  return (
    <Button size="sm" variant="default" loading={retry.isRunning} onClick={() => void retry.run({ id: refund.id })}>
      Try again
      <span className="visually-hidden">{`: ${formatSum(refund.amountPence, refund.currency)} to ${refund.person}`}</span>
    </Button>
  )
}
