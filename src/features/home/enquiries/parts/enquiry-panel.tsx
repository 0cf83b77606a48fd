import { Button } from '@mantine/core'
import { useAction } from '#ui/action.ts'
import { CheckField, TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Phone } from '#ui/plain/phone.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { answerInput } from '../inputs.ts'

export type EnquiryRow = Awaited<ReturnType<typeof rpc.contact.list>>['rows'][number]

/** One enquiry beside the list: what was written, how to reach the sender, and the answer. */
export function EnquiryPanel({ enquiry }: { enquiry: EnquiryRow }) {
  const { id, name, email, phone, message, isErased, createdAt, can } = enquiry
  if (isErased) return <p>Whoever wrote this asked to be erased. Nothing of it is left.</p>
  return (
    <>
      <blockquote style={{ whiteSpace: 'pre-wrap' }}>{message}</blockquote>
      <Facts
        facts={[
          { label: 'Email', value: <Email of={email} /> },
          ...(phone ? [{ label: 'Phone', value: <Phone of={phone} /> }] : []),
          { label: 'Written', value: <When at={createdAt} /> },
        ]}
      />
      {can.answer ? <AnswerForm id={id} name={name} reply={enquiry.reply} /> : <Answered enquiry={enquiry} />}
    </>
  )
}

function AnswerForm({ id, name, reply }: { id: string; name: string; reply: string }) {
  const form = useSchemaForm({
    schema: answerInput,
    initial: { id, reply, isMailed: true },
    keep: `enquiry-answer:${id}`,
    ask: ({ isMailed }) =>
      isMailed
        ? {
            title: `Send your answer to ${name}?`,
            body: 'It goes out by email at once and cannot be called back.',
            action: 'Send answer',
            keep: 'Not yet',
          }
        : null,
    submit: (values, { idempotencyKey }) => rpc.contact.answer(values, { context: { idempotencyKey } }),
    onDone: ({ isMailed }) =>
      toast.success('Answered', isMailed ? `${name} gets it by email.` : 'The answer is noted.'),
  })
  return (
    <Form
      of={form}
      label="Answer"
      actions={
        <Submit of={form} busy="Sending…">
          {form.values.isMailed ? 'Send answer' : 'Note answer'}
        </Submit>
      }
    >
      <TextAreaField of={form.field('reply')} label="Answer" maxLength={4_000} minRows={5} />
      <CheckField
        of={form.field('isMailed')}
        label="Send it by email"
        hint="Leave it out if you have answered by phone or from your own mailbox."
      />
    </Form>
  )
}

function Answered({ enquiry: { id, reply, answeredAt, answeredByName } }: { enquiry: EnquiryRow }) {
  const reopen = useAction(rpc.contact.reopen, {
    atOnce: 'nobody is told, and answering it closes it again',
    done: 'Waiting again',
    failed: 'Failed to reopen the enquiry',
  })
  return (
    <>
      <p>
        Answered{answeredByName ? ` by ${answeredByName}` : ''}
        {answeredAt ? (
          <>
            {' '}
            on <When at={answeredAt} as="date" year />
          </>
        ) : null}
        :
      </p>
      <blockquote style={{ whiteSpace: 'pre-wrap' }}>{reply}</blockquote>
      <Button variant="default" size="sm" loading={reopen.isRunning} onClick={() => void reopen.run({ id })}>
        Reopen
      </Button>
    </>
  )
}
