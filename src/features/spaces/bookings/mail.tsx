import { eq } from 'drizzle-orm'
import { picturesFact } from '#features/house/images/model.ts'
import { bankDays } from '#features/money/orders/inputs.ts'
import { ifCancelled } from '#features/money/refunds/rules.ts'
import { arriveEarly } from '#features/spaces/calendar/inputs.ts'
import { pictureOf } from '#features/spaces/facilities/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para, Photo } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { photoOf } from '#platform/mail/pictures.ts'
import { formatDate, formatMoney, formatReference, formatTokens } from '#platform/words.ts'
import { bookings } from './table.ts'

export interface BookedMail {
  firstName: string
  facility: string
  /** Calendar date and wall times at the venue. */
  on: string
  startsAt: string
  endsAt: string
  tokens: number
  pence: number
  /** Its page, to which the mails lead. */
  bookingId: string
  /** ISO instant until which cancelling gives the price back; null when that is over already. */
  refundableUntil: string | null
  /** The house's words, of the settings; mails that were queued before there were such words have none. */
  gettingIn?: string
  /** Staff booked it for them; mails that were queued before they could say nothing of it. */
  isByHouse?: boolean
}

export interface CancelledMail {
  firstName: string
  facility: string
  on: string
  startsAt: string
  endsAt: string
  bookingId: string
  /** What comes back. */
  tokens: number
  pence: number
  /** What staff wrote, when they cancelled it. */
  reason: string | null
  /** Its payment went back before, at the provider or by the payer's bank: that is why it is cancelled. */
  isPaidBack: boolean
  /** What of it the payer's bank has at present, in pence. */
  owedPence?: number
}

/** One of several bookings that a mail is about: its time, and what it cost or what comes back of it. */
interface OneOfMany {
  facility: string
  on: string
  startsAt: string
  endsAt: string
  tokens: number
  pence: number
  bookingId: string
  /** As above; of those that were cancelled there is none. */
  refundableUntil?: string | null
}

/** Several bookings of one person that were confirmed at once, with what they cost together. */
export interface BookedTogetherMail {
  firstName: string
  tokens: number
  pence: number
  bookings: OneOfMany[]
  gettingIn: string
}

/** Several that were cancelled at once, with what comes back. */
export interface CancelledTogetherMail {
  firstName: string
  tokens: number
  pence: number
  bookings: OneOfMany[]
  reason: string | null
  isPaidBack: boolean
  /** What of it the payer's bank has at present, in pence. */
  owedPence?: number
}

const booked: BookedMail = {
  firstName: 'Ada',
  facility: 'Photography Studio',
  on: '2026-11-21',
  startsAt: '10:00',
  endsAt: '11:00',
  tokens: 15,
  pence: 0,
  refundableUntil: '2026-11-20T10:00:00Z',
  bookingId: '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11',
  gettingIn: 'Come in by the front door and say your name at the desk.',
}

export const confirmedMail = mailTemplate<BookedMail>({
  name: 'bookings.confirmed',
  example: booked,
  subject: ({ facility, on }) => `Booking confirmed: ${facility}, ${formatDate(on)}`,
  async pictures({ bookingId, facility }, runtime) {
    const [room] = await runtime.db
      .select({ spaceSlug: spaces.slug })
      .from(bookings)
      .innerJoin(spaces, eq(spaces.id, bookings.spaceId))
      .where(eq(bookings.id, bookingId))
    const shown = room ? pictureOf(await runtime.facts.get(picturesFact), room) : null
    return photoOf(runtime, { cid: 'room', shown, alt: facility })
  },
  body: (props, { venue, publicUrl, pictures }) => (
    <MailLayout
      preview={`${formatDate(props.on)}, ${props.startsAt}–${props.endsAt}.`}
      venue={venue}
      footer={
        props.isByHouse
          ? 'You get this because we booked a facility for you.'
          : 'You get this because you booked a facility with us.'
      }
    >
      <Photo of={pictures} cid="room" />
      <Heading>Your booking is confirmed</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.isByHouse ? 'We booked this place for you.' : 'The place is yours.'} Please arrive {arriveEarly} early;
        sessions are not extended.
      </Para>
      <Facts
        rows={[
          ['Facility', props.facility],
          ['When', `${formatDate(props.on, { year: true })}, ${props.startsAt}–${props.endsAt}`],
          ['Where', `${venue.name}, ${venue.address}`],
          ...(props.gettingIn ? [['Getting in', props.gettingIn] as [string, string]] : []),
          ['Paid', paid(props.tokens, props.pence)],
          ['Reference', formatReference(props.bookingId)],
        ]}
      />
      <Para>
        You can cancel on the page of the booking. If you cancel,{' '}
        {ifCancelled({ back: cost(props), until: props.refundableUntil })}
      </Para>
      <Button href={`${publicUrl}/bookings/${props.bookingId}`}>Open the booking</Button>
    </MailLayout>
  ),
})

