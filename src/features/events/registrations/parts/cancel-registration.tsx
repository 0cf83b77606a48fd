import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatTokens } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { cancelByStaffInput } from '../inputs.ts'

interface Cancelled {
  id: string
  tokensUsed: number
  person: { name: string }
}

/** Calls somebody off an event for the house, behind three dots: what comes back and who is told is said first (decision 23). */
export function CancelRegistration({ registration }: { registration: Cancelled }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <MoreMenu
        of={registration.person.name}
        items={[{ label: 'Cancel registration', isDanger: true, run: () => setOpen(true) }]}
      />
      {isOpen ? <CancelDialog registration={registration} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function CancelDialog({
  registration: { id, tokensUsed, person },
  onClose,
}: {
  registration: Cancelled
  onClose: () => void
}) {
  const form = useSchemaForm({
    schema: cancelByStaffInput,
    initial: { id, reason: '' },
    submit: (values, { idempotencyKey }) => rpc.events.cancelByStaff(values, { context: { idempotencyKey } }),
    onDone: ({ name, tokensBack }) => {
      toast.success(
        'Registration cancelled',
        `${name} is told by email${tokensBack > 0 ? ` and has ${formatTokens(tokensBack)} back` : ''}.`,
      )
      onClose()
    },
    onFailed: () => toast.error('The registration was not cancelled'),
  })
  return (
    <Dialog title={`Cancel the registration of ${person.name}?`} onClose={onClose} keepsInput>
      <Form
        of={form}
        label="Cancel registration"
        actions={
          <>
            <Submit of={form} busy="Cancelling…" color="red">
              Cancel registration
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Keep it
            </Button>
          </>
        }
      >
        <p>
          {tokensUsed > 0 ? `${formatTokens(tokensUsed)} go back. ` : ''}
          The place is free for whoever waits. This cannot be undone.
        </p>
        <TextAreaField of={form.field('reason')} label="Reason" hint="They read it in the email." maxLength={500} />
      </Form>
    </Dialog>
  )
}
