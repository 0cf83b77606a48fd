import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { Page } from '#ui/page.tsx'
import { describeProblem } from '#ui/problem.ts'
import { LoadingText } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { authClient } from '#web/auth-client.ts'
import { resetPasswordInput } from '../inputs.ts'
import { ask, SignInProblem } from '../parts/ask.tsx'
import { NewPasswordFields } from '../parts/change-password-form.tsx'
import { Notice } from '../parts/noticed.tsx'
import { redirectAfterMs } from '../rules.ts'

/** /reset-password: the link of a reset mail asks for the new password (AUTH-18…22). */
export function ResetPassword() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const [state, setState] = useState<'checking' | 'open' | 'saved'>('checking')
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/auth' as string, replace: true })
  const refuse = () => {
    toast.error('Invalid or expired reset link', 'Ask for a new one: each link works once and for one hour.')
    leave()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is looked at once
  useEffect(() => {
    let isShown = true
    ask(authClient.$fetch('/reset-password/check', { method: 'POST', body: { token } })).then(
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
    submit: async ({ password }) => {
      setFailure(undefined)
      try {
        await ask(authClient.resetPassword({ token, newPassword: password }))
        return true
      } catch (error) {
        if (error instanceof SignInProblem && error.data.field) throw error
        if (error instanceof SignInProblem && error.code === 'INVALID_TOKEN') refuse()
        else setFailure(describeProblem(error).message)
        return false
      }
    },
    onDone: isSaved => isSaved && setState('saved'),
  })
  return (
    <Page title="Reset Password" width="form">
      {state === 'checking' ? (
        <LoadingText lines={3} />
      ) : state === 'saved' ? (
        <p role="status">Your password is changed and all devices are signed out. Taking you to sign in…</p>
      ) : (
        <>
          {failure && <Notice title="Failed to reset password">{failure}</Notice>}
          <Form
            of={form}
            label="Reset password"
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
        </>
      )}
    </Page>
  )
}
