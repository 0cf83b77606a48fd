import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { rpc } from '#web/client.ts'
import { authClient } from './auth-client.ts'
import type { Me } from './session.tsx'
import { answerSignInAgain, type WhySignIn } from './session-end.ts'

const words: Record<WhySignIn, { lead: string; close: string }> = {
  ended: {
    lead: 'Your session has ended. Sign in again to go on; nothing you typed is lost.',
    close: 'Leave this page',
  },
  fresh: {
    lead: 'Your last sign-in was more than an hour ago. This step asks you to sign in again; nothing you typed is lost.',
    close: 'Cancel',
  },
}

/**
 * Asks for the password in place when the session ended while a form was open, or when a step needs a fresh sign-in. The
 * form stays mounted behind the dialog, and the call that failed is repeated once afterwards.
 */
export function SignInAgain({ me, why }: { me: Me; why: WhySignIn }) {
  const { lead, close } = words[why]
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    setBusy(true)
    setProblem('')
    const outcome = await attempt(me.email, entered, isCodeNeeded).finally(() => setBusy(false))
    if (outcome === 'code') return setCodeNeeded(true)
    if (outcome) {
      if (outcome.isOver) setCodeNeeded(false)
      return setProblem(outcome.words)
    }
    // Somebody else's session must not go on with this person's page.
    const now = await rpc.members.me().catch(() => null)
    if (now && now.userId !== me.userId) return window.location.assign('/')
    answerSignInAgain(now !== null)
  }

  return (
    <Dialog title="Sign in again" onClose={() => answerSignInAgain(false)} close={close} keepsInput>
      <form onSubmit={submit}>
        <Stack>
          <Text>{lead}</Text>
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <TextInput label="Email" name="email" type="email" value={me.email} readOnly autoComplete="username" />
          {isCodeNeeded ? (
            <TextInput
              key="code"
              label="Code from your authenticator app, or a recovery code"
              name="code"
              autoComplete="one-time-code"
              required
              data-autofocus
              autoFocus
            />
          ) : (
            <PasswordInput
              key="password"
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              data-autofocus
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => answerSignInAgain(false)}>
              {close}
            </Button>
            <Button type="submit" loading={isBusy}>
              Sign In
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface Failed {
  words: string
  /** The password is to be entered again. */
  isOver?: boolean
}

/** Signs in; answers with what failed, and with 'code' when the second factor is due. */
async function attempt(email: string, entered: FormData, isCode: boolean): Promise<Failed | 'code' | undefined> {
  try {
    if (isCode) {
      const code = String(entered.get('code')).trim()
      // Codes of the app are digits alone; recovery codes are not.
      const answer = /^\d{6}$/.test(code)
        ? authClient.twoFactor.verifyTotp({ code })
        : authClient.twoFactor.verifyBackupCode({ code })
      const { error } = await answer
      return error
        ? {
            words: error.message ?? 'This code is not right.',
            isOver: overCodes.includes(error.code ?? ''),
          }
        : undefined
    }
    const { data, error } = await authClient.signIn.email({
      email,
      password: String(entered.get('password')),
    })
    if (error) return { words: error.message ?? 'Login Failed' }
    return data && 'twoFactorRedirect' in data && data.twoFactorRedirect ? 'code' : undefined
  } catch {
    return { words: 'No connection. Check it and try again.' }
  }
}

/** The library's words for a sign-in whose first half is too long ago, or that was tried too often. */
const overCodes = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']
