import { mailTemplate } from '#platform/mail.ts'
import { Facts, Heading, MailLayout, Para, Quote } from '#platform/mail-layout.tsx'

interface Sent {
  name: string
  email: string
  phone: string
  message: string
}

export const contactConfirmationMail = mailTemplate<Sent>({
  name: 'content.contact-confirmation',
  example: {
    name: 'Ada Okafor',
    email: 'ada@people.example',
    phone: '+44 20 7946 0123',
    message: 'Is there room for a letterpress?\nIt weighs 400 kg.',
  },
  subject: () => 'We have your message',
  body: ({ name, email, phone, message }, { venue }) => (
    <MailLayout
      preview="Thank you for writing. We answer within two working days."
      venue={venue}
      footer="You get this because this address was entered in our contact form. If that was not you, ignore it."
    >
      <Heading>We have your message</Heading>
      <Para>Hello {name},</Para>
      <Para>thank you for writing to us. Somebody of the house reads it and answers within two working days.</Para>
      <Quote>{message}</Quote>
      <Facts rows={[['E-mail', email], ...(phone ? [['Phone', phone] as const] : [])]} />
    </MailLayout>
  ),
})
