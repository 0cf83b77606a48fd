import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Page } from '#ui/plain/page.tsx'
import { Failed, LoadingText } from '#ui/plain/states.tsx'
import { rpc } from '#web/client.ts'
import { authClient } from '#web/session/auth-client.ts'
import { afterSignIn } from '#web/session/session.tsx'
import { FirstPasswordForm } from '../parts/first-password-form.tsx'
import { usedOnce, wordsFor } from '../parts/link-screen.tsx'
import { answerOf } from '../parts/sign-in-answer.ts'
import { homePath, redirectAfterMs } from '../rules.ts'

type State = 'loading' | 'choosing' | 'done' | { problem: string }

/** /invite: the link of an invitation signs in, and the person chooses a password (AUTH-30…33). */
export function Invite() {
  const { token = '' } = useSearch({ from: '/invite' })
  const [state, setState] = useState<State>('loading')
  const navigate = useNavigate()
  useEffect(() => {
    let isShown = true
    const show = (next: State) => isShown && setState(next)
    begin(token).then(show, error =>
      show({
        problem: wordsFor(error, 'Invalid or expired invitation link', 'Failed to validate invitation'),
      }),
    )
    return () => {
      isShown = false
    }
  }, [token])
  // Success goes home; without a session there is nothing to do here but sign in.
  const to = state === 'done' ? homePath : typeof state === 'object' ? '/auth' : null
  useEffect(() => {
    if (!to) return
    const timer = setTimeout(async () => {
      await afterSignIn().catch(() => null)
      await navigate({ to, replace: true })
    }, redirectAfterMs)
    return () => clearTimeout(timer)
  }, [to, navigate])
  return (
    <Page title="Accept your invitation" width="form">
      {state === 'loading' ? (
        <LoadingText lines={3} />
      ) : state === 'choosing' ? (
        <>
          <p>Your account is ready. Choose a password to sign in with from now on.</p>
          <FirstPasswordForm onDone={() => setState('done')} />
        </>
      ) : state === 'done' ? (
        <p role="status">Welcome. Your password is saved; taking you home…</p>
      ) : (
        <Failed text={state.problem} detail="Taking you to sign in…" />
      )}
    </Page>
  )
}

/** Opens the invitation, unless it was opened before in this browser and only the password is missing. */
async function begin(token: string): Promise<State> {
  const isMidway = async () => (await rpc.members.me())?.mustChangePassword === true
  if (await isMidway()) return 'choosing'
  await usedOnce(token, openInvitation)
  return (await isMidway()) ? 'choosing' : 'done'
}

const openInvitation = (token: string) =>
  answerOf(authClient.$fetch('/invitation/open', { method: 'POST', body: { token } })).then(() => 'done' as const)
