import { Button, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate, strangerMail } from '#platform/mail/mail.ts'

const footer = 'You get this because you registered for our launch show.'

export const registeredMail = strangerMail({
  name: 'registrations.received',
  subject: 'You are registered for the launch show',
  body: ({ venue }) => (
    <MailLayout preview="We confirm your place by email." venue={venue} footer={footer}>
      <Heading>You are registered</Heading>
      <Greeting name="" />
      <Para>Thank you for registering for the launch show of Exchange. We confirm your place by email.</Para>
    </MailLayout>
  ),
})

export const registrationApprovedMail = mailTemplate<{ firstName: string }>({
  name: 'registrations.approved',
  example: { firstName: 'Ada' },
  subject: () => 'Your registration was approved',
  body: ({ firstName }, { venue, publicUrl }) => (
    <MailLayout preview="We look forward to seeing you." venue={venue} footer={footer}>
      <Heading>We look forward to seeing you</Heading>
      <Greeting name={firstName} />
      <Para>
        Your registration was approved. If you would like to become a member of the house as well, apply at any time.
      </Para>
      <Button href={`${publicUrl}/join`}>Apply for membership</Button>
    </MailLayout>
  ),
})
