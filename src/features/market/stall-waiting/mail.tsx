import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatDate, formatDateTime, formatTime } from '#platform/words.ts'

interface PitchFree {
  firstName: string
  /** Calendar date at the venue. */
  on: string
  /** What they wait for, in words. */
  stall: string
  /** ISO instant. */
  heldUntil: string
  /** That instant is on the day on which this is written. */
  isToday: boolean
}

const untilOf = ({ heldUntil, isToday }: PitchFree) => (isToday ? formatTime : formatDateTime)(new Date(heldUntil))

/** To whoever waited for a pitch that is free now. */
export const pitchFreeMail = mailTemplate<PitchFree>({
  name: 'stalls.pitch-free',
  example: {
    ...{ firstName: 'Ada', on: '2026-12-26', stall: 'Single stall, food and drink' },
    ...{ heldUntil: '2026-12-01T22:00:00Z', isToday: false },
  },
  subject: props => `A pitch is free: held for you until ${untilOf(props)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`The market on ${formatDate(props.on)}.`}
      venue={venue}
      footer="You get this because you are on the waiting list for this market."
    >
      <Heading>A pitch is free</Heading>
      <Greeting name={props.firstName} />
      <Para>
        A pitch that you wait for is free, and held for you until {untilOf(props)}. Book it before then; afterwards it
        is offered to the next in line.
      </Para>
      <Facts
        rows={[
          ['Market', formatDate(props.on, { year: true })],
          ['Stall', props.stall],
        ]}
      />
      <Button href={`${publicUrl}/market-booking?on=${props.on}`}>Book it</Button>
      <Para>You need it no longer? Leave the list there, so that the next person has it sooner.</Para>
    </MailLayout>
  ),
})

/** To whoever waited for a stall at a market that does not take place. */
export const noMarketMail = mailTemplate<Pick<PitchFree, 'firstName' | 'on'>>({
  name: 'stalls.no-market',
  example: { firstName: 'Ada', on: '2026-12-26' },
  subject: ({ on }) => `The market on ${formatDate(on)} does not take place`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview="You no longer wait for a stall there."
      venue={venue}
      footer="You get this because you were on the waiting list for this market."
    >
      <Heading>This market does not take place</Heading>
      <Greeting name={props.firstName} />
      <Para>
        We are sorry: the market on {formatDate(props.on, { year: true })}, for which you waited for a stall, was
        cancelled. You are not on its waiting list any more, and nothing was charged.
      </Para>
      <Button href={`${publicUrl}/market-booking`}>See other market days</Button>
    </MailLayout>
  ),
})
