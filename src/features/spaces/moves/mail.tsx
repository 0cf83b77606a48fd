import { ifCancelled } from '#features/money/refunds/rules.ts'
import { arriveEarly } from '#features/spaces/calendar/inputs.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatDate, formatMoney, formatTokens } from '#platform/words.ts'

interface MovedMail {
  firstName: string
  facility: string
  /** Calendar date and wall times at the venue. */
  on: string
  startsAt: string
  endsAt: string
  bookingId: string
  /** Where it was before. */
  before: { on: string; startsAt: string; endsAt: string }
  isByStaff: boolean
  /** What it cost, and the ISO instant until which cancelling gives that back; mails that were queued before say nothing of it. */
  tokens?: number
  pence?: number
  refundableUntil?: string | null
}

export const movedMail = mailTemplate<MovedMail>({
  name: 'bookings.moved',
  example: {
    firstName: 'Ada',
    facility: 'Photography Studio',
    ...{ on: '2026-11-24', startsAt: '14:00', endsAt: '15:00' },
    bookingId: '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11',
    before: { on: '2026-11-21', startsAt: '10:00', endsAt: '11:00' },
    isByStaff: false,
    ...{ tokens: 15, pence: 0, refundableUntil: '2026-11-23T14:00:00Z' },
  },
  subject: ({ facility, on, startsAt }) => `Booking moved: ${facility}, ${formatDate(on)}, ${startsAt}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`Now ${formatDate(props.on)}, ${props.startsAt}–${props.endsAt}.`}
      venue={venue}
      footer="You get this because a booking of yours was moved."
    >
      <Heading>Your booking has a new time</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.isByStaff ? 'We have moved this booking for you.' : 'Your booking is moved, as you asked.'} Please arrive{' '}
        {arriveEarly} early. If it is in your calendar already, add it once more from its page.
      </Para>
      <Facts
        rows={[
          ['Facility', props.facility],
          ['Now', wordsOf(props)],
          ['Before', wordsOf(props.before)],
          ['Price', 'As you paid it'],
        ]}
      />
      {props.refundableUntil === undefined ? null : (
        <Para>If you cancel, {ifCancelled({ back: costOf(props), until: props.refundableUntil })}</Para>
      )}
      <Button href={`${publicUrl}/bookings/${props.bookingId}`}>Open the booking</Button>
    </MailLayout>
  ),
})

const costOf = ({ tokens = 0, pence = 0 }: MovedMail) =>
  [tokens > 0 && formatTokens(tokens), pence > 0 && formatMoney(pence)].filter(Boolean).join(' and ')
const wordsOf = ({ on, startsAt, endsAt }: MovedMail['before']) =>
  `${formatDate(on, { year: true })}, ${startsAt}–${endsAt}`
