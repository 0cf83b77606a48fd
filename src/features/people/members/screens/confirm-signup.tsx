import { useSearch } from '@tanstack/react-router'
import { authClient } from '#web/session/auth-client.ts'
import { FirstPasswordForm } from '../parts/first-password-form.tsx'
import { LinkScreen } from '../parts/link-screen.tsx'
import { answerOf } from '../parts/sign-in-answer.ts'
import { keptReturn } from '../parts/sign-up-return.ts'
import { homePath, joinPath } from '../rules.ts'

/**
 * /confirm-signup: the link of a sign-up's mail (AUTH-28, AUTH-29). The browser that signed up is in at once; in any
 * other one a password is chosen first. Whoever was on the way to an application goes on to it, with what they came with
 * (decision 52).
 */
export function ConfirmSignup() {
  const { token = '' } = useSearch({ from: '/confirm-signup' })
  return (
    <LinkScreen
      title="Confirm your email address"
      token={token}
      use={confirmSignUp}
      choose={(used, onDone) => <ChoosePassword token={used} onDone={onDone} />}
      success="Your email address is confirmed. Taking you on…"
      invalid="Invalid or expired confirmation link"
      failed="Failed to confirm email"
      to={me =>
        me?.cameToApply ? joinPath() : ((me?.standing.kind === 'account' ? keptReturn(me.email) : null) ?? homePath)
      }
    />
  )
}

function ChoosePassword({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <>
      <p>
        The address is yours. This is another browser than the one that signed up, so choose a password to go on: it
        replaces the one typed there.
      </p>
      <FirstPasswordForm
        save={newPassword => authClient.$fetch('/sign-up/confirm', { method: 'POST', body: { token, newPassword } })}
        failed="Failed to confirm email"
        onDone={onDone}
      />
    </>
  )
}

async function confirmSignUp(token: string) {
  const answer: unknown = await answerOf(authClient.verifyEmail({ query: { token } }))
  const isPasswordDue = typeof answer === 'object' && answer !== null && 'choosePassword' in answer
  return isPasswordDue ? ('choose' as const) : ('done' as const)
}
