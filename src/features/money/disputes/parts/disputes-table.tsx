import { formatMoney } from '#platform/words.ts'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { disputeList } from '../inputs.ts'
import { wantsAnswer } from '../rules.ts'
import { DisputePanel } from './dispute-panel.tsx'
import { type Dispute, disputeStates, reasonWords } from './dispute-words.ts'

const columns: Column<Dispute>[] = [
  {
    key: 'person',
    header: 'Person',
    kind: 'person',
    of: row => row.person,
    opens: row => (row.userId ? ['person', row.userId] : null),
  },
  {
    key: 'description',
    header: 'For',
    kind: 'text',
    of: row => row.description,
    opens: row => (row.orderId ? ['order', row.orderId] : null),
  },
  { key: 'amountPence', header: 'Amount', kind: 'money', of: row => row.amountPence },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    width: 12.5,
    of: row => <Status tone={disputeStates[row.status].tone}>{disputeStates[row.status].words}</Status>,
  },
  { key: 'reason', header: 'What they say', kind: 'text', of: row => reasonWords(row.reason) },
  {
    key: 'dueAt',
    header: 'Answer by',
    kind: 'date',
    of: row => (wantsAnswer(row.status) ? row.dueAt : null),
  },
  { key: 'createdAt', header: 'Since', kind: 'date', of: row => row.createdAt },
]

/** Payments to which their payer objected at the bank. */
export function DisputesTable() {
  const list = useList(disputeList, api.payments.disputes)
  return (
    <>
      <p>
        The bank takes the money back until it has decided; while it only asks a question it takes nothing. Answer at
        the payment provider; a dispute that nobody answers is lost. What was bought stays until then.
      </p>
      <DataTable
        {...list}
        label="Disputed payments"
        noun={['disputed payment', 'disputed payments']}
        failed="Failed to load disputes"
        columns={columns}
        rowId={row => row.id}
        rowName={row => `${formatMoney(row.amountPence)} of ${row.person}`}
        searchFor="Search disputes"
        filters={[{ key: 'wants', label: 'Wants', options: [{ value: 'answer', label: 'Our answer' }] }]}
        panel={{
          title: row => (row ? `${formatMoney(row.amountPence)} of ${row.person}` : 'Dispute'),
          mark: ({ status }) => <Status tone={disputeStates[status].tone}>{disputeStates[status].words}</Status>,
          body: (id, row) => (row ? <DisputePanel key={id} of={row} /> : <p>It is not on this page of the list.</p>),
        }}
        empty={<Empty what="No payment is disputed" />}
      />
    </>
  )
}
