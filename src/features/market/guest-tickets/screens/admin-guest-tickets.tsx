import { formatCount, formatDate, formatMoney } from '#platform/words.ts'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { AnchorLink } from '#ui/link.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { purchaseList, purchaseStatuses, staffCancel } from '../inputs.ts'
import { messages, wordsOf } from '../rules.ts'

type Row = Awaited<ReturnType<typeof rpc.guestTickets.list>>['rows'][number]

/** /admin/guest-tickets: who bought tickets for guests online, for which market, and what was taken. */
export function AdminGuestTickets() {
  const list = useList(purchaseList, api.guestTickets.list, { canExport: true, usual: { when: 'next' } })
  const sums = list.of.data?.sums
  return (
    <Page
      title="Guest tickets"
      chassis="desk"
      lead={
        sums
          ? `${formatCount(sums.tickets, 'ticket')} sold online, ${formatMoney(sums.takenPence)} taken.`
          : 'Tickets that guests bought online.'
      }
    >
      <DataTable
        {...list}
        label="Guest tickets"
        noun={['purchase', 'purchases']}
        failed={messages.listLoad}
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.guestName}
        searchFor="Search names and addresses"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: purchaseStatuses.map(value => ({ value, label: words[value] })),
          },
          { key: 'when', label: 'Market', options: [{ value: 'next', label: 'Next' }] },
          { key: 'on', label: 'Day', kind: 'day' },
        ]}
        panel={{
          title: row => (row ? wordsOf(row.quantity, row.on) : 'Guest tickets'),
          body: (_, row) => (row ? <Purchase key={row.id} row={row} /> : null),
        }}
        empty={
          <Empty
            what={list.search.when ? 'No guest tickets for the next market yet' : 'No guest tickets yet'}
            why="Guests buy them on the market page, and appear here."
          />
        }
      />
    </Page>
  )
}

function Purchase({ row }: { row: Row }) {
  const { id, guestName, guestEmail, quantity, used, amountPence, backPence, status, orderId, createdAt, reason, can } =
    row
  return (
    <>
      <Facts
        facts={[
          { label: 'Name', value: guestName },
          { label: 'Email', value: <Email of={guestEmail} /> },
          { label: 'Status', value: <Status tone={tones[status]}>{words[status]}</Status> },
          { label: 'Came in', value: `${used} of ${quantity}` },
          { label: 'Amount', value: formatMoney(amountPence) },
          { label: 'Given back', value: backPence > 0 ? formatMoney(backPence) : null },
          { label: 'Reason', value: reason },
          { label: 'Bought', value: <When at={createdAt} /> },
          {
            label: 'Payment',
            value: (
              <ObjectLink noun="order" id={orderId}>
                Open the order
              </ObjectLink>
            ),
          },
          {
            label: 'Page',
            value: (
              <AnchorLink to="/guest-tickets/$id" params={{ id }}>
                As the guest sees it
              </AnchorLink>
            ),
          },
        ]}
      />
      {can.cancel ? <CancelForm row={row} /> : null}
    </>
  )
}

function CancelForm({ row: { id, guestName, amountPence, backPence } }: { row: Row }) {
  const form = useSchemaForm({
    schema: staffCancel,
    initial: { id, reason: '' },
    submit: (values, { idempotencyKey }) => rpc.guestTickets.cancelByStaff(values, { context: { idempotencyKey } }),
    onDone: () => toast.success('Tickets cancelled', `${guestName} has been told.`),
  })
  return (
    <Form
      of={form}
      label="Cancel these tickets"
      actions={
        <Submit of={form} busy="Cancelling…" color="red" variant="outline">
          Cancel with a full refund
        </Submit>
      }
    >
      <TextAreaField
        of={form.field('reason')}
        label="Reason"
        hint={`They get ${formatMoney(amountPence - backPence)} back, and read this.`}
        maxLength={500}
      />
    </Form>
  )
}

const words = {
  pending: 'Being paid',
  confirmed: 'Sold',
  expired: 'Not paid',
  cancelled: 'Cancelled',
  withdrawn: 'Market cancelled',
} as const
const tones = { pending: 'info', confirmed: 'good', expired: 'warn', cancelled: 'bad', withdrawn: 'bad' } as const

const columns: Column<Row>[] = [
  {
    key: 'guestName',
    header: 'Name',
    kind: 'person',
    of: row => row.guestName,
  },
  { key: 'guestEmail', header: 'Email', kind: 'text', priority: 4, of: row => row.guestEmail },
  { key: 'on', header: 'Market', kind: 'text', width: 8, of: row => formatDate(row.on, { year: true }) },
  { key: 'quantity', header: 'Tickets', kind: 'number', width: 5, of: row => row.quantity },
  { key: 'used', header: 'Came in', kind: 'number', width: 5, of: row => row.used },
  { key: 'amountPence', header: 'Amount', kind: 'money', of: row => row.amountPence },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: row => <Status tone={tones[row.status]}>{words[row.status]}</Status>,
    isUsual: row => row.status === 'confirmed',
  },
  { key: 'createdAt', header: 'Bought', kind: 'date', priority: 4, of: row => row.createdAt },
]
