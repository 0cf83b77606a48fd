import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CheckField, TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { authClient, holdSignIn } from '#web/session/auth-client.ts'
import { codeInput } from '../inputs.ts'
import { answerOf } from './sign-in-answer.ts'

/** The second factor of a sign-in: a code from the app or, once each, a recovery code. */
export function CodeForm({ onDone }: { onDone: () => unknown }) {
  const [isRecovery, setRecovery] = useState(false)
  useEffect(holdSignIn, [])
  const form = useSchemaForm({
    schema: codeInput,
    initial: { code: '', isTrusted: false },
    submit: async ({ code, isTrusted }) => {
      const given = { code, trustDevice: isTrusted }
      await answerOf(isRecovery ? authClient.twoFactor.verifyBackupCode(given) : authClient.twoFactor.verifyTotp(given))
    },
    signsIn: true,
    onDone,
  })
  return (
    <Form
      of={form}
      label="Two-factor sign-in"
      actions={
        <>
          <Submit of={form} busy="Checking…">
            Verify
          </Submit>
          <Button
            variant="subtle"
            onClick={() => {
              setRecovery(!isRecovery)
              form.reset()
            }}
          >
            {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Button>
        </>
      }
    >
      {isRecovery ? (
        <TextField
          key="recovery"
          of={form.field('code')}
          label="Recovery code"
          hint="Each one works once"
          autoComplete="off"
          autoFocus
        />
      ) : (
        <TextField
          key="app"
          of={form.field('code')}
          label="Code from your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      )}
      <CheckField of={form.field('isTrusted')} label="Do not ask on this device for 30 days" />
    </Form>
  )
}
