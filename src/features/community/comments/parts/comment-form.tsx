import { MentionField } from '#features/community/posts/parts/mention-field.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { AnchorLink } from '#ui/link.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { commentInput, longestComment, messages } from '../inputs.ts'
import classes from './comments.module.css'

/** Says something to a post; who is not signed in is asked to do so first (COM-11). What was typed stays until it is there. */
export function CommentForm({ postId, onSending }: { postId: string; onSending: (content: string | null) => void }) {
  const me = useMe()
  const empty = { postId, content: '', mentions: [] as string[] }
  const form = useSchemaForm({
    schema: commentInput,
    initial: empty,
    keep: `community-comment:${postId}`,
    notKept: ['postId'],
    submit: async (values, { idempotencyKey }) => {
      onSending(values.content)
      return rpc.community.comment(values, { context: { idempotencyKey } })
    },
    onDone: () => {
      onSending(null)
      form.settle(empty)
      form.set(empty)
    },
    onFailed: () => {
      onSending(null)
      toast.error(messages.add)
    },
  })
  const submit: typeof form.onSubmit = event => {
    if (me) return form.onSubmit(event)
    event?.preventDefault()
    toast.error(messages.signIn)
  }
  return (
    <Form
      of={{ ...form, onSubmit: submit }}
      label="Your comment"
      actions={
        <Submit of={form} busy="Sending…">
          Comment
        </Submit>
      }
    >
      <MentionField
        of={form.field('content')}
        mentions={form.values.mentions ?? []}
        onMentions={mentions => form.set({ mentions })}
        canMention={me !== null}
        label="Your comment"
        hint={me ? 'Type @ to mention a member.' : ''}
        maxLength={longestComment}
      />
      <p className={classes.rules}>
        The <AnchorLink to="/code-of-conduct">code of conduct</AnchorLink> holds here as it does in the house.
      </p>
    </Form>
  )
}
