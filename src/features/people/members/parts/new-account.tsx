import { Button } from '@mantine/core'
import { Dialog } from '#ui/dialog.tsx'
import { CheckField, EmailField, PhoneField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { newAccountInput } from '../inputs.ts'

/** The button and dialog that make an account for somebody. */
export function NewAccount() {
  const { isOpen, open, close } = useDialog('new-account')
  return (
    <>
      <Button onClick={open}>New account</Button>
      <Dialog isOpen={isOpen} onClose={close} title="New account" size="lg">
        <NewAccountForm onDone={close} />
      </Dialog>
    </>
  )
}

function NewAccountForm({ onDone }: { onDone: () => void }) {
  const form = useSchemaForm({
    schema: newAccountInput,
    initial: { firstName: '', lastName: '', email: '', phone: '', isApproved: false, temporaryPassword: '' },
    submit: (values, sending) => rpc.members.createAccount(values, { context: sending }),
    onDone: ({ isWaiting }, { email, temporaryPassword }) => {
      const how = temporaryPassword ? `Give ${email} the temporary password.` : `We mailed an invitation to ${email}.`
      toast.success('Account created', isWaiting ? `${how} The house is full: they wait in line for a place.` : how)
      onDone()
    },
  })
  return (
    <Form
      of={form}
      label="New account"
      actions={
        <Submit of={form} busy="Creating it…">
          Create account
        </Submit>
      }
    >
      <Row>
        <TextField of={form.field('firstName')} label="First name" autoComplete="off" />
        <TextField of={form.field('lastName')} label="Last name" autoComplete="off" />
      </Row>
      <EmailField of={form.field('email')} label="Email" autoComplete="off" />
      <PhoneField
        of={form.field('phone')}
        label="Phone"
        hint="07700 900456, or with + and the country"
        autoComplete="off"
        optional
      />
      <TextField
        of={form.field('temporaryPassword')}
        label="Temporary password"
        hint="They must change it when they first sign in. Leave it empty, and they are mailed an invitation to choose one."
        autoComplete="off"
        optional
      />
      <CheckField
        of={form.field('isApproved')}
        label="Approved at once"
        hint="A member without an application and a vote, or in line while the house is full"
      />
    </Form>
  )
}
