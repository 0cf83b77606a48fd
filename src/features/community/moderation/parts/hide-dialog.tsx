import { Button } from '@mantine/core'
import { Dialog } from '#ui/dialog.tsx'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { hideInput, longestReason } from '../inputs.ts'

/** Hides a post or a comment, with what its author is told. */
export function HideDialog({ thing, onClose }: { thing: { postId: string; commentId?: string }; onClose: () => void }) {
  const what = thing.commentId ? 'comment' : 'post'
  const form = useSchemaForm({
    schema: hideInput,
    initial: { ...thing, reason: '' },
    submit: (values, { idempotencyKey }) => rpc.community.hide(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success(thing.commentId ? 'Comment hidden' : 'Post hidden', 'Its author reads why, and may appeal.')
      onClose()
    },
  })
  return (
    <Dialog title={`Hide this ${what}?`} onClose={onClose} keepsInput>
      <Form
        of={form}
        label={`Hide this ${what}`}
        failed={`The ${what} was not hidden`}
        actions={
          <>
            <Submit of={form} busy="Hiding…">
              Hide {what}
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Leave it as it is
            </Button>
          </>
        }
      >
        <TextAreaField
          of={form.field('reason')}
          label="Why?"
          hint="Its author reads this, and may appeal once."
          maxLength={longestReason}
        />
      </Form>
    </Dialog>
  )
}
