import { eq } from 'drizzle-orm'
import { pictureOf } from '#features/events/events/model.ts'
import { events } from '#features/events/events/table.ts'
import { picturesFact } from '#features/house/images/model.ts'
import { ifCancelled } from '#features/money/refunds/rules.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para, Photo } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { photoOf } from '#platform/mail/pictures.ts'
import { formatCount, formatDate, formatTimeRange, formatTokens } from '#platform/words.ts'

interface EventMail {
  firstName: string
  eventId: string
  name: string
  /** Calendar date and wall times at the venue. */
  on: string
  startsAt: string
  endsAt: string
  place: string
}

const example: EventMail = {
  firstName: 'Ada',
  eventId: '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11',
  name: 'Riso for beginners',
  ...{ on: '2026-12-03', startsAt: '18:30', endsAt: '20:30', place: 'Studio A' },
}

const whenOf = ({ on, startsAt, endsAt }: EventMail) =>
  `${formatDate(on, { year: true })}, ${formatTimeRange(startsAt, endsAt)}`
const rowsOf = (props: EventMail, address: string): [string, string][] => [
  ['Event', props.name],
  ['When', whenOf(props)],
  ['Where', [props.place, address].filter(Boolean).join(', ')],
]
/** Where the code for the door is: it is made on the day, so no mail carries it. */
const ticketWords = (people: number) =>
  people > 1
    ? 'Your ticket is on the event’s page on the day. Show its code at the door: it lets in you and whom you bring.'
    : 'Your ticket is on the event’s page on the day. Show its code at the door.'
interface Cancelling {
  /** ISO instant until which cancelling gives back what was paid, or, where that is nothing, until which one can; null: it has passed. */
  cancelUntil: string | null
}
/** Mails that were queued before this was said here say nothing of it. */
const cancelWords = ({ tokens = 0, cancelUntil }: { tokens?: number } & Partial<Cancelling>) =>
  cancelUntil === undefined || (tokens === 0 && cancelUntil === null)
    ? ''
    : ` If you cancel, ${ifCancelled({ back: tokens > 0 ? formatTokens(tokens) : '', until: cancelUntil })}`
const footer = 'You get this because you registered for this event.'

/** To whoever registered. */
export const registeredMail = mailTemplate<EventMail & { people: number; tokens: number } & Cancelling>({
  name: 'events.registered',
  example: { ...example, people: 2, tokens: 6, cancelUntil: '2026-12-02T18:30:00Z' },
  subject: ({ name, on }) => `You are registered: ${name}, ${formatDate(on)}`,
  async pictures({ eventId, name }, runtime) {
    const { image, imageAlt, imageFocus } = events
    const [event] = await runtime.db.select({ image, imageAlt, imageFocus }).from(events).where(eq(events.id, eventId))
    const shown = event ? pictureOf(event, await runtime.facts.get(picturesFact)) : null
    return photoOf(runtime, { cid: 'event', shown, alt: name })
  },
  body: (props, { venue, publicUrl, pictures }) => (
    <MailLayout preview={`${whenOf(props)}.`} venue={venue} footer={footer}>
      <Photo of={pictures} cid="event" />
      <Heading>You are registered</Heading>
      <Greeting name={props.firstName} />
      <Facts
        rows={[
          ...rowsOf(props, venue.address),
          ['Who comes', formatCount(props.people, 'person', 'people')],
          ...(props.tokens > 0 ? ([['Paid', formatTokens(props.tokens)]] satisfies [string, string][]) : []),
        ]}
      />
      <Para>
        You cannot come after all? Please cancel, so that somebody else can have the place.{cancelWords(props)}
      </Para>
      <Button href={`${publicUrl}/event/${props.eventId}`}>Open the event</Button>
      <Para>{ticketWords(props.people)} There you can keep it in your calendar, too.</Para>
    </MailLayout>
  ),
})

/** To whoever cancelled; says what came back (decision 23). */
export const registrationCancelledMail = mailTemplate<EventMail & { tokensBack: number; tokensUsed: number }>({
  name: 'events.registration-cancelled',
  example: { ...example, tokensBack: 6, tokensUsed: 6 },
  subject: ({ name, on }) => `Registration cancelled: ${name}, ${formatDate(on)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview={`${whenOf(props)}.`} venue={venue} footer={footer}>
      <Heading>Your registration is cancelled</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.tokensBack > 0
          ? `${formatTokens(props.tokensBack)} came back to you.`
          : props.tokensUsed > 0
            ? 'It was too close to the start for your tokens to come back.'
            : 'Your place is free for somebody else.'}
      </Para>
      <Facts rows={rowsOf(props, venue.address)} />
      <Button href={`${publicUrl}/events`}>What else is on</Button>
    </MailLayout>
  ),
})

/** To somebody whose registration the house cancelled, with why; everything comes back (decision 23). */
export const calledOffMail = mailTemplate<EventMail & { tokensBack: number; reason: string }>({
  name: 'events.registration-called-off',
  example: { ...example, tokensBack: 6, reason: 'The kiln is broken, so fewer people can work at once.' },
  subject: ({ name, on }) => `We cancelled your registration: ${name}, ${formatDate(on)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview={props.reason} venue={venue} footer={footer}>
      <Heading>We had to cancel your registration</Heading>
      <Greeting name={props.firstName} />
      <Para>{props.reason}</Para>
      {props.tokensBack > 0 ? <Para>{formatTokens(props.tokensBack)} came back to you.</Para> : null}
      <Facts rows={rowsOf(props, venue.address)} />
      <Button href={`${publicUrl}/events`}>What else is on</Button>
    </MailLayout>
  ),
})

/** The day before. */
export const eventReminderMail = mailTemplate<EventMail & { people: number; tokens?: number } & Partial<Cancelling>>({
  name: 'events.reminder',
  example: { ...example, people: 2, tokens: 6, cancelUntil: null },
  subject: ({ name, startsAt }) => `Tomorrow at ${startsAt}: ${name}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview={`${whenOf(props)}.`} venue={venue} footer={footer}>
      <Heading>See you tomorrow</Heading>
      <Greeting name={props.firstName} />
      <Facts rows={[...rowsOf(props, venue.address), ['Who comes', formatCount(props.people, 'person', 'people')]]} />
      <Para>Something came up? Please cancel with the button, so that somebody else can come.{cancelWords(props)}</Para>
      <Button href={`${publicUrl}/event/${props.eventId}`}>Open the event</Button>
      <Para>{ticketWords(props.people)}</Para>
    </MailLayout>
  ),
})
