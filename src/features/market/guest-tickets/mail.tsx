import { eq } from 'drizzle-orm'
import { Fragment } from 'react'
import { currentSigner } from '#features/door/passes/model.ts'
import { bankDays } from '#features/money/orders/inputs.ts'
import { codePicture } from '#platform/mail/code-picture.ts'
import { Button, Code, Facts, Greeting, Heading, MailLayout, Para, Picture } from '#platform/mail/layout.tsx'
import { strangerMail } from '#platform/mail/mail.ts'
import type { MailPicture } from '#platform/mail/pictures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { marketDays } from '../days/table.ts'
import { guestClaims } from '../tickets/rules.ts'
import { marketVisitorTickets } from '../tickets/table.ts'

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

/** By its letters each code finds its picture. */
const cidOf = (letters: string) => `ticket-${letters.replace(' ', '')}`

/** The QR code of each ticket (decision 36), signed by the key of the moment and good all day on its market day. */
async function picturesOf({ purchaseId }: Bought, { db, env }: Runtime, now: Date): Promise<MailPicture[]> {
  const bought = await db
    .select({ ticket: marketVisitorTickets, generation: marketDays.generation })
    .from(marketVisitorTickets)
    .innerJoin(marketDays, eq(marketDays.on, marketVisitorTickets.on))
    .where(eq(marketVisitorTickets.purchaseId, purchaseId))
  const signer = await currentSigner(db, env, now)
  return Promise.all(
    bought.map(async ({ ticket, generation }) => ({
      cid: cidOf(ticket.ticketCode),
      kind: 'png' as const,
      bytes: await codePicture(signer.pass(guestClaims(ticket, generation))),
    })),
  )
}

/** The tickets, once they are paid (decision 35). `codes` are the letters of each ticket, `K7QX 2M9P, …`. */
export const guestTicketsMail = strangerMail<Bought & { codes: string; ifCancelled: string }>({
  name: 'market.guest-tickets',
  budget: 'market-tickets',
  subject: 'Your market tickets',
  isPaidFor: true,
  example: {
    ...example,
    codes: 'K7QX 2M9P, 3RTV W8HJ',
    ifCancelled: 'you get £2 back until Fri 11 Dec, 10:00, and nothing after that.',
  },
  pictures: picturesOf,
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
        With this button you print them, keep them in your calendar, or cancel them. If you cancel, {bought.ifCancelled}
      </Para>
      <Para>
        Show one code for each of you at the door, on a screen or on paper. Where one cannot be scanned, read out the
        letters below it.
      </Para>
      <Codes of={bought.codes} />
    </MailLayout>
  ),
})

/** Each ticket's code, with its letters below it. */
const Codes = ({ of }: { of: string }) =>
  of.split(', ').map((letters, index) => (
    <Fragment key={letters}>
      <Picture cid={cidOf(letters)} alt={`Code of ticket ${index + 1}`} size={228} />
      <Code>{letters}</Code>
    </Fragment>
  ))

export const guestTicketsCancelledMail = strangerMail<Bought & { back: string; owed: string; reason: string }>({
  name: 'market.guest-tickets-cancelled',
  budget: 'market-tickets-cancelled',
  isPaidFor: true,
  subject: 'Your market tickets were cancelled',
  example: { ...example, back: '£2', owed: '', reason: '' },
  body: ({ venue, publicUrl }, bought) => (
    <MailLayout
      preview={bought.back ? `${bought.back} goes back to your card.` : 'They let nobody in any more.'}
      venue={venue}
      footer={footer}
    >
      <Heading>Your market tickets were cancelled</Heading>
      <Greeting name="" />
      <Para>
        {bought.tickets} for the market on {bought.on} let nobody in any more.{' '}
        {bought.back ? `${bought.back} goes back to the card that paid; banks take ${bankDays} to show it.` : ''}
      </Para>
      {bought.owed ? <Para>{owedWords(bought.owed)}</Para> : null}
      {bought.reason === '' ? null : <Facts rows={[['Why', bought.reason]]} />}
      <Button href={`${publicUrl}/market-tickets`}>See the next market</Button>
    </MailLayout>
  ),
})

/** Of money that the bank has at present. */
const owedWords = (owed: string) =>
  `${owed} is with your bank, which was asked about the payment. Once the bank returns it to us it goes back to your card.`

/**
 * To everybody who paid for a market that was put to another day or other hours; `was` is what it was, in words.
 */
export const marketMovedMail = strangerMail<Bought & { codes: string; was: string; ifCancelled: string }>({
  name: 'market.guest-tickets-moved',
  budget: 'market-house',
  isPaidFor: true,
  subject: 'Your market has another time',
  example: {
    ...example,
    codes: 'K7QX 2M9P, 3RTV W8HJ',
    was: 'Sat 5 Dec 2026, 10:00–17:00',
    ifCancelled: 'you get £2 back until Sat 12 Dec, 10:00, and nothing after that.',
  },
  pictures: picturesOf,
  body: ({ venue, publicUrl }, bought) => (
    <MailLayout preview={`Now ${bought.on}, ${bought.time}.`} venue={venue} footer={footer}>
      <Heading>Your market has another time</Heading>
      <Greeting name="" />
      <Para>
        The market for which you have {bought.tickets} was put to another time. Your tickets go with it: please use the
        codes of this email, those that you had before may not open the door.
      </Para>
      <Facts
        rows={[
          ['Before', bought.was],
          ['Now', `${bought.on}, ${bought.time}`],
          ['Where', venue.address],
        ]}
      />
      <Para>You cannot come then? You cancel with the button. If you cancel, {bought.ifCancelled}</Para>
      <Button href={pageOf(publicUrl, bought)}>Open your tickets</Button>
      <Codes of={bought.codes} />
    </MailLayout>
  ),
})

/** To everybody who paid for a market that was cancelled; `back` is what goes back now, empty where all of it has before. */
export const marketWithdrawnMail = strangerMail<Bought & { back: string; owed: string }>({
  name: 'market.withdrawn',
  budget: 'market-house',
  isPaidFor: true,
  subject: 'The market was cancelled',
  example: { ...example, back: '£4', owed: '' },
  body: ({ venue, publicUrl }, bought) => (
    <MailLayout
      preview={bought.back ? `${bought.back} goes back to your card.` : 'It does not take place.'}
      venue={venue}
      footer={footer}
    >
      <Heading>The market was cancelled</Heading>
      <Greeting name="" />
      <Para>
        We are sorry: the market on {bought.on} does not take place.{' '}
        {bought.back
          ? `${bought.back} for your ${bought.tickets} goes back to the card that paid; you need do nothing. Banks take ${bankDays} to show it.`
          : `What you paid for your ${bought.tickets} went back before, or is with your bank.`}
      </Para>
      {bought.owed ? <Para>{owedWords(bought.owed)}</Para> : null}
      <Button href={`${publicUrl}/market-tickets`}>See the next market</Button>
    </MailLayout>
  ),
})
