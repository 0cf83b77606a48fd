import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatCount } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { cancellation } from '../inputs.ts'

/** The button and question that call an event off; `seen` is how many are registered. */
export function CancelEvent(props: { id: string; name: string; seen: number; isStaff?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Cancel event
      </Button>
      {isOpen ? <CancelEventDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The question by itself, where a menu asks it. */
export function CancelEventDialog({
  id,
  name,
  seen,
  isStaff = false,
  onClose,
}: Parameters<typeof CancelEvent>[0] & { onClose: () => void }) {
  const form = useSchemaForm({
    schema: cancellation,
    initial: { id, seen, reason: '' },
    submit: (values, sending) =>
      (isStaff ? rpc.hosting.cancelByStaff : rpc.hosting.cancel)(values, { context: sending }),
    onDone: () => {
      toast.success('Event cancelled', seen > 0 ? 'Everybody who was registered is told.' : undefined)
      onClose()
    },
    onFailed: () => toast.error('The event was not cancelled'),
  })
  // Somebody may register while the reason is typed: what is read here is what is sent, and the words stay.
  const follow = useEffectEvent((now: { seen: number }) => form.set(now))
  useEffect(() => follow({ seen }), [seen])
  return (
    <Dialog title={`Cancel ${name}?`} onClose={onClose} keepsInput>
      <Form
        of={form}
        label="Cancel event"
        actions={
          <>
            <Submit of={form} busy="Cancelling…" color="red">
              Cancel event
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Keep it
            </Button>
          </>
        }
      >
        <p>
          {seen === 0
            ? 'Nobody is registered yet.'
            : `${formatCount(seen, 'registration')} ${seen === 1 ? 'is' : 'are'} called off. Their tokens go back, and they are told by email.`}{' '}
          The room is free for others. This cannot be undone.
        </p>
        <TextAreaField of={form.field('reason')} label="Reason" hint="Whoever comes reads it." maxLength={500} />
      </Form>
    </Dialog>
  )
}
