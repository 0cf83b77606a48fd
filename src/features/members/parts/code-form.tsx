import { Button } from '@mantine/core'
import { useState } from 'react'
import { CheckField, TextField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { authClient } from '#web/auth-client.ts'
import { codeInput } from '../inputs.ts'
import { ask } from './ask.tsx'

/** The second factor of a sign-in: a code from the app or, once each, a recovery code. */
export function CodeForm({ onDone }: { onDone: () => unknown }) {
  const [isRecovery, setRecovery] = useState(false)
  const form = useSchemaForm({
    schema: codeInput,
    initial: { code: '', isTrusted: false },
    submit: async ({ code, isTrusted }) => {
      const given = { code, trustDevice: isTrusted }
      await ask(isRecovery ? authClient.twoFactor.verifyBackupCode(given) : authClient.twoFactor.verifyTotp(given))
    },
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
