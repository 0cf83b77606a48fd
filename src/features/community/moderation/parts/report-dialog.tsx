import { Button } from '@mantine/core'
import { Dialog } from '#ui/dialog.tsx'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { longestReason, reportInput } from '../inputs.ts'

/** Tells the house that a post or a comment should not be there, and why (decision 38). */
export function ReportDialog({
  thing,
  onClose,
}: {
  thing: { postId: string; commentId?: string }
  onClose: () => void
}) {
  const what = thing.commentId ? 'comment' : 'post'
  const form = useSchemaForm({
    schema: reportInput,
    initial: { ...thing, reason: '' },
    submit: (values, { idempotencyKey }) => rpc.community.report(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Reported', 'The house reads it and decides. Its author does not learn who reported it.')
      onClose()
    },
  })
  return (
    <Dialog title={`Report this ${what}`} onClose={onClose} keepsInput>
      <Form
        of={form}
        label={`Report this ${what}`}
        failed="The report was not sent"
        actions={
          <>
            <Submit of={form} busy="Sending…">
              Send report
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Not now
            </Button>
          </>
        }
      >
        <TextAreaField of={form.field('reason')} label="What is wrong with it?" maxLength={longestReason} />
      </Form>
    </Dialog>
  )
}
