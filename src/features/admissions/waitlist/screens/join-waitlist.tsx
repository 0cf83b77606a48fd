import { useState } from 'react'
import { EmailField, PhoneField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Sent } from '#ui/form/sent.tsx'
import { Page } from '#ui/plain/page.tsx'
import { rpc } from '#web/client.ts'
import { joinInput } from '../inputs.ts'

/** /waitlist: a visitor leaves an address to hear of a free place (JOIN-41). */
export function JoinWaitlist() {
  const [doneFor, setDoneFor] = useState<string>()
  const form = useSchemaForm({
    schema: joinInput,
    initial: empty,
    keep: 'waitlist',
    submit: (values, { idempotencyKey }) => rpc.waitlist.join(values, { context: { idempotencyKey } }),
    onDone: (_, { email }) => setDoneFor(email),
  })
  return (
    <Page
      title="Waiting list"
      kicker="Membership"
      heading="Join the waiting list"
      lead="The house takes a limited number of members. Leave your address, and we write to you when there is a place."
      width="form"
    >
      {doneFor === undefined ? (
        <Form
          of={form}
          label="Waiting list"
          actions={
            <Submit of={form} busy="Sending…">
              Join the waiting list
            </Submit>
          }
        >
          <Row>
            <TextField of={form.field('firstName')} label="First name" autoComplete="given-name" maxLength={100} />
            <TextField of={form.field('lastName')} label="Last name" autoComplete="family-name" maxLength={100} />
          </Row>
          <Row>
            <EmailField of={form.field('email')} label="Email" maxLength={255} />
            <PhoneField of={form.field('phoneNumber')} label="Phone number" maxLength={20} optional />
          </Row>
        </Form>
      ) : (
        <Sent
          what="You are on the list"
          next={
            <p>
              We write to {doneFor} as soon as there is a place in the house. If you were on the list already, you kept
              your place.
            </p>
          }
          again="Add somebody else"
          onAgain={() => {
            form.settle(empty)
            form.set(empty)
            setDoneFor(undefined)
          }}
        />
      )}
    </Page>
  )
}

const empty = { firstName: '', lastName: '', email: '', phoneNumber: '' }
