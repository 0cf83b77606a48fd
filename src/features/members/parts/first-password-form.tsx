import { useState } from 'react'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { describeProblem } from '#ui/problem.ts'
import { authClient } from '#web/auth-client.ts'
import { invitedPasswordInput } from '../inputs.ts'
import { ask, SignInProblem } from './ask.tsx'
import { NewPasswordFields } from './change-password-form.tsx'
import { Notice } from './noticed.tsx'

/** The first password of somebody who was invited and has none yet (AUTH-31, AUTH-33). */
export function FirstPasswordForm({ onDone }: { onDone: () => void }) {
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm({
    schema: invitedPasswordInput,
    initial: { password: '', confirmation: '' },
    submit: async ({ password }) => {
      setFailure(undefined)
      try {
        await ask(authClient.$fetch('/invitation/accept', { method: 'POST', body: { newPassword: password } }))
        return true
      } catch (error) {
        if (error instanceof SignInProblem && error.data.field) throw error
        setFailure(describeProblem(error).message)
        return false
      }
    },
    onDone: isSaved => isSaved && onDone(),
  })
  return (
    <>
      {failure && <Notice title="Failed to accept invitation">{failure}</Notice>}
      <Form
        of={form}
        label="Choose a password"
        actions={
          <Submit of={form} busy="Saving…">
            Save password
          </Submit>
        }
      >
        <NewPasswordFields password={form.field('password')} confirmation={form.field('confirmation')} />
      </Form>
    </>
  )
}
