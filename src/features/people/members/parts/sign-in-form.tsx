import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAction } from '#ui/action.ts'
import { EmailField, PasswordField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { authClient } from '#web/session/auth-client.ts'
import { emailInput, signInInput } from '../inputs.ts'
import { CodeForm } from './code-form.tsx'
import { answerOf, needsCode, SignInProblem } from './sign-in-answer.ts'
import { withValidationToast } from './validation-toast.ts'

/**
 * Email and password, then the second factor where there is one (AUTH-09, AUTH-12…14). `onDone` runs with the new
 * session's cookie in place.
 */
export function SignInForm(props: {
  label: string
  onDone: () => unknown
  offersLink?: boolean
  children?: ReactNode
}) {
  const [refused, setRefused] = useState<SignInProblem>()
  const [isCodeDue, setCodeDue] = useState(false)
  const form = useSchemaForm({
    schema: signInInput,
    initial: { email: '', password: '' },
    submit: async values => {
      setRefused(undefined)
      return needsCode(await answerOf(authClient.signIn.email(values), signInWords))
    },
    signsIn: true,
    onFailed: error => setRefused(error instanceof SignInProblem ? error : undefined),
    onDone: isCodeNeeded => (isCodeNeeded ? setCodeDue(true) : props.onDone()),
  })
  const { email } = form.values
  const sendLink = useAction((input: { email: string }) => answerOf(authClient.signIn.magicLink(input)), {
    atOnce: 'an email to oneself',
    done: { title: 'Sign-in link sent', message: onItsWay },
    failed: 'Error sending sign-in link',
  })
  const sendConfirmation = useAction((input: { email: string }) => answerOf(authClient.sendVerificationEmail(input)), {
    atOnce: 'an email to oneself',
    done: { title: 'Confirmation email sent', message: onItsWay },
    failed: 'Error sending confirmation email',
  })
  const askForLink = () => {
    const read = emailInput.safeParse({ email })
    if (read.success) void sendLink.run(read.data)
    else toast.error('Email Required', 'Type your email address first.')
  }
  if (isCodeDue) return <CodeForm onDone={props.onDone} />
  return (
    <Form
      of={withValidationToast(form, signInInput)}
      label={props.label}
      failed={refused && (refused.title ?? 'Login Failed')}
      actions={
        <>
          <Submit of={form} busy="Signing in…">
            Sign In
          </Submit>
          {props.offersLink && (
            <Button variant="default" onClick={askForLink}>
              Email me a sign-in link
            </Button>
          )}
        </>
      }
    >
      <EmailField of={form.field('email')} label="Email" autoComplete="username" />
      <PasswordField of={form.field('password')} label="Password" autoComplete="current-password" />
      {refused?.code === 'EMAIL_NOT_VERIFIED' && (
        <Button variant="subtle" size="compact-sm" onClick={() => void sendConfirmation.run({ email })}>
          Send it again
        </Button>
      )}
      {props.children}
    </Form>
  )
}

const signInWords = {
  EMAIL_NOT_VERIFIED: 'Confirm your email address first: open the link that we sent you.',
}
const onItsWay = 'If there is an account with this address, it is on its way.'
