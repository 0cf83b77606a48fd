import { bankDays } from '#features/money/orders/inputs.ts'
import { ifCancelled } from '#features/money/refunds/rules.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatDate, formatMoney, formatTokens } from '#platform/words.ts'

interface SessionMail {
  firstName: string
  /** Calendar date and wall times at the venue. */
  on: string
  startsAt: string
  endsAt: string
  tokens: number
  pence: number
}

const example: SessionMail = {
  firstName: 'Ada',
  ...{ on: '2026-11-24', startsAt: '09:00', endsAt: '13:00' },
  ...{ tokens: 0, pence: 70_000 },
}
const priceWords = ({ tokens, pence }: { tokens: number; pence: number }) =>
  tokens > 0 ? formatTokens(tokens) : formatMoney(pence)
const timeWords = ({ on, startsAt, endsAt }: { on: string; startsAt: string; endsAt: string }) =>
  `${formatDate(on, { year: true })}, ${startsAt}–${endsAt}`
const whenOf = (session: SessionMail): [string, string] => ['When', timeWords(session)]

interface ConfirmedMail extends SessionMail {
  /** The house's words, of the settings; mails that were queued before they were said here have none. */
  gettingIn?: string
  /** ISO instant until which cancelling gives back what was paid; null when that is over already. */
  refundableUntil?: string | null
}

export const studioConfirmedMail = mailTemplate<ConfirmedMail>({
  name: 'studio.confirmed',
  example: {
    ...example,
    gettingIn: 'Come in by the front door and say your name at the desk.',
    refundableUntil: '2026-11-23T09:00:00Z',
  },
  subject: ({ on }) => `Studio booked: ${formatDate(on)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`${formatDate(props.on)}, ${props.startsAt}–${props.endsAt}.`}
      venue={venue}
      footer="You get this because you booked the photography studio."
    >
      <Heading>The studio is yours</Heading>
      <Greeting name={props.firstName} />
      <Para>Please come ten minutes early; sessions are not extended.</Para>
      <Facts
        rows={[
          whenOf(props),
          ['Where', `${venue.name}, ${venue.address}`],
          ...(props.gettingIn ? [['Getting in', props.gettingIn] as [string, string]] : []),
          [props.pence > 0 ? 'To pay' : 'Paid', priceWords(props)],
        ]}
      />
      {props.pence > 0 ? (
        <Para>Pay by card on the page of the studio whenever you like, or at the desk when you come.</Para>
      ) : null}
      {props.refundableUntil === undefined ? null : (
        <Para>
          You can cancel on the page of the studio until it begins. If you cancel,{' '}
          {ifCancelled({ back: backOf(props), until: props.refundableUntil })}
        </Para>
      )}
      <Button href={`${publicUrl}/studio`}>Open your sessions</Button>
    </MailLayout>
  ),
})

/** A session that money pays is not paid yet when it is confirmed. */
const backOf = ({ tokens }: { tokens: number }) => (tokens > 0 ? formatTokens(tokens) : 'what you have paid')

export const studioCancelledMail = mailTemplate<
  SessionMail & { deskPence: number; owedPence?: number; reason: string | null }
>({
  name: 'studio.cancelled',
  example: { ...example, deskPence: 0, reason: 'The cove is being painted.' },
  subject: ({ on }) => `Studio booking cancelled: ${formatDate(on)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`${formatDate(props.on)}, ${props.startsAt}–${props.endsAt}.`}
      venue={venue}
      footer="You get this because a booking of the studio of yours was cancelled."
    >
      <Heading>Your studio booking is cancelled</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.reason
          ? `We had to cancel this session, and we are sorry. The reason: ${props.reason}`
          : 'This session is cancelled, as you asked.'}
      </Para>
      <Facts
        rows={[
          whenOf(props),
          [
            'You get back',
            props.deskPence > 0
              ? `${formatMoney(props.deskPence)}, at the desk`
              : props.tokens || props.pence
                ? priceWords(props)
                : 'Nothing',
          ],
        ]}
      />
      {props.deskPence > 0 ? <Para>You paid at the desk: show this email there and take it with you.</Para> : null}
      {props.owedPence ? (
        <Para>
          {formatMoney(props.owedPence)} of your payment is with your bank, which you asked about it. Once it comes back
          to us it goes to your card.
        </Para>
      ) : null}
      {props.pence > 0 ? <Para>Card refunds reach your account within {bankDays}.</Para> : null}
      <Button href={`${publicUrl}/studio`}>Open the studio</Button>
    </MailLayout>
  ),
})

interface MovedMail {
  firstName: string
  /** Calendar date and wall times at the venue. */
  on: string
  startsAt: string
  endsAt: string
  /** Where it was before. */
  before: { on: string; startsAt: string; endsAt: string }
  /** As of what is confirmed; mails that were queued before say nothing of it. */
  tokens?: number
  refundableUntil?: string | null
}

export const studioMovedMail = mailTemplate<MovedMail>({
  name: 'studio.moved',
  example: {
    ...{ firstName: 'Ada', on: '2026-11-24', startsAt: '10:00', endsAt: '14:00' },
    before: { on: '2026-11-21', startsAt: '09:00', endsAt: '13:00' },
    ...{ tokens: 8, refundableUntil: '2026-11-23T10:00:00Z' },
  },
  subject: ({ on, startsAt }) => `Studio booking moved: ${formatDate(on)}, ${startsAt}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`Now ${formatDate(props.on)}, ${props.startsAt}–${props.endsAt}.`}
      venue={venue}
      footer="You get this because a booking of the studio of yours was moved."
    >
      <Heading>Your studio booking has a new time</Heading>
      <Greeting name={props.firstName} />
      <Para>
        We have moved this session for you. If it is in your calendar already, add it once more from the page of the
        studio.
      </Para>
      <Facts
        rows={[
          ['Now', timeWords(props)],
          ['Before', timeWords(props.before)],
          ['Price', 'As it was'],
        ]}
      />
      {props.refundableUntil === undefined ? null : (
        <Para>
          If you cancel, {ifCancelled({ back: backOf({ tokens: props.tokens ?? 0 }), until: props.refundableUntil })}
        </Para>
      )}
      <Button href={`${publicUrl}/studio`}>Open your sessions</Button>
    </MailLayout>
  ),
})
