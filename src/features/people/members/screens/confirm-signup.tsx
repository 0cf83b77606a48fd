import { Box, Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PasswordField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { authClient } from '#web/session/auth-client.ts'
import { signUpPasswordInput } from '../inputs.ts'
import { FirstPasswordForm } from '../parts/first-password-form.tsx'
import { LinkScreen } from '../parts/link-screen.tsx'
import { answerOf } from '../parts/sign-in-answer.ts'
import { keptReturn } from '../parts/sign-up-return.ts'
import { SignUpSteps } from '../parts/sign-up-steps.tsx'
import { homePath, joinPath } from '../rules.ts'

/**
 * /confirm-signup: the link of a sign-up's mail (AUTH-28, AUTH-29). The browser that signed up is in at once; any other
 * one asks for the password that was chosen there, or for another. Whoever was on the way to an application goes on to it, with what they came with
 * (decision 52).
 */
export function ConfirmSignup() {
  const { token = '' } = useSearch({ from: '/confirm-signup' })
  return (
    <LinkScreen
      title="Confirm your email address"
      token={token}
      use={confirmSignUp}
      choose={(used, onDone) => <OwnPassword token={used} onDone={onDone} />}
      above={isDone => (
        <Box mb="xl">
          <SignUpSteps now={isDone ? 'complete' : 'email-verify'} />
        </Box>
      )}
      success="Your email address is confirmed. Taking you on…"
      invalid="Invalid or expired confirmation link"
      failed="Failed to confirm email"
      already={me => `Your email address ${me.email} is confirmed already, and you are signed in.`}
      to={me =>
        me?.cameToApply ? joinPath() : ((me?.standing.kind === 'account' ? keptReturn(me.email) : null) ?? homePath)
      }
    />
  )
}

/** The password that was chosen, for whoever knows it; who does not, or is not the one who signed up, chooses another. */
function OwnPassword({ token, onDone }: { token: string; onDone: () => void }) {
  const [isOther, setOther] = useState(false)
  const form = useSchemaForm({
    schema: signUpPasswordInput,
    initial: { password: '' },
    submit: ({ password }) =>
      answerOf(authClient.$fetch('/sign-up/prove', { method: 'POST', body: { token, password } })),
    onDone,
  })
  return isOther ? (
    <>
      <p>Choose a password to go on: it replaces the one that was typed at sign-up.</p>
      <FirstPasswordForm
        save={newPassword => authClient.$fetch('/sign-up/confirm', { method: 'POST', body: { token, newPassword } })}
        failed="Failed to confirm email"
        onDone={onDone}
      />
    </>
  ) : (
    <>
      <p>
        The address is yours. This is another browser than the one that signed up, so type the password that you chose
        there.
      </p>
      <Form
        of={form}
        label="Your password"
        failed="Failed to confirm email"
        actions={
          <>
            <Submit of={form} busy="Checking…">
              Continue
            </Submit>
            <Button variant="subtle" onClick={() => setOther(true)}>
              Choose another password
            </Button>
          </>
        }
      >
        <PasswordField of={form.field('password')} label="Password" autoComplete="current-password" />
      </Form>
    </>
  )
}

async function confirmSignUp(token: string) {
  const answer: unknown = await answerOf(authClient.verifyEmail({ query: { token } }))
  const isPasswordDue = typeof answer === 'object' && answer !== null && 'choosePassword' in answer
  return isPasswordDue ? ('choose' as const) : ('done' as const)
}
