import { Button } from '@mantine/core'
import { EmailField, PhoneField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { answerFields, type IncidentLink, messages } from '../inputs.ts'
import { received } from './answered.tsx'

/** What somebody says about an incident (INC-04, INCA-24…28); what was typed stays when it could not be sent (INCA-31). */
export function AnswerForm({
  link,
  shown: { name, email },
  isAdded,
  onDone,
}: {
  link: IncidentLink
  shown: { name: string; email: string }
  /** To an earlier answer. */
  isAdded: boolean
  /** `isDone`: it was sent, and not left. */
  onDone: (isDone: boolean) => void
}) {
  const form = useSchemaForm({
    schema: answerFields,
    initial: {
      respondentName: name,
      respondentEmail: email,
      respondentPhone: '',
      reasonForVisit: '',
      responseText: '',
    },
    keep: `incident-${link.id}`,
    submit: (values, { idempotencyKey }) =>
      rpc.incidents.answer({ ...link, ...values }, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success(received)
      onDone(true)
    },
    onFailed: error => toast.error(messages.submitTitle, describeProblem(error, messages.submitFailed).message),
  })
  return (
    <Form
      of={form}
      label="Your answer"
      failed={messages.submitFailed}
      {...(isAdded && { isOpened: true as const })}
      actions={
        <>
          <Submit of={form} busy="Sending…">
            Send answer
          </Submit>
          {isAdded ? (
            <Button variant="subtle" onClick={() => onDone(false)}>
              Leave it
            </Button>
          ) : null}
        </>
      }
    >
      <TextField of={form.field('respondentName')} label="Name" autoComplete="name" maxLength={100} />
      <Row>
        <EmailField of={form.field('respondentEmail')} label="Email" maxLength={255} />
        <PhoneField of={form.field('respondentPhone')} label="Phone" optional maxLength={20} />
      </Row>
      <TextField
        of={form.field('reasonForVisit')}
        label="Why were you there?"
        hint="A booking, an event, a visit"
        maxLength={200}
      />
      <TextAreaField of={form.field('responseText')} label="What happened?" maxLength={5_000} minRows={6} />
    </Form>
  )
}
