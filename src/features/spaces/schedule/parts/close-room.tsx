import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { calendarDate } from '#platform/time.ts'
import { formatCount, formatDate } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DateField, SelectField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { messages, newClosure, stretchInput } from '../inputs.ts'
import { kindWords } from '../rules.ts'

/** The button and dialog that close a room for a time, with what that cancels said first. */
export function CloseRoom({ on }: { on: string }) {
  const { isOpen, open, close } = useDialog('close-room')
  return (
    <>
      <Button variant="default" onClick={open}>
        Close a room
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Close a room">
        <CloseForm on={on} onDone={close} />
      </Dialog>
    </>
  )
}

function CloseForm({ on, onDone }: { on: string; onDone: () => void }) {
  const rooms = useQuery(api.schedule.rooms.queryOptions())
  // So many bookings were shown to be in the way when the button was pressed.
  const seen = useRef(0)
  const form = useSchemaForm({
    schema: newClosure,
    initial: { spaceId: '', fromOn: on, fromAt: '09:00', untilOn: on, untilAt: '18:00', reason: '', cancels: 0 },
    ask: () =>
      seen.current > 0
        ? {
            title: `Close the room, and cancel ${formatCount(seen.current, 'booking')}?`,
            body: 'Everybody who booked is told by email, and gets back everything they paid. This cannot be undone.',
            action: 'Close and cancel',
            keep: 'Keep the bookings',
            danger: true,
          }
        : null,
    submit: (values, { idempotencyKey }) =>
      rpc.schedule.close({ ...values, cancels: seen.current }, { context: { idempotencyKey } }),
    onDone: ({ cancelled }) => {
      const told = `${formatCount(cancelled, 'booking')} cancelled. Their people have an email with the reason.`
      toast.success('Room closed', cancelled > 0 ? told : undefined)
      onDone()
    },
    onFailed: () => toast.error(messages.closeFailed),
  })
  const { spaceId, fromOn, fromAt, untilOn, untilAt } = form.values
  const stretch = stretchInput.safeParse({ spaceId, fromOn, fromAt, untilOn, untilAt })
  const inTheWay = useQuery({
    ...api.schedule.inTheWay.queryOptions({ input: stretch.data ?? { spaceId, fromOn, fromAt, untilOn, untilAt } }),
    enabled: stretch.success,
  })
  const cancels = inTheWay.data?.bookings ?? 0
  useEffect(() => {
    seen.current = cancels
  }, [cancels])
  return (
    <Form
      of={form}
      label="Close a room"
      actions={
        <Submit of={form} busy="Closing…" {...(cancels > 0 && { color: 'red' })}>
          {cancels > 0 ? `Close, and cancel ${formatCount(cancels, 'booking')}` : 'Close room'}
        </Submit>
      }
    >
      <SelectField
        of={form.field('spaceId')}
        label="Room"
        hint="With all its parts"
        placeholder="Choose a room"
        options={(rooms.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Row>
        <DateField of={form.field('fromOn')} label="From" min={calendarDate(new Date())} />
        <TextField of={form.field('fromAt')} label="At" hint="For example 09:00" />
      </Row>
      <Row>
        <DateField of={form.field('untilOn')} label="Until" min={calendarDate(new Date())} />
        <TextField of={form.field('untilAt')} label="At" hint="For example 18:00" />
      </Row>
      <TextAreaField of={form.field('reason')} label="Reason" hint="Whoever had booked reads it" maxLength={500} />
      {stretch.success ? (
        <Query of={inTheWay} failed="What is booked then could not be looked up">
          {found => <InTheWay found={found} />}
        </Query>
      ) : null}
    </Form>
  )
}

function InTheWay({ found }: { found: Awaited<ReturnType<typeof rpc.schedule.inTheWay>> }) {
  if (found.rows.length === 0) return <p role="status">Nothing is booked there then.</p>
  const shown = found.rows.slice(0, 10)
  return (
    <div role="status">
      <p>
        {found.whyNot ??
          `${formatCount(found.bookings, 'booking')} will be cancelled, with everything paid given back:`}
      </p>
      <ul>
        {shown.map(({ ref, kind, title, room, on, startsAt }) => (
          <li key={ref}>
            {formatDate(on)}, {startsAt}: {room}, {kind === 'booking' ? title : kindWords[kind]}
          </li>
        ))}
        {found.rows.length > shown.length ? <li>and {found.rows.length - shown.length} more</li> : null}
      </ul>
    </div>
  )
}
