import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { strangerMail } from '#platform/mail/mail.ts'

interface Tour extends Record<string, string> {
  bookingId: string
  /** As people read them: `Sat 5 Dec 2026`, `11:00–12:00`, `2 people`. */
  on: string
  time: string
  party: string
  /** What cancelling costs, and until when it can be done. */
  ifCancelled: string
}

const example: Tour = {
  bookingId: '00000000-0000-4000-8000-000000000000',
  on: 'Sat 5 Dec 2026',
  time: '11:00–12:00',
  party: '2 people',
  ifCancelled: 'it costs you nothing, and you can until Sat 5 Dec, 11:00.',
}
/**
 * Whoever books changes the day or how many come a few times, and must hear of each, and of the end in any case: without that
 * they come to a tour that is not theirs. More than this is nobody who means to come.
 */
const perDay = 12
const footer =
  'You get this because this address was entered for a tour of the house. If that was not you, cancel it with the button above.'

const rowsOf = ({ on, time, party }: Tour, address: string): [string, string][] => [
  ['Day', on],
  ['Time', time],
  ['Who comes', party],
  ['Where', address],
]

/** Where a party sees, changes and calls off its tour, and has its calendar file. */
const pageOf = (publicUrl: string, { bookingId }: Tour) => `${publicUrl}/tour-booking?booking=${bookingId}`

/** To whoever booked (TOUR-07); also after a change. It quotes nothing that was typed. */
export const tourConfirmationMail = strangerMail<Tour>({
  name: 'tours.confirmation',
  budget: 'tours',
  perDay,
  subject: 'Your tour of the house',
  example,
  body: ({ venue, publicUrl }, tour) => (
    <MailLayout preview={`${tour.on}, ${tour.time}.`} venue={venue} footer={footer}>
      <Heading>Your tour is booked</Heading>
      <Greeting name="" />
      <Para>We look forward to showing you the house.</Para>
      <Facts rows={rowsOf(tour, venue.address)} />
      <Button href={pageOf(publicUrl, tour)}>See, change or cancel it</Button>
      <Para>If you cancel, {tour.ifCancelled} There you can keep it in your calendar, too.</Para>
    </MailLayout>
  ),
})

export const tourCancelledMail = strangerMail<Tour>({
  name: 'tours.cancelled',
  budget: 'tours-cancelled',
  perDay,
  subject: 'Your tour was cancelled',
  example,
  body: ({ venue, publicUrl }, tour) => (
    <MailLayout preview={`${tour.on}, ${tour.time}.`} venue={venue} footer={footer}>
      <Heading>Your tour was cancelled</Heading>
      <Greeting name="" />
      <Para>
        Your tour on {tour.on}, {tour.time}, was cancelled as it was asked for. You are welcome on another day.
      </Para>
      <Button href={`${publicUrl}/tour-booking`}>Choose another day</Button>
    </MailLayout>
  ),
})

/** To every party of a tour that the house took back (TRA-10). */
export const tourWithdrawnMail = strangerMail<Tour>({
  name: 'tours.withdrawn',
  budget: 'tours-withdrawn',
  perDay,
  subject: 'Your tour cannot take place',
  example,
  body: ({ venue, publicUrl }, tour) => (
    <MailLayout preview={`${tour.on}, ${tour.time}.`} venue={venue} footer={footer}>
      <Heading>Your tour cannot take place</Heading>
      <Greeting name="" />
      <Para>
        We are sorry: the tour on {tour.on}, {tour.time}, cannot take place. Please choose another one.
      </Para>
      <Button href={`${publicUrl}/tour-booking`}>Choose another day</Button>
    </MailLayout>
  ),
})

/** The day before. */
export const tourReminderMail = strangerMail<Tour>({
  name: 'tours.reminder',
  // Its own: whoever booked several tours of a day, some of which were taken back, is still reminded of each that is left.
  budget: 'tours-reminders',
  perDay,
  subject: 'Your tour is tomorrow',
  example,
  body: ({ venue, publicUrl }, tour) => (
    <MailLayout preview={`${tour.on}, ${tour.time}.`} venue={venue} footer={footer}>
      <Heading>Your tour is tomorrow</Heading>
      <Greeting name="" />
      <Facts rows={rowsOf(tour, venue.address)} />
      <Para>
        Something came up? Please tell us with the button, so that somebody else can come. If you cancel,{' '}
        {tour.ifCancelled}
      </Para>
      <Button href={pageOf(publicUrl, tour)}>See, change or cancel it</Button>
    </MailLayout>
  ),
})
