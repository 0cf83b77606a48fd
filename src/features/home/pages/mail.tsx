import { Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { strangerMail } from '#platform/mail/mail.ts'

/** It quotes nothing: whoever typed the address need not be who reads it. */
export const contactConfirmationMail = strangerMail({
  name: 'content.contact-confirmation',
  subject: 'We have your message',
  body: ({ venue }) => (
    <MailLayout
      preview="Thank you for writing. We answer within two working days."
      venue={venue}
      footer="You get this because this address was entered in our contact form. If that was not you, ignore it."
    >
      <Heading>We have your message</Heading>
      <Greeting name="" />
      <Para>thank you for writing to us. Somebody of the house reads it and answers within two working days.</Para>
    </MailLayout>
  ),
})
