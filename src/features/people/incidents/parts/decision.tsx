import { formatCount, formatDateTime } from '#platform/words.ts'
import { CheckField, TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { decisionInput, messages } from '../inputs.ts'
import type { Incident } from './incident-panel.tsx'
import classes from './incidents.module.css'
import { Part } from './part.tsx'

/** The final decision: written once, and read from then on (INCA-15, INCA-16, INCA-19). */
export function Decision({ of }: { of: Incident }) {
  const { id, adminFinalResponse, adminFinalResponseAt, adminFinalResponseByName, can } = of
  const answered = new Set(of.responses.map(({ linkEmail }) => linkEmail)).size
  return (
    <Part title="Final decision">
      {can.decide ? (
        <DecisionForm key={id} id={id} answered={answered} />
      ) : (
        <>
          <p className={classes.words}>{adminFinalResponse}</p>
          <p className={classes.soft}>
            {adminFinalResponseAt && formatDateTime(adminFinalResponseAt)}
            {adminFinalResponseByName ? ` by ${adminFinalResponseByName}` : ''}
          </p>
        </>
      )}
    </Part>
  )
}

function DecisionForm({ id, answered }: { id: string; answered: number }) {
  const form = useSchemaForm({
    schema: decisionInput,
    initial: { id, finalResponse: '', isMailed: answered > 0 },
    keep: `incident-decision-${id}`,
    notKept: ['isMailed'],
    ask: ({ isMailed }) => ({
      title: 'Save the final decision?',
      body:
        isMailed && answered > 0
          ? `It goes to ${formatCount(answered, 'person', 'people')} by email and stays as it is.`
          : 'It stays as it is from then on.',
      action: 'Save decision',
      keep: 'Not yet',
    }),
    submit: (values, { idempotencyKey }) => rpc.incidents.decide(values, { context: { idempotencyKey } }),
    onDone: ({ told }) =>
      toast.success(messages.decided, told > 0 ? `${formatCount(told, 'person', 'people')} told by email.` : undefined),
    onFailed: () => toast.error(messages.decideFailed),
  })
  return (
    <Form
      of={form}
      label="Final decision"
      failed={messages.decideFailed}
      actions={
        <Submit of={form} busy="Saving…">
          Submit final decision
        </Submit>
      }
    >
      <TextAreaField of={form.field('finalResponse')} label="What was decided" maxLength={5_000} minRows={4} />
      {answered > 0 ? (
        <CheckField
          of={form.field('isMailed')}
          label="Email it to those who answered"
          hint="They read these words. The address is the one that their link went to."
        />
      ) : null}
    </Form>
  )
}
