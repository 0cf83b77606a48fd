import { useSearch } from '@tanstack/react-router'
import { authClient } from '#web/session/auth-client.ts'
import { LinkScreen } from '../parts/link-screen.tsx'
import { answerOf, needsCode, SignInProblem } from '../parts/sign-in-answer.ts'
import { homePath } from '../rules.ts'

/** /magic-link: signing in by a mailed link; whoever has two-factor sign-in is asked for the code (AUTH-34, AUTH-35). */
export function MagicLink() {
  const { token = '' } = useSearch({ from: '/magic-link' })
  return (
    <LinkScreen
      title="Sign in by link"
      token={token}
      use={signInByLink}
      success="You are signed in. Taking you home…"
      invalid="Invalid or expired magic link"
      failed="Failed to authenticate"
      to={homePath}
    />
  )
}

async function signInByLink(token: string) {
  const answer: unknown = await answerOf(authClient.magicLink.verify({ query: { token } }))
  if (needsCode(answer)) return 'code' as const
  // A link that does not work is answered with a redirect, which arrives here as a page.
  if (!isSession(answer)) throw new SignInProblem({ code: 'INVALID_TOKEN', status: 400 })
  return 'done' as const
}

const isSession = (answer: unknown) => typeof answer === 'object' && answer !== null && 'session' in answer
