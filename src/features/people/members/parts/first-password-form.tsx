import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { authClient } from '#web/session/auth-client.ts'
import { invitedPasswordInput } from '../inputs.ts'
import { NewPasswordFields } from './change-password-form.tsx'
import { answerOf } from './sign-in-answer.ts'

const accept = (newPassword: string) =>
  authClient.$fetch('/invitation/accept', { method: 'POST', body: { newPassword } })

interface FirstPasswordFormProps {
  /** How it is saved; usually the invitation is accepted with it. */
  save?: (newPassword: string) => Parameters<typeof answerOf>[0]
  failed?: string
  onDone: () => void
}

/** The first password of somebody who came by a mailed link (AUTH-31, AUTH-33). */
export function FirstPasswordForm({ save = accept, failed, onDone }: FirstPasswordFormProps) {
  const form = useSchemaForm({
    schema: invitedPasswordInput,
    initial: { password: '', confirmation: '' },
    submit: ({ password }) => answerOf(save(password)),
    onDone,
  })
  return (
    <Form
      of={form}
      label="Choose a password"
      failed={failed ?? 'Failed to accept invitation'}
      actions={
        <Submit of={form} busy="Saving…">
          Save password
        </Submit>
      }
    >
      <NewPasswordFields password={form.field('password')} confirmation={form.field('confirmation')} />
    </Form>
  )
}
