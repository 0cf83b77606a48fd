import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { calendarDate } from '#platform/time.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DateField, SelectField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { messages, moveInput } from '../inputs.ts'

interface Movable {
  id: string
  facilityName: string
  bookingOn: string
  startsAt: string
  endsAt: string
}

/** The button and dialog that put a booking to another time, for the price that was paid. `whose`: told to staff. */
export function Move({ booking, whose }: { booking: Movable; whose?: string }) {
  const { isOpen, open, close } = useDialog('move')
  return (
    <>
      <Button variant="default" onClick={open}>
        Move
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={`Move ${booking.facilityName}`}>
        <MoveForm booking={booking} whose={whose} onDone={close} />
      </Dialog>
    </>
  )
}

function MoveForm({ booking, whose, onDone }: { booking: Movable; whose: string | undefined; onDone: () => void }) {
  const { id, bookingOn, startsAt, endsAt } = booking
  const form = useSchemaForm({
    schema: moveInput,
    initial: { id, on: bookingOn, startsAt: '' },
    submit: (values, { idempotencyKey }) => rpc.bookings.move(values, { context: { idempotencyKey } }),
    onDone: (_, { on, startsAt }) => {
      toast.success('Booking moved', `It is on ${formatDate(on)} at ${startsAt} now.`)
      onDone()
    },
    onFailed: () => toast.error(messages.moveFailed),
  })
  const { on } = form.values
  const found = useQuery({ ...api.bookings.timesFor.queryOptions({ input: { id, on } }), enabled: on !== '' })
  const times = found.data?.times ?? []
  return (
    <Form
      of={form}
      label="Move this booking"
      actions={
        <Submit of={form} busy="Moving…">
          Move booking
        </Submit>
      }
    >
      <p>
        Now {formatDate(bookingOn, { year: true })}, {formatTimeRange(startsAt, endsAt)}. The price stays as it was paid
        {whose ? `, and ${whose} gets an email` : ''}.
      </p>
      <Row>
        <DateField of={form.field('on')} label="New day" min={calendarDate(new Date())} />
        <SelectField
          of={form.field('startsAt')}
          label="New time"
          placeholder="Choose a time"
          hint={found.isError ? messages.timesFailed : (found.data?.whyNot ?? hintOf(times.length, found.isPending))}
          options={times.map(time => ({ value: time.startsAt, label: formatTimeRange(time.startsAt, time.endsAt) }))}
        />
      </Row>
    </Form>
  )
}

const hintOf = (free: number, isLoading: boolean) => {
  if (isLoading) return 'Looking what is free…'
  return free === 0 ? 'Nothing is free on this day' : `${free} free`
}
