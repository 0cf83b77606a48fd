import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatCount, formatDate, formatDateTime, formatTimeRange, formatTokens } from '#platform/words.ts'

interface PlaceMail {
  firstName: string
  eventId: string
  name: string
  /** Calendar date and wall times at the venue. */
  on: string
  startsAt: string
  endsAt: string
  place: string
  people: number
  /** What taking it costs. */
  tokens: number
  /** ISO instant. */
  heldUntil: string
}

/** To whoever waited for an event that has a place now. */
export const placeFreeMail = mailTemplate<PlaceMail>({
  name: 'events.place-free',
  example: {
    firstName: 'Ada',
    eventId: '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11',
    name: 'Riso for beginners',
    ...{ on: '2026-12-03', startsAt: '18:30', endsAt: '20:30', place: 'Studio A', people: 1, tokens: 3 },
    heldUntil: '2026-12-01T21:35:00Z',
  },
  subject: ({ name, people, heldUntil }) =>
    `${name}: ${people === 1 ? 'a place is' : `${people} places are`} held for you until ${formatDateTime(new Date(heldUntil))}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`${props.name}, ${formatDate(props.on)}.`}
      venue={venue}
      footer="You get this because you are on the waiting list for this event."
    >
      <Heading>There is room for you</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.people === 1 ? 'A place is' : `${formatCount(props.people, 'place')} are`} free and held for you until{' '}
        {formatDateTime(new Date(props.heldUntil))}. Register before then; afterwards it goes to the next in line.
      </Para>
      <Facts
        rows={[
          ['Event', props.name],
          ['When', `${formatDate(props.on, { year: true })}, ${formatTimeRange(props.startsAt, props.endsAt)}`],
          ['Where', props.place || venue.name],
          ...(props.tokens > 0 ? ([['Costs', formatTokens(props.tokens)]] satisfies [string, string][]) : []),
        ]}
      />
      <Button href={`${publicUrl}/event/${props.eventId}`}>Register</Button>
      <Para>You cannot come any more? Leave the list there, so that the next person has it sooner.</Para>
    </MailLayout>
  ),
})
