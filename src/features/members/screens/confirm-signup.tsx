import { useSearch } from '@tanstack/react-router'
import { authClient } from '#web/auth-client.ts'
import { ask } from '../parts/ask.tsx'
import { LinkScreen } from '../parts/link-screen.tsx'
import { homePath } from '../rules.ts'

/** /confirm-signup: the link of a sign-up's mail (AUTH-28, AUTH-29). */
export function ConfirmSignup() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  return (
    <LinkScreen
      title="Confirm your e-mail address"
      token={token}
      use={confirmSignUp}
      success="Your e-mail address is confirmed. Taking you home…"
      invalid="Invalid or expired confirmation link"
      failed="Failed to confirm email"
      to={homePath}
    />
  )
}

async function confirmSignUp(token: string) {
  await ask(authClient.verifyEmail({ query: { token } }))
  return 'done' as const
}
