import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '#ui/copy-button.tsx'
import { PasswordField, TextField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { Qr } from '#ui/qr.tsx'
import { Section } from '#ui/section.tsx'
import { toast } from '#ui/toast.tsx'
import { authClient } from '#web/auth-client.ts'
import { afterSignIn, type Me } from '#web/session.tsx'
import { codeInput, currentPasswordInput } from '../inputs.ts'
import { ask } from './ask.tsx'
import classes from './lists.module.css'

type Deed = 'enable' | 'disable' | 'codes'

/** Two-factor sign-in by authenticator app: set-up, recovery codes (shown once), switching off (decision 8). */
export function TwoFactorPanel({ me }: { me: Me }) {
  const [deed, setDeed] = useState<Deed>()
  const [setUp, setSetUp] = useState<{ totpURI: string; codes: string[] }>()
  const [codes, setCodes] = useState<string[]>()
  const start = async (password: string) => {
    if (deed === 'enable') {
      const made = (await ask(authClient.twoFactor.enable({ password }))) as {
        totpURI: string
        backupCodes: string[]
      }
      setSetUp({ totpURI: made.totpURI, codes: made.backupCodes })
    } else if (deed === 'codes') {
      setCodes((await ask(authClient.twoFactor.generateBackupCodes({ password }))).backupCodes)
    } else {
      await ask(authClient.twoFactor.disable({ password }))
      toast.success('Two-factor sign-in is off')
      await afterSignIn()
    }
    setDeed(undefined)
  }
  const isOn = me.twoFactorEnabled
  return (
    <Section
      title="Two-factor sign-in"
      lead={
        isOn
          ? 'On. Signing in asks for a code from your authenticator app.'
          : 'Off. A code from an app on your phone protects your account even when your password is known.'
      }
      aside
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : setUp ? (
        <ScanStep
          uri={setUp.totpURI}
          onCancel={() => setSetUp(undefined)}
          onDone={() => {
            setCodes(setUp.codes)
            setSetUp(undefined)
            toast.success('Two-factor sign-in is on')
            void afterSignIn()
          }}
        />
      ) : deed ? (
        <PasswordStep action={words[deed]} onCancel={() => setDeed(undefined)} start={start} />
      ) : isOn ? (
        <Group>
          <Button variant="default" onClick={() => setDeed('codes')}>
            {words.codes}
          </Button>
          <Button variant="default" color="red" onClick={() => setDeed('disable')}>
            {words.disable}
          </Button>
        </Group>
      ) : (
        <Button onClick={() => setDeed('enable')}>{words.enable}</Button>
      )}
    </Section>
  )
}

const words: Record<Deed, string> = {
  enable: 'Set up two-factor sign-in',
  disable: 'Switch it off',
  codes: 'Make new recovery codes',
}

function PasswordStep(props: { action: string; onCancel: () => void; start: (password: string) => Promise<void> }) {
  const form = useSchemaForm({
    schema: currentPasswordInput,
    initial: { password: '' },
    submit: ({ password }) => props.start(password),
  })
  return (
    <Form
      of={form}
      label={props.action}
      actions={
        <>
          <Submit of={form}>{props.action}</Submit>
          <Button variant="subtle" onClick={props.onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <PasswordField of={form.field('password')} label="Your password" autoComplete="current-password" autoFocus />
    </Form>
  )
}

function ScanStep(props: { uri: string; onCancel: () => void; onDone: () => void }) {
  const secret = new URL(props.uri).searchParams.get('secret') ?? ''
  const form = useSchemaForm({
    schema: codeInput,
    initial: { code: '' },
    submit: async ({ code }) => {
      await ask(authClient.twoFactor.verifyTotp({ code }))
    },
    onDone: props.onDone,
  })
  return (
    <Form
      of={form}
      label="Confirm the authenticator app"
      actions={
        <>
          <Submit of={form} busy="Checking…">
            Switch it on
          </Submit>
          <Button variant="subtle" onClick={props.onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <p>Scan this with your authenticator app, then type the code that it shows.</p>
      <Qr value={props.uri} label="Code to scan with an authenticator app" size={220} />
      <div>
        Or type this key into the app:
        <code className={classes.secret}>{secret}</code>
        <CopyButton value={secret} label="Copy key" />
      </div>
      <TextField of={form.field('code')} label="Code from the app" inputMode="numeric" autoComplete="one-time-code" />
    </Form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <>
      <p>
        <strong>Keep these recovery codes somewhere safe.</strong> Each one signs you in once if you lose your phone.
        They are shown only now.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <CopyButton value={codes.join('\n')} label="Copy all" />
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </>
  )
}
