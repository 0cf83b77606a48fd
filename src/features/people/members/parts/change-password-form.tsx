import { CheckField, PasswordField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { authClient, freshly } from '#web/session/auth-client.ts'
import { changePasswordInput } from '../inputs.ts'
import { answerOf } from './sign-in-answer.ts'

/** Asks for the present password and a new one, typed twice (AUTH-23, AUTH-27). */
export function ChangePasswordForm(props: { currentLabel: string; onDone: () => void }) {
  const form = useSchemaForm({
    schema: changePasswordInput,
    initial: { currentPassword: '', password: '', confirmation: '', isEverywhere: true },
    submit: ({ currentPassword, password, isEverywhere }) =>
      answerOf(
        freshly(() =>
          authClient.changePassword({ currentPassword, newPassword: password, revokeOtherSessions: isEverywhere }),
        ),
        { INVALID_PASSWORD: 'The current password is not right.' },
      ),
    onDone: () => {
      form.reset()
      props.onDone()
    },
  })
  return (
    <Form
      of={form}
      label="Change password"
      failed="Failed to change password"
      actions={
        <Submit of={form} busy="Changing…">
          Change password
        </Submit>
      }
    >
      <PasswordField of={form.field('currentPassword')} label={props.currentLabel} autoComplete="current-password" />
      <NewPasswordFields password={form.field('password')} confirmation={form.field('confirmation')} />
      <CheckField of={form.field('isEverywhere')} label="Sign out my other devices and end my API keys" />
    </Form>
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