export const cancelledMail = mailTemplate<CancelledMail>({
  name: 'bookings.cancelled',
  example: { ...booked, tokens: 0, pence: 4_500, reason: 'The heating in the studio has failed.', isPaidBack: false },
  subject: ({ facility, on }) => `Booking cancelled: ${facility}, ${formatDate(on)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`${props.facility}, ${formatDate(props.on)}.`}
      venue={venue}
      footer="You get this because a booking of yours was cancelled."
    >
      <Heading>Your booking is cancelled</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.isPaidBack
          ? 'The payment for this booking went back to you, so we no longer hold it.'
          : props.reason
            ? `We had to cancel this booking, and we are sorry. The reason: ${props.reason}`
            : 'This booking is cancelled, as you asked.'}
      </Para>
      <Facts
        rows={[
          ['Facility', props.facility],
          ['When', `${formatDate(props.on, { year: true })}, ${props.startsAt}–${props.endsAt}`],
          ['You get back', props.tokens || props.pence ? paid(props.tokens, props.pence) : 'Nothing'],
        ]}
      />
      {props.pence > 0 && !props.isPaidBack ? <Para>Card refunds reach your account within {bankDays}.</Para> : null}
      {props.owedPence ? <Para>{owedWords(props.owedPence)}</Para> : null}
      <Button href={`${publicUrl}/bookings/${props.bookingId}`}>Open the booking</Button>
    </MailLayout>
  ),
})

const until = '2026-11-20T10:00:00Z'
const week = {
  facility: 'Photography Studio',
  startsAt: '10:00',
  endsAt: '11:00',
  tokens: 15,
  pence: 0,
  refundableUntil: until,
}
const together = {
  firstName: 'Ada',
  tokens: 30,
  pence: 4_500,
  bookings: [
    { ...week, on: '2026-11-21', bookingId: booked.bookingId },
    { ...week, on: '2026-11-28', bookingId: '0f6fd0c5-3f0e-4e0f-8f6c-6f8a1f1b2c22' },
    { ...week, on: '2026-12-05', bookingId: '9d1f0a3c-7d5e-4c8b-9a51-2f4e6a7b8c33', tokens: 0, pence: 4_500 },
  ],
}

export const bookedTogetherMail = mailTemplate<BookedTogetherMail>({
  name: 'bookings.confirmed-together',
  example: { ...together, gettingIn: booked.gettingIn! },
  subject: ({ bookings }) => `${bookings.length} bookings confirmed: ${firstOf(bookings)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`From ${formatDate(props.bookings[0]!.on)} to ${formatDate(props.bookings.at(-1)!.on)}.`}
      venue={venue}
      footer="You get this because you booked with us."
    >
      <Heading>Your {props.bookings.length} bookings are confirmed</Heading>
      <Greeting name={props.firstName} />
      <Para>The places are yours. Please arrive {arriveEarly} early each time; sessions are not extended.</Para>
      <Facts
        rows={props.bookings.map(each => [
          timeOf(each),
          `${each.facility}, ${paid(each.tokens, each.pence)}. If you cancel, ${ifCancelled({ back: cost(each), until: each.refundableUntil ?? null })}`,
        ])}
      />
      <Facts
        rows={[
          ['Paid together', paid(props.tokens, props.pence)],
          ['Where', `${venue.name}, ${venue.address}`],
          ['Getting in', props.gettingIn],
        ]}
      />
      <Para>You can cancel each of them on its page.</Para>
      <Button href={`${publicUrl}/bookings?view=mine`}>Open your bookings</Button>
    </MailLayout>
  ),
})

export const cancelledTogetherMail = mailTemplate<CancelledTogetherMail>({
  name: 'bookings.cancelled-together',
  example: { ...together, reason: null, isPaidBack: false },
  subject: ({ bookings }) => `${bookings.length} bookings cancelled: ${firstOf(bookings)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`From ${formatDate(props.bookings[0]!.on)} to ${formatDate(props.bookings.at(-1)!.on)}.`}
      venue={venue}
      footer="You get this because bookings of yours were cancelled."
    >
      <Heading>Your {props.bookings.length} bookings are cancelled</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.isPaidBack
          ? 'The payment for these bookings went back to you, so we no longer hold them.'
          : props.reason
            ? 'We are sorry: the house had to cancel these bookings.'
            : 'These bookings are cancelled, as you asked.'}
      </Para>
      {props.reason && !props.isPaidBack ? <Facts rows={[['Why', props.reason]]} /> : null}
      <Facts
        rows={props.bookings.map(each => [
          timeOf(each),
          `${each.facility}, ${each.tokens || each.pence ? `${paid(each.tokens, each.pence)} back` : 'nothing back'}`,
        ])}
      />
      <Facts rows={[['You get back', props.tokens || props.pence ? paid(props.tokens, props.pence) : 'Nothing']]} />
      {props.pence > 0 && !props.isPaidBack ? <Para>Card refunds reach your account within {bankDays}.</Para> : null}
      {props.owedPence ? <Para>{owedWords(props.owedPence)}</Para> : null}
      <Button href={`${publicUrl}/bookings?view=mine`}>Open your bookings</Button>
    </MailLayout>
  ),
})

const owedWords = (pence: number) =>
  `${formatMoney(pence)} is with your bank, which you asked about the payment. Once it comes back to us it goes to your card.`
const timeOf = ({ on, startsAt, endsAt }: OneOfMany) => `${formatDate(on, { year: true })}, ${startsAt}–${endsAt}`
const firstOf = ([first, ...others]: OneOfMany[]) => {
  const isOfOne = others.every(({ facility }) => facility === first!.facility)
  return `${isOfOne ? `${first!.facility}, ` : ''}from ${formatDate(first!.on)}`
}

const cost = ({ tokens, pence }: { tokens: number; pence: number }) =>
  tokens > 0 || pence > 0 ? paid(tokens, pence) : ''

function paid(tokens: number, pence: number): string {
  if (tokens > 0 && pence > 0) return `${formatTokens(tokens)} and ${formatMoney(pence)}`
  if (tokens > 0) return formatTokens(tokens)
  return pence > 0 ? formatMoney(pence) : 'Nothing to pay'
}
