import { useSearch } from '@tanstack/react-router'
import { authClient } from '#web/auth-client.ts'
import { ask, needsCode, SignInProblem } from '../parts/ask.tsx'
import { LinkScreen } from '../parts/link-screen.tsx'
import { homePath } from '../rules.ts'

/** /magic-link: signing in by a mailed link; whoever has two-factor sign-in is asked for the code (AUTH-34, AUTH-35). */
export function MagicLink() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
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
  const answer: unknown = await ask(authClient.magicLink.verify({ query: { token } }))
  if (needsCode(answer)) return 'code' as const
  // A link that does not work is answered with a redirect, which arrives here as a page.
  if (!isSession(answer)) throw new SignInProblem({ code: 'INVALID_TOKEN', status: 400 })
  return 'done' as const
}

const isSession = (answer: unknown) => typeof answer === 'object' && answer !== null && 'session' in answer
