import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Page } from '#ui/plain/page.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { authClient } from '#web/session/auth-client.ts'
import { resetPasswordInput } from '../inputs.ts'
import { NewPasswordFields } from '../parts/change-password-form.tsx'
import { answerOf, SignInProblem } from '../parts/sign-in-answer.ts'
import { redirectAfterMs } from '../rules.ts'

/** /reset-password: the link of a reset mail asks for the new password (AUTH-18…22). */
export function ResetPassword() {
  const { token = '' } = useSearch({ from: '/reset-password' })
  const [state, setState] = useState<'checking' | 'open' | 'saved'>('checking')
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/auth', replace: true })
  const refuse = () => {
    toast.error('Invalid or expired reset link', 'Ask for a new one: each link works once and for one hour.')
    leave()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is looked at once
  useEffect(() => {
    let isShown = true
    answerOf(authClient.$fetch('/reset-password/check', { method: 'POST', body: { token } })).then(
      () => isShown && setState('open'),
      error => isShown && (error instanceof SignInProblem ? refuse() : setState('open')),
    )
    return () => {
      isShown = false
    }
  }, [token])
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving follows the state alone
  useEffect(() => {
    if (state !== 'saved') return
    const timer = setTimeout(leave, redirectAfterMs)
    return () => clearTimeout(timer)
  }, [state])

  const form = useSchemaForm({
    schema: resetPasswordInput,
    initial: { password: '', confirmation: '' },
    submit: ({ password }) => answerOf(authClient.resetPassword({ token, newPassword: password })),
    onFailed: error => error instanceof SignInProblem && error.code === 'INVALID_TOKEN' && refuse(),
    onDone: () => setState('saved'),
  })
  return (
    <Page title="Reset Password" width="form">
      {state === 'checking' ? (
        <LoadingText lines={3} />
      ) : state === 'saved' ? (
        <p role="status">Your password is changed and all devices are signed out. Taking you to sign in…</p>
      ) : (
        <Form
          of={form}
          label="Reset password"
          failed="Failed to reset password"
          actions={
            <Submit of={form} busy="Saving…">
              Reset Password
            </Submit>
          }
        >
          <NewPasswordFields
            password={form.field('password')}
            confirmation={form.field('confirmation')}
            hint="6 characters or more; the longer the better"
          />
        </Form>
      )}
    </Page>
  )
}
