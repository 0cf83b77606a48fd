import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { stallSizes } from '#features/market/pitches/inputs.ts'
import {
  messages,
  type StallStatus,
  stallStatuses,
  stallTypes,
  stallTypeWords,
} from '#features/market/stalls/inputs.ts'
import { ChangeStall } from '#features/market/stalls/parts/change-stall.tsx'
import { extrasOf, sizeWords } from '#features/market/stalls/rules.ts'
import { formatDate, formatDateTime, formatMoney } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { stallDeletion, stallList } from '../inputs.ts'
import { MoveByStaff } from './move-by-staff.tsx'

type Row = Awaited<ReturnType<typeof rpc.stalls.list>>['rows'][number]

const states: Record<StallStatus, { tone: StatusTone; words: string }> = {
  pending: { tone: 'warn', words: 'Pending' },
  confirmed: { tone: 'good', words: 'Confirmed' },
  cancelled: { tone: 'plain', words: 'Cancelled' },
}

const columns: Column<Row>[] = [
  { key: 'business', header: 'Business', kind: 'text', of: row => row.businessName },
  {
    ...{ key: 'marketDate', header: 'Market', kind: 'date', as: 'date', year: true, width: 9, priority: 1 },
    of: row => row.marketDate,
  },
  {
    ...{ key: 'pitch', header: 'Pitch', kind: 'text', width: 5, priority: 2 },
    of: row => row.pitch ?? (row.status === 'cancelled' ? '' : 'None'),
  },
  { key: 'contact', header: 'Contact', kind: 'text', priority: 4, of: row => row.contactName },
  { key: 'type', header: 'Sells', kind: 'text', priority: 3, of: row => stallTypeWords[row.stallType] },
  {
    key: 'size',
    header: 'Size',
    kind: 'text',
    priority: 3,
    width: 6,
    of: row => (row.stallSize === 'double' ? 'Double' : 'Single'),
  },
  { key: 'extras', header: 'Extras', kind: 'text', priority: 4, of: row => extrasOf(row).join(', ') },
  { key: 'finalPrice', header: 'Price', kind: 'money', width: 6, of: row => row.finalPrice },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    width: 8,
    of: ({ status }) => <Status tone={states[status].tone}>{states[status].words}</Status>,
    isUsual: ({ status }) => status === 'confirmed',
  },
]

/** Market Stall Bookings with delete and totals (MKA-02, MKA-04). */
export function StallsTable() {
  const { q, id, without, on } = useSearch({ from: '/admin/markets' }) as Record<string, string | undefined>
  // Who is looked for, or led to, may stand at any market.
  const isSought = [q, id, without, on].some(Boolean)
  const list = useList(stallList, api.stalls.list, { canExport: true, usual: isSought ? {} : { when: 'next' } })
  const totals = list.of.data?.totals
  const day = totals?.on && formatDate(totals.on)
  return (
    <DataTable
      {...list}
      label="Market stall bookings"
      noun={['booking', 'bookings']}
      totals={
        totals ? <span role="status">{`${formatMoney(totals.pence)} ${day ? `for ${day}` : 'in all'}`}</span> : null
      }
      failed={messages.listLoad}
      columns={columns}
      rowId={row => row.id}
      rowName={row => `${row.businessName}, ${formatDate(row.marketDate)}`}
      searchFor="Business, contact or email"
      filters={[
        {
          key: 'when',
          label: 'Market',
          options: [
            { value: 'next', label: 'Next' },
            { value: 'coming', label: 'To come' },
          ],
        },
        {
          key: 'status',
          label: 'Status',
          options: stallStatuses.map(value => ({ value, label: states[value].words })),
        },
        { key: 'type', label: 'Sells', options: stallTypes.map(value => ({ value, label: stallTypeWords[value] })) },
        { key: 'without', label: 'Pitch', options: [{ value: 'pitch', label: 'None yet' }] },
        { key: 'size', label: 'Size', options: stallSizes.map(value => ({ value, label: sizeWords[value] })) },
      ]}
      panel={{
        title: row => (row ? row.businessName : 'Market stall'),
        when: row => formatDate(row.marketDate, { year: true }),
        body: (_, row) =>
          row ? (
            <>
              <StallFacts stall={row} />
              {row.can.change ? (
                <Section title="Change this stall" lead={`${row.person.name} is told by email. Place and price stay.`}>
                  <ChangeStall key={row.id} stall={row} isStaff />
                </Section>
              ) : null}
              {row.can.move ? <MoveByStaff key={row.id} stall={row} /> : null}
              {row.can.remove ? (
                <Section title="Delete this booking" lead="What goes back, and why, is said first.">
                  <Delete stall={row} />
                </Section>
              ) : null}
            </>
          ) : (
            <p>It is not on this page of the list.</p>
          ),
      }}
      empty={
        <Empty
          what={day ? `No stall is booked for ${day}` : 'No stall is booked yet'}
          why="Stalls appear here as members book them."
        />
      }
    />
  )
}

