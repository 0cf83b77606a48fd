import { Button, Group } from '@mantine/core'
import { wayWords } from '#features/money/orders/inputs.ts'
import { stateWords } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { ChoiceField, TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { openRefundList, openRefundStatuses, settledWays, settleInput } from '../inputs.ts'
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

/** Money on its way back: in the ledger already, while the payment provider has not said yet that it is paid out. */
export function OpenRefundsTable() {
  const list = useList(openRefundList, api.payments.openRefunds)
  return (
    <>
      <p>
        Money on its way back. It is in the ledger already and leaves this list once the payment provider has paid it
        out.
      </p>
      <DataTable
        {...list}
        label="Refunds under way"
        noun={['refund', 'refunds']}
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
        panel={{
          title: row => (row ? `${formatSum(row.amountPence, row.currency)} to ${row.person}` : 'Refund'),
          body: (id, row) =>
            row ? <RefundPanel key={id} refund={row} /> : <p>It has gone back, or is no longer waiting.</p>,
        }}
        empty={<Empty what="No refunds are waiting" />}
      />
    </>
  )
}

/** One of them: asked for again first; what the provider can never give back, by hand below. */
function RefundPanel({ refund }: { refund: Row }) {
  return (
    <>
      <Facts
        facts={[
          { label: 'Status', value: stateWords(refund.status) },
          { label: 'Why', value: refund.reason },
          { label: 'Problem', value: refund.lastError },
          {
            label: 'Order',
            value: refund.orderId ? (
              <ObjectLink noun="order" id={refund.orderId}>
                Open the order
              </ObjectLink>
            ) : null,
          },
        ]}
      />
      {refund.can.retry ? (
        <Group my="md">
          <Retry refund={refund} />
        </Group>
      ) : null}
      {refund.can.settle ? <Settle refund={refund} /> : null}
    </>
  )
}

/** The end of what the provider can never give back: a card that is closed, a payment that is too old. */
function Settle({ refund }: { refund: Row }) {
  const sum = formatSum(refund.amountPence, refund.currency)
  const form = useSchemaForm({
    schema: settleInput,
    initial: { id: refund.id, way: 'transfer', reason: '' },
    ask: () => ({
      title: `Has ${refund.person} had ${sum} back?`,
      body: 'It is written into the ledger, and nobody is asked to pay it out again. This cannot be undone.',
      action: 'Settled otherwise',
      keep: 'Not yet',
      danger: true,
    }),
    submit: (values, { idempotencyKey }) => rpc.payments.settleRefund(values, { context: { idempotencyKey } }),
    onDone: () =>
      toast.success('Settled otherwise', `${sum} to ${refund.person} is in the ledger as you gave it back.`),
    onFailed: () => toast.error('The refund was not settled'),
  })
  return (
    <Form
      of={form}
      label="Settled otherwise"
      actions={
        <Submit of={form} busy="Settling…" variant="default">
          Settled otherwise
        </Submit>
      }
    >
      <p>
        For a refund that the payment provider can never make. Give the money back first: nobody is asked for it again.
      </p>
      <ChoiceField
        of={form.field('way')}
        label="How did it go back?"
        options={settledWays.map(value => ({ value, label: wayWords[value] }))}
      />
      <TextAreaField of={form.field('reason')} label="Reason" hint="For the office." maxLength={300} />
    </Form>
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
