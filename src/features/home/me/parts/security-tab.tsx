import { OwnDataPanel } from '#features/house/privacy/parts/own-data-panel.tsx'
import { emailInput } from '#features/people/members/inputs.ts'
import { ChangePasswordForm } from '#features/people/members/parts/change-password-form.tsx'
import { answerOf } from '#features/people/members/parts/sign-in-answer.ts'
import { EmailField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { authClient, freshly } from '#web/session/auth-client.ts'
import type { Me } from '#web/session/session.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** Password, address, second factor, devices, keys and one's own data. */
export function SecurityTab({ me }: { me: Me }) {
  return (
    <>
      <Section title="Password" aside>
        <ChangePasswordForm
          currentLabel="Current password"
          onDone={() => toast.success('Password changed', 'Your other devices are signed out if you asked for it.')}
        />
      </Section>
      <ChangeAddress me={me} />
      <TwoFactorPanel me={me} />
      <SessionsPanel />
      <KeysPanel />
      <OwnDataPanel />
    </>
  )
}

function ChangeAddress({ me }: { me: Me }) {
  const form = useSchemaForm({
    schema: emailInput,
    initial: { email: '' },
    submit: async ({ email }) => {
      await answerOf(freshly(() => authClient.changeEmail({ newEmail: email })))
    },
    onDone: () => {
      form.reset()
      toast.success('Look in your in-box', `We asked ${me.email} to agree to the change.`)
    },
  })
  return (
    <Section title="Email address" lead={`You sign in with ${me.email}.`} aside>
      <Form
        of={form}
        label="Change email address"
        actions={
          <Submit of={form} busy="Sending…">
            Change address
          </Submit>
        }
      >
        <EmailField
          of={form.field('email')}
          label="New email address"
          hint="We ask your current address first, then the new one"
        />
      </Form>
    </Section>
  )
}
