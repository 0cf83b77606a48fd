import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { EmailField, PasswordField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { toast } from '#ui/toast.tsx'
import { authClient } from '#web/auth-client.ts'
import { emailInput, signInInput } from '../inputs.ts'
import { ask, needsCode, SignInProblem } from './ask.tsx'
import { CodeForm } from './code-form.tsx'
import { Notice, withNotice } from './noticed.tsx'

/**
 * E-mail and password, then the second factor where there is one (AUTH-09, AUTH-12…14). `onDone` runs with the new
 * session's cookie in place.
 */
export function SignInForm(props: {
  label: string
  onDone: () => unknown
  offersLink?: boolean
  children?: ReactNode
}) {
  const [notice, setNotice] = useState<{ title: string; message: string; isUnconfirmed: boolean }>()
  const [isCodeDue, setCodeDue] = useState(false)
  const form = useSchemaForm({
    schema: signInInput,
    initial: { email: '', password: '' },
    submit: async values => {
      setNotice(undefined)
      try {
        return needsCode(await ask(authClient.signIn.email(values))) ? 'code' : 'done'
      } catch (error) {
        if (!(error instanceof SignInProblem)) throw error
        const isUnconfirmed = error.code === 'EMAIL_NOT_VERIFIED'
        setNotice({
          title: error.title ?? 'Login Failed',
          message: isUnconfirmed ? 'Confirm your e-mail address first: open the link that we sent you.' : error.message,
          isUnconfirmed,
        })
        return 'refused'
      }
    },
    onDone: outcome => {
      if (outcome === 'code') setCodeDue(true)
      if (outcome === 'done') props.onDone()
    },
  })
  if (isCodeDue) return <CodeForm onDone={props.onDone} />
  return (
    <>
      {notice && (
        <Notice title={notice.title}>
          {notice.message}
          {notice.isUnconfirmed && (
            <Button variant="subtle" size="compact-sm" onClick={() => sendConfirmation(form.values.email)}>
              Send it again
            </Button>
          )}
        </Notice>
      )}
      <Form
        of={withNotice(form, signInInput)}
        label={props.label}
        actions={
          <>
            <Submit of={form} busy="Signing in…">
              Sign In
            </Submit>
            {props.offersLink && (
              <Button variant="default" onClick={() => sendLink(form.values.email)}>
                E-mail me a sign-in link
              </Button>
            )}
          </>
        }
      >
        <EmailField of={form.field('email')} label="Email" autoComplete="username" />
        <PasswordField of={form.field('password')} label="Password" autoComplete="current-password" />
        {props.children}
      </Form>
    </>
  )
}

async function sendLink(typed: string) {
  const read = emailInput.safeParse({ email: typed })
  if (!read.success) return toast.error('Email Required', 'Type your e-mail address first.')
  await told(authClient.signIn.magicLink(read.data), 'Sign-in link sent', 'Error sending sign-in link')
}

async function sendConfirmation(email: string) {
  await told(
    authClient.sendVerificationEmail({ email }),
    'Confirmation e-mail sent',
    'Error sending confirmation e-mail',
  )
}

async function told(answer: Parameters<typeof ask>[0], success: string, failure: string) {
  try {
    await ask(answer)
    toast.success(success, 'If there is an account with this address, it is on its way.')
  } catch (error) {
    toast.error(failure, error instanceof SignInProblem ? error.message : undefined)
  }
}
