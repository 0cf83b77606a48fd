import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { When } from '#ui/plain/dates.tsx'
import { toast } from '#ui/toast.ts'
import { longestMessage, messageInput } from '../inputs.ts'
import classes from './conversation.module.css'

interface Shown {
  id: string
  /** who wrote it, as the reader may know */
  author: string
  isOwn: boolean
  body: string
  createdAt: Date
}

/** What was written about an event, and a place to write; `send` is absent where nothing can be written any more. */
export function Conversation({
  eventId,
  messages,
  label,
  hint,
  send,
}: {
  eventId: string
  messages: readonly Shown[]
  /** what the place to write is called */
  label: string
  hint: string
  send?:
    | ((message: { id: string; body: string }, key: { context: { idempotencyKey: string } }) => Promise<unknown>)
    | undefined
}) {
  return (
    <>
      {messages.length === 0 ? <p>Nothing has been written yet.</p> : null}
      <ol className={classes.messages} aria-label="Messages">
        {messages.map(({ id, author, isOwn, body, createdAt }) => (
          <li key={id} className={classes.message} data-own={isOwn}>
            <p className={classes.head}>
              {author}, <When at={createdAt} />
            </p>
            <p className={classes.body}>{body}</p>
          </li>
        ))}
      </ol>
      {send ? <Write eventId={eventId} label={label} hint={hint} send={send} /> : null}
    </>
  )
}

function Write({
  eventId,
  label,
  hint,
  send,
}: {
  eventId: string
  label: string
  hint: string
  send: NonNullable<Parameters<typeof Conversation>[0]['send']>
}) {
  const form = useSchemaForm({
    schema: messageInput,
    initial: { id: eventId, body: '' },
    keep: `event-message:${eventId}`,
    submit: (values, { idempotencyKey }) => send(values, { context: { idempotencyKey } }),
    onDone: () => {
      form.reset()
      toast.success('Message sent')
    },
  })
  return (
    <Form
      of={form}
      label={label}
      actions={
        <Submit of={form} variant="default" busy="Sending…">
          Send message
        </Submit>
      }
    >
      <TextAreaField of={form.field('body')} label={label} hint={hint} minRows={2} maxLength={longestMessage} />
    </Form>
  )
}
