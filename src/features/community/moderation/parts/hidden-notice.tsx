import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { appealInput, longestReason } from '../inputs.ts'
import classes from './moderation.module.css'

/** What the house said of something that it hid; its author may appeal once, and reads what became of it. */
export function HiddenNotice({
  reason,
  isOwn,
  thing,
}: {
  reason: string
  isOwn: boolean
  thing: { postId: string; commentId?: string }
}) {
  return (
    <div className={classes.notice}>
      <p>
        <strong>Hidden by the house:</strong> {reason}
      </p>
      {isOwn ? <OwnAppeal thing={thing} /> : <p>Only its author and admins see it.</p>}
    </div>
  )
}

function OwnAppeal({ thing }: { thing: { postId: string; commentId?: string } }) {
  const { data } = useQuery(api.community.ownDecision.queryOptions({ input: thing }))
  const [isOpen, setOpen] = useState(false)
  if (!data) return <p>Nobody but you and the house sees it.</p>
  if (data.appealOutcome === 'upheld')
    return <p>You appealed, and the house stays with it: {data.appealAnswer} Nobody but you and the house sees it.</p>
  if (data.appeal !== null) return <p>You have appealed: “{data.appeal}” The house reads it and decides.</p>
  if (!isOpen)
    return (
      <>
        <p>Nobody but you and the house sees it.</p>
        {data.can.appeal ? (
          <Button variant="default" size="sm" onClick={() => setOpen(true)}>
            Appeal
          </Button>
        ) : null}
      </>
    )
  return <AppealForm id={data.id} onLeave={() => setOpen(false)} />
}

function AppealForm({ id, onLeave }: { id: string; onLeave: () => void }) {
  const form = useSchemaForm({
    schema: appealInput,
    initial: { id, words: '' },
    keep: `community-appeal:${id}`,
    notKept: ['id'],
    submit: (values, { idempotencyKey }) => rpc.community.appeal(values, { context: { idempotencyKey } }),
    onDone: () => toast.success('Appeal sent', 'You can read beside it what becomes of it.'),
  })
  return (
    <Form
      of={form}
      label="Appeal"
      failed="The appeal was not sent"
      actions={
        <>
          <Submit of={form} busy="Sending…">
            Send appeal
          </Submit>
          <Button variant="subtle" onClick={onLeave}>
            Not now
          </Button>
        </>
      }
    >
      <TextAreaField
        of={form.field('words')}
        label="Why should it be shown again?"
        hint="You can appeal once."
        maxLength={longestReason}
      />
    </Form>
  )
}
