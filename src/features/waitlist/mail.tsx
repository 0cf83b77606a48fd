import { mailTemplate } from '#platform/mail.ts'
import { Button, Heading, MailLayout, Para } from '#platform/mail-layout.tsx'

const hello = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')
const footer = 'You get this because you joined our waiting list.'

export const joinedMail = mailTemplate<{ firstName: string }>({
  name: 'waitlist.joined',
  example: { firstName: 'Ada' },
  subject: () => 'You are on the waiting list',
  body: ({ firstName }, { venue }) => (
    <MailLayout preview="We write as soon as there is a place." venue={venue} footer={footer}>
      <Heading>You are on the waiting list</Heading>
      <Para>{hello(firstName)}</Para>
      <Para>thank you for your interest in Exchange. We write to you as soon as there is a place in the house.</Para>
    </MailLayout>
  ),
})

export const placeFreeMail = mailTemplate<{ firstName: string; invitationToken: string | null }>({
  name: 'waitlist.place-free',
  isSecret: true,
  example: { firstName: 'Ada', invitationToken: 'example' },
  subject: () => 'There is a place for you at Exchange',
  body: ({ firstName, invitationToken }, { venue, publicUrl }) => (
    <MailLayout preview="You are a member from now on." venue={venue} footer={footer}>
      <Heading>Your place is free</Heading>
      <Para>{hello(firstName)}</Para>
      <Para>the wait is over: you are a member of Exchange from now on.</Para>
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
