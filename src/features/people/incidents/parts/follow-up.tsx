import { useEditForm } from '#ui/form/edit-form.ts'
import { CheckField, TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { followUp } from '../inputs.ts'
import type { Incident } from './incident-panel.tsx'
import { Part } from './part.tsx'

/** What was done about an incident, and what is still to do; both can be changed as things go on. */
export function FollowUp({ of: { id, actionsTaken, followUpRequired, followUpNotes } }: { of: Incident }) {
  const form = useEditForm({
    schema: followUp,
    present: { actionsTaken, followUpRequired, followUpNotes },
    submit: (edit, { idempotencyKey }) => rpc.incidents.followUp({ id, ...edit }, { context: { idempotencyKey } }),
    onDone: () => toast.success('Actions and follow-up saved'),
    onFailed: () => toast.error('Actions and follow-up were not saved'),
  })
  return (
    <Part title="Actions and follow-up">
      <Form
        of={form}
        label="Actions and follow-up"
        actions={
          <Submit of={form} busy="Saving…" variant="default">
            Save
          </Submit>
        }
      >
        <TextAreaField of={form.field('actionsTaken')} label="Actions taken" maxLength={5_000} optional />
        <CheckField of={form.field('followUpRequired')} label="It needs follow-up" />
        <TextAreaField of={form.field('followUpNotes')} label="Follow-up" maxLength={5_000} optional />
      </Form>
    </Part>
  )
}
