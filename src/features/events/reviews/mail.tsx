import { type AboutEvent, aboutExample, rowsOf } from '#features/events/hosting/rules.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatCount, formatTokens } from '#platform/words.ts'

const toHost = 'You get this because you applied to host an event at Exchange.'

export const approvedMail = mailTemplate<AboutEvent & { capacity: number; points: number; tokens: number }>({
  name: 'hosting.approved',
  example: { ...aboutExample, capacity: 24, points: 2, tokens: 0 },
  subject: ({ name }) => `Approved: ${name}`,
  body: (event, { venue, publicUrl }) => (
    <MailLayout preview={`${event.on}, ${event.time}.`} venue={venue} footer={toHost}>
      <Heading>Your event takes place</Heading>
      <Greeting name={event.firstName} />
      <Para>{event.name} is approved. Members can register from now on, and the room is yours.</Para>
      <Facts
        rows={[
          ...rowsOf(event),
          ['For', formatCount(event.capacity, 'person', 'people')],
          ['Coming brings', formatCount(event.points, 'point')],
          ...(event.tokens > 0 ? ([['Coming costs', formatTokens(event.tokens)]] as [string, string][]) : []),
        ]}
      />
      <Button href={`${publicUrl}/host/${event.eventId}`}>See who comes</Button>
    </MailLayout>
  ),
})

export const rejectedMail = mailTemplate<AboutEvent & { reason: string }>({
  name: 'hosting.rejected',
  example: { ...aboutExample, reason: 'There is a talk in the room next door that evening.' },
  subject: ({ name }) => `Not approved: ${name}`,
  body: (event, { venue, publicUrl }) => (
    <MailLayout preview="What you wrote is kept." venue={venue} footer={toHost}>
      <Heading>Your event was not approved</Heading>
      <Greeting name={event.firstName} />
      <Para>We are sorry: the committee did not approve {event.name}.</Para>
      <Facts rows={[['Why', event.reason], ...rowsOf(event)]} />
      <Para>What you wrote is kept. You can use it for a new application.</Para>
      <Button href={`${publicUrl}/host/${event.eventId}`}>Read your application</Button>
    </MailLayout>
  ),
})

/** To those who decide, before the promise to the host is broken (EVT-38). */
export const reminderMail = mailTemplate<{ firstName: string; count: number; hours: number; decideBy: string }>({
  name: 'hosting.decide',
  example: { firstName: 'Grace', count: 2, hours: 48, decideBy: 'Sat 28 Nov, 14:00' },
  subject: ({ count }) => (count === 1 ? 'A host waits for your decision' : `${count} hosts wait for your decision`),
  body: ({ firstName, count, hours, decideBy }, { venue, publicUrl }) => (
    <MailLayout
      preview={`The first one is promised by ${decideBy}.`}
      venue={venue}
      footer="You get this because you decide on events at Exchange."
    >
      <Heading>{count === 1 ? 'A host is waiting' : 'Hosts are waiting'}</Heading>
      <Greeting name={firstName} />
      <Para>
        Hosts are told that they hear from us within {hours} hours. {formatCount(count, 'application')}{' '}
        {count === 1 ? 'has' : 'have'} no decision yet; the first one is promised by {decideBy}.
      </Para>
      <Button href={`${publicUrl}/admin/events`}>Decide</Button>
    </MailLayout>
  ),
})
