import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmailField, PhoneField, SelectField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { messages, phoneCountries, registrationInput } from '../inputs.ts'
import { launchLead, launchPicture } from '../rules.ts'

/** /launch: registration for the launch show (JOIN-42…45). */
export function Launch() {
  const [isDone, setDone] = useState(false)
  const contact = useQuery(api.content.contact.queryOptions())
  const landing = useQuery(api.content.landing.queryOptions())
  const picture = landing.data?.spaces.find(({ imageKey }) => imageKey === launchPicture)?.picture ?? null
  if (isDone) {
    return (
      <Page title="Launch show" heading="You are registered" width="text">
        <p>We confirm your place by email.</p>
      </Page>
    )
  }
  return (
    <Page
      title="Launch show"
      kicker="One evening, every floor open"
      heading="Come to the launch show"
      lead={contact.data ? launchLead(contact.data.launchOn) : undefined}
      actions={<HeadPicture of={landing.data && { picture, seed: launchPicture }} />}
    >
      <Section title="Your place" lead="We confirm it by email." aside id="register">
        <RegistrationForm onDone={() => setDone(true)} />
      </Section>
    </Page>
  )
}

function RegistrationForm({ onDone }: { onDone: () => void }) {
  const form = useSchemaForm({
    schema: registrationInput,
    initial: { firstName: '', lastName: '', city: '', email: '', phoneCountry: 'GB', phone: '' },
    keep: 'launch',
    submit: (values, { idempotencyKey }) => rpc.registrations.register(values, { context: { idempotencyKey } }),
    onFailed: error => {
      const isKnown = ['ALREADY_REGISTERED', 'RATE_LIMITED', 'INVALID_INPUT'].includes(
        (error as { code?: string }).code ?? '',
      )
      toast.error(isKnown ? describeProblem(error).message : messages.failed)
    },
    onDone,
  })
  return (
    <Form
      of={form}
      label="Launch registration"
      actions={
        <Submit of={form} busy="Registering…">
          Register
        </Submit>
      }
    >
      <Row>
        <TextField of={form.field('firstName')} label="First name" autoComplete="given-name" maxLength={100} />
        <TextField of={form.field('lastName')} label="Last name" autoComplete="family-name" maxLength={100} />
      </Row>
      <Row>
        <TextField of={form.field('city')} label="City" autoComplete="address-level2" maxLength={100} />
        <EmailField of={form.field('email')} label="Email" maxLength={255} />
      </Row>
      <Row>
        <SelectField
          of={form.field('phoneCountry')}
          label="Phone country"
          options={Object.entries(phoneCountries).map(([value, code]) => ({
            value,
            label: `${value} ${code}`,
          }))}
        />
        <PhoneField of={form.field('phone')} label="Phone" maxLength={20} />
      </Row>
    </Form>
  )
}
