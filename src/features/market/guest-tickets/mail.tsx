import { bankDays } from '#features/money/orders/inputs.ts'
import { Button, Code, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { strangerMail } from '#platform/mail/mail.ts'

interface Bought extends Record<string, string> {
  purchaseId: string
  /** As people read them: `2 tickets`, `Sat 12 Dec 2026`, `10:00–17:00`, `£2`. */
  tickets: string
  on: string
  time: string
  sum: string
}

const example: Bought = {
  purchaseId: '00000000-0000-4000-8000-000000000000',
  tickets: '2 tickets',
  on: 'Sat 12 Dec 2026',
  time: '10:00–17:00',
  sum: '£2',
}
const footer = 'You get this because this address was entered for market tickets. If that was not you, ignore it.'

/** Where a buyer sees the codes, prints and keeps them, and cancels. */
const pageOf = (publicUrl: string, { purchaseId }: Bought) => `${publicUrl}/guest-tickets/${purchaseId}`

/** The tickets, once they are paid (decision 35). `codes` are the letters under each code, `K7QX 2M9P, …`. */
export const guestTicketsMail = strangerMail<Bought & { codes: string }>({
  name: 'market.guest-tickets',
  budget: 'market-tickets',
  subject: 'Your market tickets',
  example: { ...example, codes: 'K7QX 2M9P, 3RTV W8HJ' },
  body: ({ venue, publicUrl }, bought) => (
    <MailLayout preview={`${bought.on}, ${bought.time}.`} venue={venue} footer={footer}>
      <Heading>Your market tickets</Heading>
      <Greeting name="" />
      <Para>Thank you. Each ticket has a QR code of its own, good all day on the day of the market.</Para>
      <Facts
        rows={[
          ['Tickets', bought.tickets],
          ['Day', bought.on],
          ['Open', bought.time],
          ['Where', venue.address],
          ['Paid', bought.sum],
        ]}
      />
      <Button href={pageOf(publicUrl, bought)}>Open your tickets</Button>
      <Para>
        Show the codes at the door, on a screen or on paper. Where one cannot be scanned, read out its letters:
      </Para>
      {bought.codes.split(', ').map(code => (
        <Code key={code}>{code}</Code>
      ))}
      <Para>With the same button you print them, keep them in your calendar, or cancel them in time.</Para>
    </MailLayout>
  ),
})

export const guestTicketsCancelledMail = strangerMail<Bought & { back: string; reason: string }>({
  name: 'market.guest-tickets-cancelled',
  budget: 'market-tickets-cancelled',
  subject: 'Your market tickets were cancelled',
  example: { ...example, back: '£2', reason: '' },
  body: ({ venue, publicUrl }, bought) => (
    <MailLayout preview={`${bought.back} goes back to your card.`} venue={venue} footer={footer}>
      <Heading>Your market tickets were cancelled</Heading>
      <Greeting name="" />
      <Para>
        {bought.tickets} for the market on {bought.on} let nobody in any more. {bought.back} goes back to the card that
        paid; banks take {bankDays} to show it.
      </Para>
      {bought.reason === '' ? null : <Facts rows={[['Why', bought.reason]]} />}
      <Button href={`${publicUrl}/market-tickets`}>See the next market</Button>
    </MailLayout>
  ),
})

/** To everybody who paid for a market that was cancelled. */
export const marketWithdrawnMail = strangerMail<Bought>({
  name: 'market.withdrawn',
  budget: 'market-house',
  subject: 'The market was cancelled',
  example,
  body: ({ venue, publicUrl }, bought) => (
    <MailLayout preview={`${bought.sum} goes back to your card.`} venue={venue} footer={footer}>
      <Heading>The market was cancelled</Heading>
      <Greeting name="" />
      <Para>
        We are sorry: the market on {bought.on} does not take place. {bought.sum} for your {bought.tickets} goes back to
        the card that paid; you need do nothing. Banks take {bankDays} to show it.
      </Para>
      <Button href={`${publicUrl}/market-tickets`}>See the next market</Button>
    </MailLayout>
  ),
})
