import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { noteInput, questionInput } from '../inputs.ts'
import classes from './review.module.css'
import type { Review } from './review-dialog.tsx'

/** What the committee asks the applicant, and what its members write to one another; `isNarrow`: in one column. */
export function Discussion({ application, isNarrow = false }: { application: Review; isNarrow?: boolean }) {
  return (
    <div className={classes.review} data-single={isNarrow}>
      <Section title="Questions to the applicant" lead="They do not learn who asks.">
        {application.questions.map(({ id, question, answer }) => (
          <article key={id} className={classes.words}>
            <h3>{question}</h3>
            <p>{answer ?? 'Not answered yet.'}</p>
          </article>
        ))}
        {application.can.ask ? <QuestionForm applicationId={application.id} /> : null}
      </Section>
      <Section title="Notes to the committee" lead="The applicant never sees them.">
        {application.notes.map(({ id, body, author, createdAt }) => (
          <article key={id} className={classes.words}>
            <h3>
              {author ?? 'A former member'}, <When at={createdAt} />
            </h3>
            <p>{body}</p>
          </article>
        ))}
        {application.can.note ? <NoteForm applicationId={application.id} /> : null}
      </Section>
    </div>
  )
}

function QuestionForm({ applicationId }: { applicationId: string }) {
  const form = useSchemaForm({
    schema: questionInput,
    initial: { applicationId, question: '' },
    keep: `question:${applicationId}`,
    submit: (values, { idempotencyKey }) => rpc.applications.ask(values, { context: { idempotencyKey } }),
    onDone: () => {
      form.reset()
      toast.success('Question sent', 'The applicant is told by email.')
    },
  })
  return (
    <Form
      of={form}
      label="Ask the applicant"
      actions={
        <Submit of={form} variant="default" busy="Sending…">
          Ask
        </Submit>
      }
    >
      <TextAreaField of={form.field('question')} label="Question" minRows={2} maxLength={2_000} />
    </Form>
  )
}

function NoteForm({ applicationId }: { applicationId: string }) {
  const form = useSchemaForm({
    schema: noteInput,
    initial: { applicationId, body: '' },
    keep: `note:${applicationId}`,
    submit: (values, { idempotencyKey }) => rpc.applications.addNote(values, { context: { idempotencyKey } }),
    onDone: () => {
      form.reset()
      toast.success('Note added')
    },
  })
  return (
    <Form
      of={form}
      label="Write a note"
      actions={
        <Submit of={form} variant="default" busy="Saving…">
          Add note
        </Submit>
      }
    >
      <TextAreaField of={form.field('body')} label="Note" minRows={2} maxLength={2_000} />
    </Form>
  )
}
