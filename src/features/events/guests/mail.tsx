import { type AboutEvent, aboutExample, rowsOf } from '#features/events/hosting/rules.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatTokens } from '#platform/words.ts'

/** To everybody who was registered, or waited; `tokens` are those that came back. */
export const eventCancelledMail = mailTemplate<AboutEvent & { reason: string; tokens: number }>({
  name: 'guests.event-cancelled',
  example: { ...aboutExample, reason: 'Our teacher is ill.', tokens: 2 },
  subject: ({ name }) => `Cancelled: ${name}`,
  body: (event, { venue, publicUrl }) => (
    <MailLayout
      preview={`${event.name} does not take place.`}
      venue={venue}
      footer="You get this because you were registered for this event, or waited for a place."
    >
      <Heading>{event.name} does not take place</Heading>
      <Greeting name={event.firstName} />
      <Para>
        We are sorry: it was cancelled.{event.tokens > 0 ? ` You have ${formatTokens(event.tokens)} back.` : ''}
      </Para>
      <Facts rows={[['Why', event.reason], ...rowsOf(event)]} />
      <Button href={`${publicUrl}/events`}>See other events</Button>
    </MailLayout>
  ),
})

/** To the host, when the house called it off. */
export const hostCancelledMail = mailTemplate<AboutEvent & { reason: string }>({
  name: 'guests.host-cancelled',
  example: { ...aboutExample, reason: 'The boiler is out.' },
  subject: ({ name }) => `Your event was cancelled: ${name}`,
  body: (event, { venue, publicUrl }) => (
    <MailLayout
      preview="Everybody who was registered is told."
      venue={venue}
      footer="You get this because you host this event."
    >
      <Heading>Your event does not take place</Heading>
      <Greeting name={event.firstName} />
      <Para>We are sorry: the house had to cancel {event.name}. Everybody who was registered is told.</Para>
      <Facts rows={[['Why', event.reason], ...rowsOf(event)]} />
      <Button href={`${publicUrl}/host/${event.eventId}`}>See your event</Button>
    </MailLayout>
  ),
})
