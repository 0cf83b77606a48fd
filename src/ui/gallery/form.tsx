import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import {
  CheckField,
  ChoiceField,
  DateField,
  EmailField,
  MoneyField,
  PasswordField,
  PhoneField,
  SelectField,
  TextAreaField,
  TextField,
} from '#ui/form/fields.tsx'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import { Form, Group, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'

const hostSchema = z.object({
  name: z.string().min(1, 'Tell us your name'),
  email: z.email('Enter a valid email'),
  phone: z.string().optional(),
  craft: z.string().min(1, 'Choose a craft'),
  door: z.string().min(1, 'Choose how people get in'),
  heldOn: z.string().min(1, 'Choose a day'),
  pricePence: z.number({ error: 'Enter a price such as 12.50' }).int().min(0).nullable(),
  password: z.string().min(12, 'Use at least 12 characters'),
  about: z.string().min(1, 'Say what happens').max(280, 'Keep it under 280 characters'),
  isAgreed: z.literal(true, { error: 'Please agree to the house rules' }),
})

export function GalleryForm() {
  const [answer, setAnswer] = useState('accept')
  const [files, setFiles] = useState<UploadedFile[]>([
    { id: '1', name: 'poster-final-v3.png', mime: 'image/png', bytes: 1_440_000 },
  ])
  const form = useSchemaForm({
    schema: hostSchema,
    initial: {
      name: '',
      email: '',
      phone: '',
      craft: '',
      door: '',
      heldOn: '',
      pricePence: null,
      password: '',
      about: '',
      isAgreed: false as true,
    },
    keep: 'gallery',
    submit: async (_, { idempotencyKey }) => {
      if (answer === 'field') throw refused('That email already hosts an event', 'email')
      if (answer === 'form') throw refused('The Main Hall has just been taken')
      return idempotencyKey
    },
    onDone: key => toast.success('Event sent', `Attempt ${key.slice(0, 8)}`),
  })
  return (
    <Section title="Form" lead="Errors beside the field after it was left, or on submit; nothing typed is lost." aside>
      <Form
        of={form}
        label="Host an event"
        actions={
          <>
            <Submit of={form} busy="Sending…">
              Send for review
            </Submit>
            <Button variant="default" onClick={() => form.reset()}>
              Clear
            </Button>
          </>
        }
      >
        <Row>
          <TextField of={form.field('name')} label="Your name" autoComplete="name" />
          <EmailField of={form.field('email')} label="Email" hint="Only the house sees it" />
        </Row>
        <Row>
          <PhoneField of={form.field('phone')} label="Phone" optional />
          <SelectField
            of={form.field('craft')}
            label="Craft"
            placeholder="Choose one"
            options={['Print', 'Ceramics', 'Sound', 'Textiles']}
          />
        </Row>
        <Row>
          <DateField of={form.field('heldOn')} label="Day" min="2025-11-01" />
          <MoneyField of={form.field('pricePence')} label="Ticket price" optional hint="Leave empty if it is free" />
        </Row>
        <PasswordField
          of={form.field('password')}
          label="Password"
          autoComplete="new-password"
          strength={typed => <Strength share={Math.min(1, typed.length / 16)} />}
        />
        <TextAreaField of={form.field('about')} label="What happens" maxLength={280} />
        <Group legend="The door">
          <ChoiceField
            of={form.field('door')}
            label="How people get in"
            options={[
              { value: 'list', label: 'By name', hint: 'The door has a list' },
              { value: 'ticket', label: 'By ticket', hint: 'Scanned from the phone' },
              { value: 'open', label: 'Open house', disabled: true },
            ]}
          />
          <FileDrop
            label="Poster"
            hint="JPG, PNG or WebP, up to 5 MB"
            purpose="event-image"
            accept={['image/jpeg', 'image/png', 'image/webp']}
            kinds="a JPG, PNG or WebP picture"
            maxBytes={5_000_000}
            value={files}
            onChange={setFiles}
            camera
          />
        </Group>
        <CheckField of={form.field('isAgreed')} label="I agree to the house rules" />
        <ChoiceField
          of={{
            name: 'answer',
            'data-path': 'answer',
            value: answer,
            onChange: value => setAnswer(value ?? 'accept'),
            onBlur: () => undefined,
          }}
          label="What the server will say"
          options={[
            { value: 'accept', label: 'Yes' },
            { value: 'field', label: 'No, because of the email' },
            { value: 'form', label: 'No, because of something else' },
          ]}
        />
      </Form>
    </Section>
  )
}

function Strength(props: { share: number }) {
  const words = props.share === 0 ? 'No password yet' : props.share < 0.75 ? 'Too short' : 'Strong enough'
  return (
    <p style={{ margin: '0.4rem 0 0', fontSize: '0.9375rem', color: 'var(--ink-soft)' }}>
      <meter value={props.share} aria-label="Password strength" style={{ marginRight: 8 }} />
      {words}
    </p>
  )
}

function refused(message: string, field?: string): Error {
  return Object.assign(new Error(message), { data: { field } })
}
