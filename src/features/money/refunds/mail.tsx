import { bankDays } from '#features/money/orders/inputs.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate, strangerMail } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'
import { formatSum } from './rules.ts'

export interface Gone {
  /** The payment's page; null where an invoice has no order. Mails that were queued before there were pages have none. */
  orderId?: string | null
  firstName: string
  description: string
  amountPence: number
  creditPence: number
  currency: string
  reason: string
}

export const orderGoneMail = mailTemplate<Gone>({
  name: 'payments.order-gone',
  example: {
    orderId: '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11',
    firstName: 'Ada',
    description: 'Photo studio, Sat 22 Nov 10:00–11:00',
    amountPence: 2_500,
    creditPence: 0,
    currency: 'gbp',
    reason: 'The slot was taken before your payment arrived.',
  },
  subject: () => 'We are giving your money back',
  body: ({ firstName, description, amountPence, creditPence, currency, reason, orderId }, { venue, publicUrl }) => (
    <MailLayout
      preview="We could not give you what you paid for, so your money goes back."
      venue={venue}
      footer="You get this because you paid for something at Exchange."
    >
      <Heading>We are giving your money back</Heading>
      <Greeting name={firstName} />
      <Para>
        Your payment arrived, but we could not give you what it was for. Everything goes back the way it came; banks
        take {bankDays} to show what comes to a card.
      </Para>
      <Facts
        rows={[
          ['For', description],
          ['Why', reason],
          ['Back to your card', formatSum(amountPence, currency)],
          ...(creditPence > 0 ? [['Back to your credit', formatMoney(creditPence)] as [string, string]] : []),
        ]}
      />
      {orderId ? <Button href={`${publicUrl}/orders/${orderId}`}>Open the payment</Button> : null}
    </MailLayout>
  ),
})

export const refundedMail = mailTemplate<
  Pick<Gone, 'orderId' | 'firstName' | 'description' | 'amountPence'> & {
    /** How much of it was kept as credit until now. */
    creditPence: number
  }
>({
  name: 'payments.refunded',
  example: {
    orderId: '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11',
    firstName: 'Ada',
    description: '10 tokens',
    amountPence: 9_000,
    creditPence: 0,
  },
  subject: () => 'Money is on its way back to you',
  body: ({ firstName, description, amountPence, creditPence, orderId }, { venue, publicUrl }) => (
    <MailLayout
      preview={`${formatMoney(amountPence)} goes back to your card.`}
      venue={venue}
      footer="You get this because you paid for something at Exchange."
    >
      <Heading>Money is on its way back to you</Heading>
      <Greeting name={firstName} />
      <Para>We have given back a payment of yours. Banks take {bankDays} to show it.</Para>
      <Facts
        rows={[
          ['For', description],
          ['Back to your card', formatMoney(amountPence)],
          ...(creditPence > 0 ? [['Your credit, in it', formatMoney(creditPence)] as [string, string]] : []),
        ]}
      />
      {orderId ? <Button href={`${publicUrl}/orders/${orderId}`}>Open the payment</Button> : null}
    </MailLayout>
  ),
})

interface GuestMoney extends Record<string, string> {
  /** In words of the house: nothing of it was typed by the payer. */
  description: string
  sum: string
  /** The page of what was bought. */
  path: string
}

const guestExample: GuestMoney = {
  description: '2 market tickets, Sat 12 Dec 2026',
  sum: '£2',
  path: '/guest-tickets/6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11',
}
const guestFooter = 'You get this because this address was entered for a payment at Exchange.'

/** The same as `orderGoneMail`, to a payer without an account. */
export const guestGoneMail = strangerMail<GuestMoney & { reason: string }>({
  name: 'payments.order-gone-guest',
  budget: 'payments',
  isPaidFor: true,
  subject: 'We are giving your money back',
  example: { ...guestExample, reason: 'The market of that day was cancelled before your payment arrived.' },
  body: ({ venue, publicUrl }, { description, sum, path, reason }) => (
    <MailLayout
      preview="We could not give you what you paid for, so your money goes back."
      venue={venue}
      footer={guestFooter}
    >
      <Heading>We are giving your money back</Heading>
      <Greeting name="" />
      <Para>
        Your payment arrived, but we could not give you what it was for. Everything goes back the way it came; banks
        take {bankDays} to show what comes to a card.
      </Para>
      <Facts
        rows={[
          ['For', description],
          ['Why', reason],
          ['Back to your card', sum],
        ]}
      />
      <Button href={`${publicUrl}${path}`}>See your order</Button>
    </MailLayout>
  ),
})

/** The same as `refundedMail`, to a payer without an account. */
export const guestRefundedMail = strangerMail<GuestMoney>({
  name: 'payments.refunded-guest',
  budget: 'payments',
  isPaidFor: true,
  subject: 'Money is on its way back to you',
  example: guestExample,
  body: ({ venue, publicUrl }, { description, sum, path }) => (
    <MailLayout preview={`${sum} goes back to your card.`} venue={venue} footer={guestFooter}>
      <Heading>Money is on its way back to you</Heading>
      <Greeting name="" />
      <Para>We have given back a payment of yours. Banks take {bankDays} to show it.</Para>
      <Facts
        rows={[
          ['For', description],
          ['Back to your card', sum],
        ]}
      />
      <Button href={`${publicUrl}${path}`}>See your order</Button>
    </MailLayout>
  ),
})
