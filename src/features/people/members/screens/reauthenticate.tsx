import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ownPath } from '#access.ts'
import { PasswordField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Failed, LoadingText } from '#ui/plain/states.tsx'
import { authClient } from '#web/session/auth-client.ts'
import { useSession } from '#web/session/session.tsx'
import { reauthenticateInput } from '../inputs.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { answerOf, needsCode } from '../parts/sign-in-answer.ts'
import { reauthenticatedPath, redirectAfterMs } from '../rules.ts'

/** /reauthenticate?redirect=: asks for the password again and leads back, to pages of this site only (AUTH-38…41). */
export function Reauthenticate() {
  const { redirect } = useSearch({ from: '/reauthenticate' })
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
            <Link to="/auth">Go to sign in</Link>
          </p>
        </>
      ) : (
        <PasswordAgain email={me.email} onDone={setState} />
      )}
    </Page>
  )
}

function PasswordAgain({ email, onDone }: { email: string; onDone: (next: 'code' | 'done') => void }) {
  const form = useSchemaForm({
    schema: reauthenticateInput,
    initial: { password: '' },
    submit: async ({ password }) =>
      needsCode(await answerOf(authClient.signIn.email({ email, password }))) ? ('code' as const) : ('done' as const),
    signsIn: true,
    onDone,
  })
  return (
    <Form
      of={form}
      label="Confirm it is you"
      failed="Failed to reauthenticate"
      actions={
        <Submit of={form} busy="Checking…">
          Continue
        </Submit>
      }
    >
      <PasswordField of={form.field('password')} label="Password" autoComplete="current-password" />
    </Form>
  )
}
