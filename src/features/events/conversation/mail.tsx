import { Button, Greeting, Heading, MailLayout, Para, TextLink } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'

interface Message {
  firstName: string
  eventId: string
  name: string
  body: string
}
const example: Message = {
  firstName: 'Ada',
  eventId: '00000000-0000-4000-8000-000000000000',
  name: 'An evening of linocut',
  body: 'How many presses do you bring?',
}

/** From those who decide to the host. */
export const toHostMail = mailTemplate<Message>({
  name: 'conversation.to-host',
  example,
  subject: ({ name }) => `About your event: ${name}`,
  body: ({ firstName, eventId, name, body }, { venue, publicUrl }) => (
    <MailLayout preview={body} venue={venue} footer="You get this because you host this event, or applied to.">
      <Heading>A message about {name}</Heading>
      <Greeting name={firstName} />
      <Para>The committee, which decides on events, writes to you about {name}:</Para>
      <Para>{body}</Para>
      <Button href={`${publicUrl}/host/${eventId}`}>Answer</Button>
      <Para>
        Your answer is written on the event’s page, below what was said before. The committee gets it by email.
      </Para>
    </MailLayout>
  ),
})

/** From the host to those who have written to them, or to everybody who decides while nobody has. */
export const toHouseMail = mailTemplate<Message & { host: string }>({
  name: 'conversation.to-house',
  example: { ...example, firstName: 'Grace', host: 'Ada Lovelace', body: 'Two, and twelve aprons.' },
  subject: ({ name, host }) => `${host} wrote about ${name}`,
  body: ({ firstName, eventId, name, body, host }, { venue, publicUrl }) => (
    <MailLayout preview={body} venue={venue} footer="You get this because you decide on events.">
      <Heading>A message about {name}</Heading>
      <Greeting name={firstName} />
      <Para>{host}, whose event it is, writes to the committee:</Para>
      <Para>{body}</Para>
      <Button href={`${publicUrl}/admin/events?open=${eventId}`}>Answer</Button>
      <Para>Your answer is written below the application. It goes to {host} by email, without your name.</Para>
    </MailLayout>
  ),
})

/** From the host to those who come. */
export const toGuestsMail = mailTemplate<Message & { host: string; on: string }>({
  name: 'conversation.to-guests',
  example: { ...example, host: 'Ada Lovelace', on: 'Thu 14 Jan 2027', body: 'Please bring an apron.' },
  subject: ({ name, host }) => `${host} writes about ${name}`,
  body: ({ firstName, eventId, name, body, host, on }, { venue, publicUrl }) => (
    <MailLayout preview={body} venue={venue} footer="You get this because you are registered for this event.">
      <Heading>{name}</Heading>
      <Greeting name={firstName} />
      <Para>
        {host}, who hosts it on {on}, writes to everybody who comes:
      </Para>
      <Para>{body}</Para>
      <Button href={`${publicUrl}/event/${eventId}`}>See the event</Button>
      <Para>
        Something to ask? <TextLink href={`${publicUrl}/contact`}>Write to the house</TextLink>: it passes your question
        on to {host}.
      </Para>
    </MailLayout>
  ),
})
