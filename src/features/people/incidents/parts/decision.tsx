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
  // Whoever was erased meanwhile is told nothing more.
  const answered = new Set(of.responses.map(({ linkEmail }) => linkEmail).filter(to => to.includes('@'))).size
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
    initial: { id, finalResponse: '', isNotMailed: false },
    keep: `incident-decision-${id}`,
    notKept: ['isNotMailed'],
    ask: ({ isNotMailed }) => ({
      title: 'Save the final decision?',
      body: whatFollows(answered, isNotMailed ?? false),
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
          of={form.field('isNotMailed')}
          label="Do not email it to those who answered"
          hint="They were promised to be told. Unless this is ticked, these words go to the address of each one’s link."
        />
      ) : null}
    </Form>
  )
}

/** What saving does to those who answered, whoever answers until then among them. */
function whatFollows(answered: number, isNotMailed: boolean): string {
  const many = formatCount(answered, 'person', 'people')
  if (answered === 0)
    return 'Nobody has answered so far; whoever does before it is saved gets it by email. It stays as it is.'
  if (isNotMailed)
    return `${many} answered and ${answered === 1 ? 'was' : 'were'} promised to be told by email. Nobody is told: that promise is broken. The decision stays as it is.`
  return `It goes by email to ${many} who answered and stays as it is.`
}
