import { type AboutEvent, aboutExample, rowsOf } from '#features/events/hosting/rules.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'

const footer = 'You get this because you host this event.'

/** To the host, when the house took the event out of the programme. */
export const eventHiddenMail = mailTemplate<AboutEvent>({
  name: 'house-events.hidden',
  example: aboutExample,
  subject: ({ name }) => `Your event is not in the programme at present: ${name}`,
  body: (event, { venue, publicUrl }) => (
    <MailLayout preview="Its room and its guests are kept." venue={venue} footer={footer}>
      <Heading>Your event is not in the programme at present</Heading>
      <Greeting name={event.firstName} />
      <Para>
        The house took {event.name} out of the programme, so nobody new can register. It still takes place: it keeps its
        room, and whoever is registered keeps their place. We tell you when it is shown again. If you want to know why,
        write to us on the page of your event.
      </Para>
      <Facts rows={rowsOf(event)} />
      <Button href={`${publicUrl}/host/${event.eventId}`}>See your event</Button>
    </MailLayout>
  ),
})

/** The same when it is back. */
export const eventShownMail = mailTemplate<AboutEvent>({
  name: 'house-events.shown',
  example: aboutExample,
  subject: ({ name }) => `Your event is in the programme again: ${name}`,
  body: (event, { venue, publicUrl }) => (
    <MailLayout preview="Members can register again." venue={venue} footer={footer}>
      <Heading>Your event is in the programme again</Heading>
      <Greeting name={event.firstName} />
      <Para>Members see {event.name} once more and can register. There is nothing for you to do.</Para>
      <Facts rows={rowsOf(event)} />
      <Button href={`${publicUrl}/host/${event.eventId}`}>See your event</Button>
    </MailLayout>
  ),
})
