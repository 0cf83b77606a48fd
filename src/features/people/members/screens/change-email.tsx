import { useSearch } from '@tanstack/react-router'
import { authClient } from '#web/session/auth-client.ts'
import { LinkScreen } from '../parts/link-screen.tsx'
import { answerOf } from '../parts/sign-in-answer.ts'

/** /change-email: both links of a change of address, first from the old one, then from the new (AUTH-36, AUTH-37). */
export function ChangeEmail() {
  const { token = '' } = useSearch({ from: '/change-email' })
  return (
    <LinkScreen
      title="Change your email address"
      token={token}
      use={changeEmail}
      success={
        isFirstHalf(token)
          ? 'Thank you. Now open the link that we just sent to your new address.'
          : 'Your email address is changed. Taking you to your account…'
      }
      invalid="Failed to update email"
      failed="Failed to update email"
      to="/account"
    />
  )
}

async function changeEmail(token: string) {
  await answerOf(authClient.verifyEmail({ query: { token } }))
  return 'done' as const
}

/** Which half a link is stands in its readable part; only the wording depends on it. */
function isFirstHalf(token: string): boolean {
  try {
    const part = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(part)).requestType === 'change-email-confirmation'
  } catch {
    return false
  }
}
