import { answerWithin } from '#features/home/pages/inputs.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para, Quote } from '#platform/mail/layout.tsx'
import { mailTemplate, strangerMail } from '#platform/mail/mail.ts'
import { aboutWords, type EnquiryType } from './inputs.ts'

/** It quotes nothing: whoever typed the address need not be who reads it. */
export const contactConfirmationMail = strangerMail({
  name: 'content.contact-confirmation',
  subject: 'We have your message',
  body: ({ venue }) => (
    <MailLayout
      preview={`Thank you for writing. We answer ${answerWithin}.`}
      venue={venue}
      footer="You get this because this address was entered in our contact form. If that was not you, ignore it."
    >
      <Heading>We have your message</Heading>
      <Greeting name="" />
      <Para>Thank you for writing to us. One of us reads it and answers {answerWithin}.</Para>
    </MailLayout>
  ),
})

interface Received {
  id: string
  name: string
  email: string
  phone: string
  message: string
  inquiryType: EnquiryType
}

/** To the house's own address (setting), so that an enquiry is read even by who is not signed in. */
export const enquiryReceivedMail = mailTemplate<Received>({
  name: 'enquiries.received',
  example: {
    id: '00000000-0000-4000-8000-000000000000',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+447700900123',
    message: 'Is there room for a heavy press?',
    inquiryType: 'general',
  },
  subject: ({ name }) => `Enquiry from ${name}`,
  body: ({ id, name, email, phone, message, inquiryType }, { venue, publicUrl }) => (
    <MailLayout
      preview={`Answers were promised ${answerWithin}.`}
      venue={venue}
      footer="You get this because it is the house's address for enquiries."
    >
      <Heading>Somebody wrote to the house</Heading>
      <Quote>{message}</Quote>
      <Facts
        rows={[
          ['Name', name],
          ['Email', email],
          ['Phone', phone || 'None given'],
          ['About', aboutWords[inquiryType]],
        ]}
      />
      <Para>An answer was promised {answerWithin}.</Para>
      <Button href={`${publicUrl}/admin/enquiries?open=${id}`}>Answer</Button>
    </MailLayout>
  ),
})

/** What somebody of the house answered, with what was asked. */
export const enquiryAnswerMail = mailTemplate<{ name: string; message: string; reply: string }>({
  name: 'enquiries.answer',
  example: { name: 'Ada', message: 'Is there room for a heavy press?', reply: 'There is, on the ground floor.' },
  subject: () => 'Our answer to your enquiry',
  body: ({ name, message, reply }, { venue, publicUrl }) => (
    <MailLayout
      preview="You wrote to us; here is the answer."
      venue={venue}
      footer="You get this because you wrote to us. Is there more to say? Write to us again."
    >
      <Heading>Our answer</Heading>
      <Greeting name={name} />
      <Para>{reply}</Para>
      <Para>You wrote to us:</Para>
      <Quote>{message}</Quote>
      <Button href={`${publicUrl}/contact`}>Write to us again</Button>
    </MailLayout>
  ),
})