function StallFacts({ stall }: { stall: Row }) {
  return (
    <Facts
      facts={[
        { label: 'Market', value: formatDate(stall.marketDate, { year: true }) },
        { label: 'Status', value: states[stall.status].words },
        {
          label: 'Member',
          value: (
            <ObjectLink noun="person" id={stall.person.id}>
              {stall.person.name}
            </ObjectLink>
          ),
        },
        { label: 'Contact', value: stall.contactName },
        { label: 'Email', value: <Email of={stall.email} /> },
        { label: 'Phone', value: stall.phone },
        { label: 'Sells', value: stallTypeWords[stall.stallType] },
        { label: 'Description', value: stall.description },
        { label: 'Size', value: sizeWords[stall.stallSize] },
        { label: 'Extras', value: extrasOf(stall).join(', ') || 'None' },
        { label: 'Pitch', value: stall.pitch ?? 'None yet' },
        { label: 'Westminster resident', value: stall.isWestminsterResident ? 'Yes' : 'No' },
        { label: 'Price', value: formatMoney(stall.basePrice) },
        {
          label: 'Discount',
          value: stall.discountAmount > 0 ? `${formatMoney(stall.discountAmount)}, ${stall.discountPercent}%` : null,
        },
        { label: 'Final price', value: formatMoney(stall.finalPrice) },
        {
          label: 'Order',
          value: stall.orderId ? (
            <ObjectLink noun="order" id={stall.orderId}>
              Open the order
            </ObjectLink>
          ) : null,
        },
        { label: 'Booked', value: formatDateTime(stall.createdAt) },
        { label: 'Reason', value: stall.cancelReason },
      ]}
    />
  )
}

function Delete({ stall }: { stall: Row }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        onClick={() => setOpen(true)}
        aria-label={`Delete ${stall.businessName}, ${formatDate(stall.marketDate)}`}
      >
        Delete
      </Button>
      {isOpen ? <DeleteDialog stall={stall} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function DeleteDialog({
  stall: { id, back, bankPence, businessName, marketDate, person },
  onClose,
}: {
  stall: Row
  onClose: () => void
}) {
  const form = useSchemaForm({
    schema: stallDeletion,
    initial: { id, back, reason: '' },
    submit: (values, { idempotencyKey }) => rpc.stalls.remove(values, { context: { idempotencyKey } }),
    onDone: answer => {
      toast.success(
        'Booking deleted',
        answer.back > 0 ? `${formatMoney(answer.back)} goes back to ${person.name}.` : `${person.name} has been told.`,
      )
      onClose()
    },
    onFailed: () => toast.error(messages.deleteFailed),
  })
  // What goes back may have changed since the dialog opened: what is read here is what is sent.
  const follow = useEffectEvent((now: { id: string; back: number }) => form.set(now))
  useEffect(() => follow({ id, back }), [id, back])
  return (
    <Dialog title={`Delete the stall of ${businessName}?`} onClose={onClose} keepsInput>
      <Form
        of={form}
        label="Delete booking"
        actions={
          <>
            <Submit of={form} busy="Deleting…" color="red">
              Delete booking
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Keep it
            </Button>
          </>
        }
      >
        <p>
          The stall on {formatDate(marketDate, { year: true })} is cancelled and its pitch is free.{' '}
          {back > 0
            ? `${formatMoney(back)} goes back to ${person.name}.`
            : bankPence > 0
              ? `${formatMoney(bankPence)} is with their bank, and goes back once the bank returns it.`
              : 'Nothing was paid, so nothing goes back.'}{' '}
          This cannot be undone.
        </p>
        <TextField
          of={form.field('reason')}
          label="Reason"
          hint={`${person.name} reads it in the email.`}
          maxLength={300}
        />
      </Form>
    </Dialog>
  )
}
