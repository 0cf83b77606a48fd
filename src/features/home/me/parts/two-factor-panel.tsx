import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { codeInput, passwordAndCodeInput, passwordOnlyInput } from '#features/people/members/inputs.ts'
import { answerOf } from '#features/people/members/parts/sign-in-answer.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Qr } from '#ui/qr.tsx'
import { toast } from '#ui/toast.ts'
import { authClient } from '#web/session/auth-client.ts'
import { afterSignIn, type Me } from '#web/session/session.tsx'
import classes from './lists.module.css'

type Deed = 'enable' | 'disable' | 'codes'

/** Two-factor sign-in by authenticator app: set-up, recovery codes (shown once), switching off (decision 8). */
export function TwoFactorPanel({ me }: { me: Me }) {
  const [deed, setDeed] = useState<Deed>()
  const [setUp, setSetUp] = useState<{ totpURI: string; codes: string[] }>()
  const [codes, setCodes] = useState<string[]>()
  const start = async ({ password, code }: { password: string; code: string }) => {
    if (deed === 'enable') {
      const made = (await answerOf(authClient.twoFactor.enable({ password }))) as {
        totpURI: string
        backupCodes: string[]
      }
      setSetUp({ totpURI: made.totpURI, codes: made.backupCodes })
    } else if (deed === 'codes') {
      setCodes((await answerOf(authClient.twoFactor.generateBackupCodes({ password, ...{ code } }))).backupCodes)
    } else {
      await answerOf(authClient.twoFactor.disable({ password, ...{ code } }))
      toast.success('Two-factor sign-in is off', 'Your other devices are signed out.')
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
            toast.success('Two-factor sign-in is on', 'Your other devices are signed out.')
            void afterSignIn()
          }}
        />
      ) : deed ? (
        <ProofStep action={words[deed]} isCodeDue={isOn} onCancel={() => setDeed(undefined)} start={start} />
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

/** The password, and a code of the app while the second factor is on: an open page alone changes nothing. */
function ProofStep(props: {
  action: string
  isCodeDue: boolean
  onCancel: () => void
  start: (proof: { password: string; code: string }) => Promise<void>
}) {
  const form = useSchemaForm({
    schema: props.isCodeDue ? passwordAndCodeInput : passwordOnlyInput,
    initial: { password: '', code: '' },
    submit: props.start,
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
      {props.isCodeDue && (
        <TextField
          of={form.field('code')}
          label="Code from the app"
          hint="Or a recovery code, if the app is lost"
          autoComplete="one-time-code"
        />
      )}
    </Form>
  )
}

function ScanStep(props: { uri: string; onCancel: () => void; onDone: () => void }) {
  const secret = new URL(props.uri).searchParams.get('secret') ?? ''
  const form = useSchemaForm({
    schema: codeInput,
    initial: { code: '' },
    submit: async ({ code }) => {
      await answerOf(authClient.twoFactor.verifyTotp({ code }))
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
      <div className={classes.app}>
        <Button component="a" href={props.uri} variant="default">
          Open in my authenticator app
        </Button>
      </div>
      <p>
        <span className={classes.app}>Is the app on another device? </span>Scan this with your authenticator app, then
        type the code that it shows.
      </p>
      <Qr value={props.uri} label="Code to scan with an authenticator app" size={220} />
      <div>
        Or type this key into the app:
        <code className={classes.secret}>{secret}</code>
        <CopyButton value={secret} label="Copy key" />
      </div>
      <TextField
        of={form.field('code')}
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
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
