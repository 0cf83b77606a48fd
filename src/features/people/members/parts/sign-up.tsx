import { Box, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { nameOf } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { EmailField, PasswordField, PhoneField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { authClient } from '#web/session/auth-client.ts'
import { signUpInput } from '../inputs.ts'
import { leadsToForm, wishOf } from '../rules.ts'
import { ChosenPlan } from './chosen-plan.tsx'
import { answerOf } from './sign-in-answer.ts'
import { keepReturn } from './sign-up-return.ts'
import { type SignUpStep, SignUpSteps } from './sign-up-steps.tsx'
import { withValidationToast } from './validation-toast.ts'

const pendingKey = 'exchange.sign-up'
const resendSeconds = 60

/** Sign-up in its three steps (AUTH-03). The second waits for the mailed link, which may be opened in another tab. */
export function SignUp({ step, back, isIn }: { step: SignUpStep; back: string | undefined; isIn: boolean }) {
  const navigate = useNavigate()
  const pending = sessionStorage.getItem(pendingKey) ?? ''
  // The last step is for whoever is signed in; the address alone makes nobody wait for it.
  const shown = (step === 'email-verify' && !pending) || (step === 'complete' && !isIn) ? 'info' : step
  const goTo = (next: SignUpStep) =>
    void navigate({
      to: '/auth',
      search: { mode: 'signup', step: next, ...(back && { return: back }) },
    })
  return (
    <>
      <SignUpSteps now={shown} />
      {shown === 'complete' ? null : <ChosenPlan wish={wishOf(back)} />}
      <Box mt="xl">
        {shown === 'info' && (
          <Details
            back={back}
            onDone={email => {
              sessionStorage.setItem(pendingKey, email)
              keepReturn(email, back)
              goTo('email-verify')
            }}
          />
        )}
        {shown === 'email-verify' && <Waiting email={pending} onOther={() => goTo('info')} />}
        {shown === 'complete' && <p role="status">Your account is ready. Taking you on…</p>}
      </Box>
    </>
  )
}

function Details({ back, onDone }: { back: string | undefined; onDone: (email: string) => void }) {
  const form = useSchemaForm({
    schema: signUpInput,
    initial: { firstName: '', lastName: '', email: '', phone: '', password: '' },
    keep: 'sign-up',
    submit: async values => {
      // What they came with stays with the account: the mailed link may be opened on another device (decision 52).
      const sent = { ...values, ...wishOf(back), isApplying: leadsToForm(back), name: nameOf(values) }
      await answerOf(authClient.signUp.email(sent))
      return values.email
    },
    onDone,
  })
  return (
    <Form
      of={withValidationToast(form, signUpInput)}
      label="Sign up"
      actions={
        <Submit of={form} busy="Creating your account…">
          Create account
        </Submit>
      }
    >
      <Row>
        <TextField of={form.field('firstName')} label="First name" autoComplete="given-name" />
        <TextField of={form.field('lastName')} label="Last name" autoComplete="family-name" />
      </Row>
      <EmailField of={form.field('email')} label="Email" autoComplete="username" />
      <PhoneField of={form.field('phone')} label="Phone" hint="07700 900456, or with + and the country" />
      <PasswordField
        of={form.field('password')}
        label="Password"
        hint="8 characters or more, with an uppercase letter, a lowercase letter and a digit"
        autoComplete="new-password"
      />
    </Form>
  )
}

function Waiting({ email, onOther }: { email: string; onOther: () => void }) {
  const [seconds, setSeconds] = useState(resendSeconds)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left => Math.max(0, left - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  const resend = useAction(() => answerOf(authClient.sendVerificationEmail({ email })), {
    atOnce: 'an email to oneself',
    done: { title: 'Confirmation email sent', message: 'Look in your in-box, and in the spam folder.' },
    failed: 'Error sending confirmation email',
  })
  return (
    <section aria-label="Confirm your email">
      <p>
        We sent a link to <strong>{email}</strong>. Open it to confirm that the address is yours; this page then goes on
        by itself. The link works once and for 24 hours.
      </p>
      <Button
        variant="default"
        disabled={seconds > 0}
        onClick={() => {
          setSeconds(resendSeconds)
          void resend.run(undefined)
        }}
      >
        {seconds > 0 ? `Send it again in ${seconds} s` : 'Send it again'}
      </Button>{' '}
      <Button variant="subtle" onClick={onOther}>
        Use another address
      </Button>
    </section>
  )
}
