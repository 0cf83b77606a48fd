import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { authClient } from '#web/session/auth-client.ts'
import { afterSignIn, useSession } from '#web/session/session.tsx'
import { ChangePasswordForm } from '../parts/change-password-form.tsx'
import { FirstPasswordForm } from '../parts/first-password-form.tsx'
import { answerOf } from '../parts/sign-in-answer.ts'
import { redirectAfterMs } from '../rules.ts'

/** /first-login-password-change: a new password instead of the one that staff gave out (AUTH-25…27). */
export function FirstLoginPasswordChange() {
  const { me, isLoading } = useSession()
  const [isDone, setDone] = useState(false)
  const navigate = useNavigate()
  const accounts = useQuery({
    queryKey: ['own-sign-in', me?.userId],
    queryFn: () => answerOf(authClient.listAccounts()),
    enabled: me !== null && !isDone,
  })
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(async () => {
      await afterSignIn().catch(() => null)
      await navigate({ to: '/portal', replace: true })
    }, redirectAfterMs)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
  if (!isLoading && !me) return <Navigate replace to="/auth" search={{ return: '/first-login-password-change' }} />
  return (
    <Page
      title="Choose your own password"
      lead={
        me?.mustChangePassword
          ? 'Before you come in: replace the password that you were given with one that only you know.'
          : undefined
      }
      width="form"
    >
      {isDone ? (
        <p role="status">Password changed successfully! Redirecting...</p>
      ) : !me ? (
        <LoadingText />
      ) : (
        <Query of={accounts} failed="Failed to load your account">
          {list =>
            list.some(({ providerId }) => providerId === 'credential') ? (
              <ChangePasswordForm
                currentLabel={me.mustChangePassword ? 'Temporary password' : 'Current password'}
                onDone={() => setDone(true)}
              />
            ) : (
              <FirstPasswordForm onDone={() => setDone(true)} />
            )
          }
        </Query>
      )}
    </Page>
  )
}
