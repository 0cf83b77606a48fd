import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ownPath } from '#access.ts'
import { PasswordField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { Page } from '#ui/page.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Failed, LoadingText } from '#ui/states.tsx'
import { authClient } from '#web/auth-client.ts'
import { useSession } from '#web/session.tsx'
import { reauthenticateInput } from '../inputs.ts'
import { ask, needsCode } from '../parts/ask.tsx'
import { CodeForm } from '../parts/code-form.tsx'
import { Notice } from '../parts/noticed.tsx'
import { reauthenticatedPath, redirectAfterMs } from '../rules.ts'

/** /reauthenticate?redirect=: asks for the password again and leads back, to pages of this site only (AUTH-38…41). */
export function Reauthenticate() {
  const { redirect } = useSearch({ strict: false }) as { redirect?: string }
  const { me, isLoading } = useSession()
  const [state, setState] = useState<'password' | 'code' | 'done'>('password')
  const navigate = useNavigate()
  const to = ownPath(redirect, reauthenticatedPath)
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => void navigate({ href: to, replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [state, to, navigate])
  return (
    <Page title="Confirm it is you" lead="Type your password once more to go on." width="form">
      {state === 'code' ? (
        <CodeForm onDone={() => setState('done')} />
      ) : state === 'done' ? (
        <p role="status">Thank you. Taking you back…</p>
      ) : isLoading ? (
        <LoadingText />
      ) : !me ? (
        <>
          <Failed text="No user found" />
          <p>
            <Link to={'/auth' as string}>Go to sign in</Link>
          </p>
        </>
      ) : (
        <PasswordAgain email={me.email} onDone={setState} />
      )}
    </Page>
  )
}

function PasswordAgain({ email, onDone }: { email: string; onDone: (next: 'code' | 'done') => void }) {
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm({
    schema: reauthenticateInput,
    initial: { password: '' },
    submit: async ({ password }) => {
      setFailure(undefined)
      try {
        return needsCode(await ask(authClient.signIn.email({ email, password }))) ? 'code' : 'done'
      } catch (error) {
        setFailure(describeProblem(error).message)
        return undefined
      }
    },
    onDone: next => next && onDone(next),
  })
  return (
    <>
      {failure && <Notice title="Failed to reauthenticate">{failure}</Notice>}
      <Form
        of={form}
        label="Confirm it is you"
        actions={
          <Submit of={form} busy="Checking…">
            Continue
          </Submit>
        }
      >
        <PasswordField of={form.field('password')} label="Password" autoComplete="current-password" />
      </Form>
    </>
  )
}
