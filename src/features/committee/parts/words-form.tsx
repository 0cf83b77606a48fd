import { useQueryClient } from '@tanstack/react-query'
import { TextAreaField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { noteInput, questionInput } from '../inputs.ts'

/** Writes a question to the applicant or a note to the committee. */
export function WordsForm({ applicationId, kind }: { applicationId: string; kind: 'question' | 'note' }) {
  const Words = kind === 'question' ? QuestionForm : NoteForm
  return <Words applicationId={applicationId} />
}

function QuestionForm({ applicationId }: { applicationId: string }) {
  const written = useWritten('Question sent', 'The applicant is told by e-mail.')
  const form = useSchemaForm({
    schema: questionInput,
    initial: { applicationId, question: '' },
    keep: `question:${applicationId}`,
    submit: (values, { idempotencyKey }) => rpc.applications.ask(values, { context: { idempotencyKey } }),
    onDone: () => written(() => form.reset()),
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
  const written = useWritten('Note added')
  const form = useSchemaForm({
    schema: noteInput,
    initial: { applicationId, body: '' },
    keep: `note:${applicationId}`,
    submit: (values, { idempotencyKey }) => rpc.applications.addNote(values, { context: { idempotencyKey } }),
    onDone: () => written(() => form.reset()),
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

function useWritten(title: string, message?: string) {
  const cache = useQueryClient()
  return (empty: () => void) => {
    empty()
    void cache.invalidateQueries({ queryKey: api.applications.key() })
    toast.success(title, message)
  }
}
