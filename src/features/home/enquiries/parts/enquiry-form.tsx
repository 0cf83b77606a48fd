import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { answerWithin } from '#features/home/pages/inputs.ts'
import { nameOf } from '#platform/words.ts'
import { EmailField, PhoneField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Sent } from '#ui/form/sent.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { type EnquiryType, enquiry, firstErrorOfEnquiry } from '../inputs.ts'

/** The enquiry form of the contact page and the event space (HOME-30…33). */
export function EnquiryForm({ about = 'general', start = '' }: { about?: EnquiryType; start?: string }) {
  const me = useMe()
  const profile = useQuery({ ...api.members.profile.queryOptions(), enabled: me !== null })
  if (profile.isLoading) return <LoadingText />
  // Who may not read their profile, as they are on hold, writes without their number.
  const known = { name: me ? nameOf(me) : '', email: me?.email ?? '', phone: profile.data?.phone ?? '' }
  return <Fields key={me?.userId} known={known} about={about} start={start} />
}

interface Known {
  name: string
  email: string
  phone: string
}

function Fields({ known, about, start }: { known: Known; about: EnquiryType; start: string }) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useSchemaForm({
    schema: firstErrorOfEnquiry,
    initial: { ...known, message: start, inquiryType: about },
    keep: start ? `enquiry-${start}` : `enquiry-${about}`,
    submit: async (values, { idempotencyKey }) => {
      try {
        return await rpc.contact.send(values, { context: { idempotencyKey } })
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string }
        // What the server refuses for a reason says so; everything else has one text.
        if (code === 'INVALID_INPUT') toast.error('Invalid input', message)
        else toast.error('Failed to send message. Please try again.', code === 'RATE_LIMITED' ? message : undefined)
        throw error
      }
    },
    onDone: (_, { email }) => {
      toast.clear()
      setSentTo(email)
    },
  })
  const submit = (event?: FormEvent) => {
    const parsed = enquiry.safeParse(form.values)
    if (!parsed.success) toast.error('Invalid input', parsed.error.issues[0]?.message)
    form.onSubmit(event)
  }
  if (sentTo !== undefined)
    return (
      <Sent
        what="Message sent"
        next={
          <p>
            Thank you. A confirmation is on its way to {sentTo}, and we answer there {answerWithin}.
          </p>
        }
        again="Write another message"
        onAgain={() => {
          // What was sent is what the form would go back to.
          const empty = { ...known, message: start, inquiryType: about }
          form.settle(empty)
          form.set(empty)
          setSentTo(undefined)
        }}
      />
    )
  return (
    <Form
      of={{ ...form, onSubmit: submit }}
      label="Write to us"
      actions={
        <Submit of={form} busy="Sending…">
          Send message
        </Submit>
      }
    >
      <TextField of={form.field('name')} label="Name" autoComplete="name" maxLength={100} />
      <Row>
        <EmailField of={form.field('email')} label="Email" maxLength={255} />
        <PhoneField of={form.field('phone')} label="Phone" optional maxLength={20} />
      </Row>
      <TextAreaField of={form.field('message')} label="Message" maxLength={2000} minRows={6} />
    </Form>
  )
}
