import { Button, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate, strangerMail } from '#platform/mail/mail.ts'

const footer = 'You get this because you joined our waiting list.'

export const joinedMail = strangerMail({
  name: 'waitlist.joined',
  subject: 'You are on the waiting list',
  body: ({ venue }) => (
    <MailLayout preview="We write as soon as there is a place." venue={venue} footer={footer}>
      <Heading>You are on the waiting list</Heading>
      <Greeting name="" />
      <Para>Thank you for your interest in Exchange. We write to you as soon as there is a place in the house.</Para>
    </MailLayout>
  ),
})

export const placeFreeMail = mailTemplate<{ firstName: string; invitationToken: string | null }>({
  name: 'waitlist.place-free',
  secretMinutes: 7 * 24 * 60,
  example: { firstName: 'Ada', invitationToken: 'example' },
  subject: () => 'There is a place for you at Exchange',
  body: ({ firstName, invitationToken }, { venue, publicUrl }) => (
    <MailLayout preview="You are a member from now on." venue={venue} footer={footer}>
      <Heading>Your place is free</Heading>
      <Greeting name={firstName} />
      <Para>The wait is over: you are a member of Exchange from now on.</Para>
      {invitationToken && (
        <>
          <Para>We made an account for you. Set its password first; the link works once, for 7 days.</Para>
          <Button href={`${publicUrl}/invite?token=${encodeURIComponent(invitationToken)}`}>Set my password</Button>
        </>
      )}
      <Button href={`${publicUrl}/members`}>Open my membership</Button>
    </MailLayout>
  ),
})
