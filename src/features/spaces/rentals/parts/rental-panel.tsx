import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime, formatDay, formatMoney } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { messages, rentalEnd } from '../inputs.ts'
import { firstPayment } from '../rules.ts'

export type RentalRow = Awaited<ReturnType<typeof rpc.rentals.list>>['rows'][number]

/** One rental: what is agreed, how far it is, and what can be done about it. */
export function RentalPanel({ rental }: { rental: RentalRow }) {
  const [isEnding, setEnding] = useState(false)
  const { id, fullName, userId, email, phone, linkSentAt, activatedAt, endedAt, rentalEndDate } = rental
  const resend = useAction(rpc.rentals.resendLink, {
    atOnce: 'sends the same link once more',
    done: `The link is sent to ${fullName} again`,
    failed: 'The link was not sent',
  })
  return (
    <>
      <Facts
        facts={[
          { label: 'Member', value: <ObjectLink noun="person" id={userId}>{`${fullName}, ${email}`}</ObjectLink> },
          { label: 'Phone', value: phone || null },
          { label: 'Studio', value: rental.studioName },
          { label: 'Room', value: rental.room },
          { label: 'Every month', value: formatMoney(rental.monthlyRentAmount) },
          { label: 'To begin', value: firstPayment(rental.monthlyRentAmount, rental.depositAmount) },
          { label: 'From', value: formatDay(rental.rentalStartDate) },
          { label: 'Until', value: rentalEndDate ? formatDay(rentalEndDate) : 'Open' },
          { label: 'Link sent', value: linkSentAt && formatDateTime(linkSentAt) },
          { label: 'First paid', value: activatedAt && formatDateTime(activatedAt) },
          {
            label: 'Not paid',
            value:
              rental.unpaidPence &&
              rental.unpaidSince &&
              `${formatMoney(rental.unpaidPence)}, since ${formatDay(rental.unpaidSince)}`,
          },
          { label: 'Ended', value: endedAt && `${formatDateTime(endedAt)}: ${rental.endReason}` },
        ]}
      />
      <Group gap="sm" mt="md">
        {rental.can.link ? <GenerateLink rental={rental} /> : null}
        {rental.link ? <CopyButton value={rental.link} label="Copy link" /> : null}
        {rental.can.resend ? (
          <Button
            variant="default"
            size="sm"
            loading={resend.isRunning}
            onClick={() => void resend.run({ rentalMemberId: id })}
          >
            Send link again
          </Button>
        ) : null}
        {rental.can.end ? (
          <Button variant="default" size="sm" onClick={() => setEnding(true)}>
            End rental
          </Button>
        ) : null}
      </Group>
      {isEnding ? <EndDialog rental={rental} onClose={() => setEnding(false)} /> : null}
    </>
  )
}

/** Makes the payment link and sends it to the member (STA-17, STA-18). */
export function GenerateLink({
  rental: { id, fullName, email, monthlyRentAmount, depositAmount },
}: {
  rental: RentalRow
}) {
  const generate = useAction(rpc.rentals.createPayment, {
    confirm: () => ({
      title: `Send ${fullName} a payment link?`,
      body: `It goes to ${email} and asks for ${firstPayment(monthlyRentAmount, depositAmount)}.`,
      action: 'Generate link',
      keep: 'Not yet',
    }),
    done: { title: 'Payment link generated', message: `It is on its way to ${email}.` },
    failed: messages.linkFailed,
  })
  return (
    <Button
      variant="default"
      size="sm"
      loading={generate.isRunning}
      onClick={() => void generate.run({ rentalMemberId: id })}
      aria-label={`Generate link for ${fullName}`}
    >
      Generate link
    </Button>
  )
}

function EndDialog({ rental, onClose }: { rental: RentalRow; onClose: () => void }) {
  const { id, fullName, studioName, migrationStatus, room } = rental
  const form = useSchemaForm({
    schema: rentalEnd,
    initial: { rentalMemberId: id, reason: '' },
    submit: (values, { idempotencyKey }) => rpc.rentals.end(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Rental ended', `${fullName} is told by email`)
      onClose()
    },
    onFailed: () => toast.error(messages.endFailed),
  })
  return (
    <Dialog title={`End the rental of ${studioName}?`} onClose={onClose} keepsInput>
      <Form
        of={form}
        label="End rental"
        actions={
          <>
            <Submit of={form} busy="Ending…" color="red">
              End rental
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Keep it
            </Button>
          </>
        }
      >
        <p>
          {migrationStatus === 'activated' ? 'No further month is charged' : 'Its payment link is closed'}
          {room === null ? '' : `, and ${room} is free at once`}. What was paid stays; a deposit is given back at the
          payment provider. This cannot be undone.
        </p>
        <TextField
          of={form.field('reason')}
          label="Reason"
          hint={`${fullName} reads it in the email.`}
          maxLength={200}
        />
      </Form>
    </Dialog>
  )
}
