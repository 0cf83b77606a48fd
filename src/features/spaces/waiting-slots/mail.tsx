import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatDate, formatDateTime, formatTime, formatTimeRange } from '#platform/words.ts'

interface OfferedMail {
  firstName: string
  facility: string
  facilityId: string
  /** Calendar date and wall times at the venue. */
  on: string
  startsAt: string
  endsAt: string
  /** ISO instant. */
  heldUntil: string
  /** That instant is on the day on which this is written. */
  isToday: boolean
}

const example: OfferedMail = {
  firstName: 'Ada',
  facility: 'Sauna',
  facilityId: '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11',
  on: '2026-11-21',
  startsAt: '18:00',
  endsAt: '19:00',
  heldUntil: '2026-11-18T14:35:00Z',
  isToday: true,
}

const untilOf = ({ heldUntil, isToday }: OfferedMail) => (isToday ? formatTime : formatDateTime)(new Date(heldUntil))

/** To whoever waited for a time that is free now. */
export const timeFreeMail = mailTemplate<OfferedMail>({
  name: 'waiting.time-free',
  example,
  subject: props => `Your time is free: held for you until ${untilOf(props)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`${props.facility}, ${formatDate(props.on)}, ${formatTimeRange(props.startsAt, props.endsAt)}.`}
      venue={venue}
      footer="You get this because you are on the waiting list for this time."
    >
      <Heading>Your time is free</Heading>
      <Greeting name={props.firstName} />
      <Para>
        The time that you wait for is free, and held for you until {untilOf(props)}. Book it before then; afterwards it
        is offered to the next in line.
      </Para>
      <Facts
        rows={[
          ['Facility', props.facility],
          ['When', `${formatDate(props.on, { year: true })}, ${formatTimeRange(props.startsAt, props.endsAt)}`],
        ]}
      />
      <Button href={`${publicUrl}/facility-booking?id=${props.facilityId}&on=${props.on}&at=${props.startsAt}`}>
        Book it
      </Button>
      <Para>You need it no longer? Leave the list there, so that the next person has it sooner.</Para>
    </MailLayout>
  ),
})
