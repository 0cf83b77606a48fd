import { bankDays } from '#features/money/orders/inputs.ts'
import { arriveEarly } from '#features/spaces/calendar/inputs.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatDate, formatDateTime, formatMoney, formatTokens } from '#platform/words.ts'

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
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`${formatDate(props.on)}, ${props.startsAt}–${props.endsAt}.`}
      venue={venue}
      footer="You get this because you booked a facility with us."
    >
      <Heading>Your booking is confirmed</Heading>
      <Greeting name={props.firstName} />
      <Para>The place is yours. Please arrive {arriveEarly} early; sessions are not extended.</Para>
      <Facts
        rows={[
          ['Facility', props.facility],
          ['When', `${formatDate(props.on, { year: true })}, ${props.startsAt}–${props.endsAt}`],
          ['Where', `${venue.name}, ${venue.address}`],
          ...(props.gettingIn ? [['Getting in', props.gettingIn] as [string, string]] : []),
          ['Paid', paid(props.tokens, props.pence)],
          ['Reference', props.bookingId],
        ]}
      />
      <Para>
        {props.refundableUntil
          ? `You can cancel on the page of the booking. Until ${formatDateTime(props.refundableUntil)} you get back ${paid(props.tokens, props.pence)}; after that nothing.`
          : 'You can cancel on the page of the booking. It is too close to the start for anything to come back.'}
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
      <Button href={`${publicUrl}/bookings/${props.bookingId}`}>Open the booking</Button>
    </MailLayout>
  ),
})

function paid(tokens: number, pence: number): string {
  if (tokens > 0) return formatTokens(tokens)
  return pence > 0 ? formatMoney(pence) : 'Nothing to pay'
}
