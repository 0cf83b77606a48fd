import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { type AboutEvent, aboutExample, rowsOf } from './rules.ts'

const footer = 'You get this because you applied to host an event at Exchange.'
const pageOf = (publicUrl: string, { eventId }: AboutEvent) => `${publicUrl}/host/${eventId}`

/** The application has arrived, and until when it is decided (EVT-38). */
export const receivedMail = mailTemplate<AboutEvent & { decideBy: string; hours: number }>({
  name: 'hosting.received',
  example: { ...aboutExample, decideBy: 'Sat 28 Nov, 14:00', hours: 48 },
  subject: ({ name }) => `We have your application: ${name}`,
  body: (event, { venue, publicUrl }) => (
    <MailLayout preview={`You hear from us by ${event.decideBy}.`} venue={venue} footer={footer}>
      <Heading>Your application is with the committee</Heading>
      <Greeting name={event.firstName} />
      <Para>
        The committee decides within {event.hours} hours: you hear from us by {event.decideBy}. Until then the room is
        held for you, and you can still change what you wrote.
      </Para>
      <Facts rows={[['Event', event.name], ...rowsOf(event)]} />
      <Button href={pageOf(publicUrl, event)}>See your application</Button>
    </MailLayout>
  ),
})
