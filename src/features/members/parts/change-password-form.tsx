import { useState } from 'react'
import { CheckField, PasswordField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { describeProblem } from '#ui/problem.ts'
import { authClient } from '#web/auth-client.ts'
import { changePasswordInput } from '../inputs.ts'
import { ask, SignInProblem } from './ask.tsx'
import { Notice } from './noticed.tsx'

/** Asks for the present password and a new one, typed twice (AUTH-23, AUTH-27). */
export function ChangePasswordForm(props: { currentLabel: string; onDone: () => void }) {
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm({
    schema: changePasswordInput,
    initial: { currentPassword: '', password: '', confirmation: '', isEverywhere: true },
    submit: async ({ currentPassword, password, isEverywhere }) => {
      setFailure(undefined)
      try {
        await ask(
          authClient.changePassword({
            currentPassword,
            newPassword: password,
            revokeOtherSessions: isEverywhere,
          }),
        )
        return true
      } catch (error) {
        // A new password that the server refuses is said beside its field.
        if (error instanceof SignInProblem && error.data.field) throw error
        const isWrong = error instanceof SignInProblem && error.code === 'INVALID_PASSWORD'
        setFailure(isWrong ? 'The current password is not right.' : describeProblem(error).message)
        return false
      }
    },
    onDone: isChanged => {
      if (!isChanged) return
      form.reset()
      props.onDone()
    },
  })
  return (
    <>
      {failure && <Notice title="Failed to change password">{failure}</Notice>}
      <Form
        of={form}
        label="Change password"
        actions={
          <Submit of={form} busy="Changing…">
            Change password
          </Submit>
        }
      >
        <PasswordField of={form.field('currentPassword')} label={props.currentLabel} autoComplete="current-password" />
        <NewPasswordFields password={form.field('password')} confirmation={form.field('confirmation')} />
        <CheckField of={form.field('isEverywhere')} label="Sign out my other devices" />
      </Form>
    </>
  )
}

type Of = Parameters<typeof PasswordField>[0]['of']

/** A new password and its confirmation. */
export function NewPasswordFields(props: { password: Of; confirmation: Of; hint?: string }) {
  return (
    <>
      <PasswordField
        of={props.password}
        label="New password"
        hint={props.hint ?? '8 characters or more, with an uppercase letter, a lowercase letter and a digit'}
        autoComplete="new-password"
      />
      <PasswordField of={props.confirmation} label="Confirm new password" autoComplete="new-password" />
    </>
  )
}
