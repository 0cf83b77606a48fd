import { Button, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
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
      <Para>The committee writes:</Para>
      <Para>{body}</Para>
      <Button href={`${publicUrl}/host/${eventId}`}>Answer</Button>
    </MailLayout>
  ),
})

/** From the host to those who have written to them. */
export const toHouseMail = mailTemplate<Message & { host: string }>({
  name: 'conversation.to-house',
  example: { ...example, firstName: 'Grace', host: 'Ada Lovelace', body: 'Two, and twelve aprons.' },
  subject: ({ name, host }) => `${host} wrote about ${name}`,
  body: ({ firstName, eventId, name, body, host }, { venue, publicUrl }) => (
    <MailLayout preview={body} venue={venue} footer="You get this because you wrote to the host of this event.">
      <Heading>An answer about {name}</Heading>
      <Greeting name={firstName} />
      <Para>{host} writes:</Para>
      <Para>{body}</Para>
      <Button href={`${publicUrl}/admin/events?open=${eventId}`}>Read the application</Button>
    </MailLayout>
  ),
})

/** From the host to those who come. */
export const toGuestsMail = mailTemplate<Message & { host: string; on: string }>({
  name: 'conversation.to-guests',
  example: { ...example, host: 'Ada Lovelace', on: 'Thu 14 Jan 2027', body: 'Please bring an apron.' },
  subject: ({ name }) => `About ${name}`,
  body: ({ firstName, eventId, name, body, host, on }, { venue, publicUrl }) => (
    <MailLayout preview={body} venue={venue} footer="You get this because you are registered for this event.">
      <Heading>{name}</Heading>
      <Greeting name={firstName} />
      <Para>
        {host}, who hosts it on {on}, writes to everybody who comes:
      </Para>
      <Para>{body}</Para>
      <Button href={`${publicUrl}/event/${eventId}`}>See the event</Button>
    </MailLayout>
  ),
})
