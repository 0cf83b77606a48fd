import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Page } from '#ui/plain/page.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Failed, LoadingText } from '#ui/plain/states.tsx'
import { afterSignIn, type Me, useMe } from '#web/session/session.tsx'
import { redirectAfterMs } from '../rules.ts'
import { CodeForm } from './code-form.tsx'
import { SignInProblem } from './sign-in-answer.ts'

type Outcome = 'done' | 'code' | 'choose'
type Use = (token: string) => Promise<Outcome>

interface LinkScreenProps {
  title: string
  /** The link's secret; empty when the address carries none. */
  token: string
  /** Uses the link; it is called once per secret. `code`: the second factor is due before it counts. */
  use: Use
  /** Shown when the link is good but something is still to be chosen before it counts. */
  choose?: (token: string, onDone: () => void) => ReactNode
  /** Stands above all of it: how far whoever opened the link has come. */
  above?: (isDone: boolean) => ReactNode
  success: string
  /** What a link says that does not work, and any other failure (AUTH-29, AUTH-33, AUTH-35, AUTH-37). */
  invalid: string
  failed: string
  /** What such a link says instead to whoever is signed in, where it had been used already. */
  already?: (me: Me) => string
  /** Where it leads after two seconds: a path, or what decides about it once the person is known. */
  to: string | ((me: Me | null) => string)
}

/** A page that a mailed link opens: loading, then success or error; after a success on to the page behind it. */
export function LinkScreen({
  title,
  token,
  use,
  choose,
  above,
  success,
  invalid,
  failed,
  already,
  to,
}: LinkScreenProps) {
  const me = useMe()
  const [state, setState] = useState<'loading' | Outcome | { problem: string }>('loading')
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one link is used once, whatever else changes
  useEffect(() => {
    let isShown = true
    const show = (next: typeof state) => isShown && setState(next)
    usedOnce(token, use).then(show, error => show({ problem: wordsFor(error, invalid, failed) }))
    return () => {
      isShown = false
    }
  }, [token])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it leads stays the same while the page is open
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(async () => {
      const me = await afterSignIn().catch(() => null)
      await navigate({ href: typeof to === 'string' ? to : to(me), replace: true })
    }, redirectAfterMs)
    return () => clearTimeout(timer)
  }, [state, navigate])

  // Kept beside the link as well: the page is drawn anew when the person becomes known.
  const finish = () => {
    finished(token, use)
    setState('done')
  }
  return (
    <Page title={title} heading={unbroken(title)} width="form">
      {typeof state === 'object' ? null : above?.(state === 'done')}
      {state === 'loading' ? (
        <LoadingText lines={2} />
      ) : state === 'code' ? (
        <CodeForm onDone={finish} />
      ) : state === 'choose' ? (
        choose?.(token, finish)
      ) : state === 'done' ? (
        <p role="status">{success}</p>
      ) : me && already && state.problem === invalid ? (
        <>
          <p role="status">{already(me)}</p>
          <p>
            <Link to="/home">Go on to the house</Link>
          </p>
        </>
      ) : (
        <>
          <Failed text={state.problem} />
          <p>
            <Link to="/auth">Go to sign in</Link>
          </p>
        </>
      )}
    </Page>
  )
}

/** Keeps "email" on one line: in a heading this large its hyphen is a bad place to break. */
function unbroken(title: string) {
  const [before, after] = title.split('email')
  return after === undefined ? (
    title
  ) : (
    <>
      {before}
      <span style={{ whiteSpace: 'nowrap' }}>email</span>
      {after}
    </>
  )
}

// A link works once on the server. The page may be drawn anew meanwhile, as its frame changes with the person.
const uses = new Map<string, Promise<Outcome>>()

/** Uses a link's secret once in this window; later calls get the same outcome. */
export function usedOnce(token: string, use: Use) {
  const key = keyOf(token, use)
  const found =
    uses.get(key) ?? (token ? use(token) : Promise.reject(new SignInProblem({ code: 'INVALID_TOKEN', status: 400 })))
  uses.set(key, found)
  return found
}

/** What was still to be chosen for this link is chosen. */
const finished = (token: string, use: Use) => uses.set(keyOf(token, use), Promise.resolve('done'))
const keyOf = (token: string, use: Use) => `${use.name}:${token}`

const badLink = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'INVALID_USER']

/** Which of the two specified texts fits; a broken connection is named as one. */
export function wordsFor(error: unknown, invalid: string, failed: string): string {
  if (error instanceof SignInProblem && badLink.includes(error.code)) return invalid
  const { isUnreachable, message } = describeProblem(error)
  return isUnreachable ? `${failed}. ${message}` : failed
}
