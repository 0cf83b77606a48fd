import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'

interface Moved {
  firstName: string
  /** Day and hours in words, before and now. */
  was: string
  is: string
  /** They wait for a stall; else they have opened their ticket. */
  isWaiting: boolean
}

/** To members who wait for a stall of a market, or have opened their ticket for it, when it was put to another time. */
export const marketMovedMail = mailTemplate<Moved>({
  name: 'market.moved',
  example: {
    firstName: 'Ada',
    was: 'Sat 5 Dec 2026, 10:00–17:00',
    is: 'Sat 12 Dec 2026, 10:00–17:00',
    isWaiting: true,
  },
  subject: ({ is }) => `The market has another time: ${is}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`Before: ${props.was}.`}
      venue={venue}
      footer={
        props.isWaiting
          ? 'You get this because you are on the waiting list for this market.'
          : 'You get this because you opened your ticket for this market.'
      }
    >
      <Heading>The market has another time</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.isWaiting
          ? 'You keep your place on its waiting list. You need it no longer? Leave the list on the page of your stalls.'
          : 'Your ticket stays as it is.'}
      </Para>
      <Facts
        rows={[
          ['Before', props.was],
          ['Now', props.is],
        ]}
      />
      <Button href={`${publicUrl}${props.isWaiting ? '/market-booking?view=mine' : '/market-tickets'}`}>
        Open the market
      </Button>
    </MailLayout>
  ),
})
