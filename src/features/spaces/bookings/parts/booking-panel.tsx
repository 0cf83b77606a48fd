import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { History } from '#features/house/objects/parts/history.tsx'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatDate, formatDateTime, formatTimeRange } from '#platform/words.ts'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { usePanelTitle } from '#ui/panel-title.ts'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { cancelByStaffInput } from '../inputs.ts'
import { BookingStatus } from './booking-row.tsx'
import { GiveBack, usualGiveBack } from './give-back.tsx'
import { Move } from './move.tsx'

export type AdminBooking = Awaited<ReturnType<typeof rpc.bookings.list>>['rows'][number]

/** One booking, with whose it is, what pays for it, and cancelling it for everything that was paid. */
export function BookingPanel({ id }: { id: string }) {
  const found = useQuery(api.bookings.list.queryOptions({ input: { id } }))
  return (
    <Query of={found} failed="Failed to load bookings">
      {({ rows: [booking] }) => (booking ? <BookingFacts booking={booking} /> : <p>There is no such booking.</p>)}
    </Query>
  )
}

function BookingFacts({ booking }: { booking: AdminBooking }) {
  usePanelTitle(`Booking: ${booking.facilityName}`)
  const paid = { tokens: booking.tokensUsed, pence: booking.pricePence }
  return (
    <>
      <Facts
        facts={[
          { label: 'Status', value: <BookingStatus booking={booking} /> },
          {
            label: 'When',
            value: `${formatDate(booking.bookingOn, { year: true })}, ${formatTimeRange(booking.startsAt, booking.endsAt)}`,
          },
          ...(booking.unit === null ? [] : [{ label: 'Unit', value: `Number ${booking.unit}` }]),
          { label: 'Facility', value: booking.facilityName },
          {
            label: 'Person',
            value: (
              <ObjectLink noun="person" id={booking.person.id}>
                {booking.person.name}
              </ObjectLink>
            ),
          },
          {
            label: 'Order',
            value: booking.orderId ? (
              <ObjectLink noun="order" id={booking.orderId}>
                Open the order
              </ObjectLink>
            ) : null,
          },
          {
            label: 'Email',
            value: <Email of={booking.person.email} />,
          },
          { label: 'Price', value: sumWords(paid) },
          booking.status === 'cancelled'
            ? {
                label: 'Given back',
                value: sumWords({ tokens: booking.returnedTokens, pence: booking.returnedPence }),
              }
            : null,
          {
            label: 'Booked',
            value: `${formatDateTime(booking.createdAt)}${booking.bookedBy ? ` by ${booking.bookedBy}` : ''}`,
          },
          { label: 'Without charge', value: booking.freeReason },
          booking.cancelledAt ? { label: 'Cancelled', value: formatDateTime(booking.cancelledAt) } : null,
          { label: 'Reason', value: booking.cancelReason },
          {
            label: 'Page',
            value: (
              <Link to="/bookings/$id" params={{ id: booking.id }}>
                As the person sees it
              </Link>
            ),
          },
        ]}
      />
      {booking.can.move ? <Move booking={booking} whose={booking.person.name} /> : null}
      {booking.can.cancel ? <Cancel key={booking.id} booking={booking} /> : null}
      <History noun="booking" id={booking.id} />
    </>
  )
}

/** What cancels lies behind a press: most who look at a booking only read it. */
function Cancel({ booking }: { booking: AdminBooking }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack my="md">
      <Group>
        <Button color="red" variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Cancel booking…
        </Button>
      </Group>
      {isOpen ? <CancelForm booking={booking} /> : null}
    </Stack>
  )
}

function CancelForm({ booking }: { booking: AdminBooking }) {
  const form = useSchemaForm({
    schema: cancelByStaffInput,
    initial: { id: booking.id, reason: '', giveBack: usualGiveBack(booking) },
    submit: (values, { idempotencyKey }) => rpc.bookings.cancelByStaff(values, { context: { idempotencyKey } }),
    onDone: () => toast.success('Booking cancelled', `${booking.person.name} has been told.`),
  })
  return (
    <Form
      of={form}
      label="Cancel this booking"
      isOpened
      actions={
        <Submit of={form} busy="Cancelling…" color="red" variant="outline">
          {form.values.giveBack === 'all' ? 'Cancel with a full refund' : 'Cancel booking'}
        </Submit>
      }
    >
      <TextAreaField
        of={form.field('reason')}
        label="Reason"
        hint={
          booking.status === 'pending' ? 'Nothing was charged yet. The person reads this.' : 'The person reads this.'
        }
        maxLength={500}
      />
      {booking.status === 'pending' ? null : (
        <GiveBack of={form.field('giveBack')} refunds={booking.refunds} isAtBank={booking.isAtBank} />
      )}
    </Form>
  )
}
