import { bankDays } from '#features/money/orders/inputs.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

interface About {
  firstName: string
  tierName: string
}
const about: About = { firstName: 'Ada', tierName: 'Creator' }
const footer = 'You get this because of your membership at Exchange.'

/** The card is known; the membership begins, and is charged, on a day ahead. */
export const membershipArrangedMail = mailTemplate<About & { beginsOn: string; amountPence: number }>({
  name: 'memberships.arranged',
  example: { ...about, beginsOn: '3 Dec 2026', amountPence: 9_000 },
  subject: ({ tierName, beginsOn }) => `Your ${tierName} membership begins on ${beginsOn}`,
  body: ({ firstName, tierName, beginsOn, amountPence }, { venue, publicUrl }) => (
    <MailLayout preview="Nothing is charged before that day." venue={venue} footer={footer}>
      <Heading>{`${tierName} from ${beginsOn}`}</Heading>
      <Greeting name={firstName} />
      <Para>
        {`Your ${tierName} membership is arranged. It begins on the day you chose, and your card is charged then. Until that day you are an Explorer; you can start earlier, or cancel, at any time.`}
      </Para>
      <Facts
        rows={[
          ['Begins on', beginsOn],
          ['To pay then', formatMoney(amountPence)],
        ]}
      />
      <Button href={`${publicUrl}/members`}>See your membership</Button>
    </MailLayout>
  ),
})

export const membershipChargedMail = mailTemplate<
  About & { isRenewal: boolean; paidPence: number; creditPence: number; paidUntil: string }
>({
  name: 'memberships.charged',
  example: { ...about, isRenewal: true, paidPence: 4_000, creditPence: 5_000, paidUntil: 'Sat 19 Dec 2026' },
  subject: ({ tierName, isRenewal }) =>
    isRenewal ? `Your ${tierName} membership goes on` : `You are on ${tierName} now`,
  body: ({ firstName, tierName, isRenewal, paidPence, creditPence, paidUntil }, { venue, publicUrl }) => (
    <MailLayout preview={`${formatMoney(paidPence)} was charged to your card.`} venue={venue} footer={footer}>
      <Heading>{isRenewal ? 'Your next month' : 'Your plan has changed'}</Heading>
      <Greeting name={firstName} />
      <Para>
        {isRenewal
          ? `Your ${tierName} membership was renewed.`
          : `you are on ${tierName} now. What was left of the month was settled between the two plans; time whose weekly tokens you have had counts as used.`}
        {creditPence < 0 ? ' What you had paid too much is kept as your credit and pays your next invoices.' : ''}
      </Para>
      <Facts
        rows={[
          ['Charged to your card', formatMoney(paidPence)],
          ...(creditPence > 0 ? [['Paid with your credit', formatMoney(creditPence)] as const] : []),
          ...(creditPence < 0 ? [['Added to your credit', formatMoney(-creditPence)] as const] : []),
          ['Paid until', paidUntil],
        ]}
      />
      <Button href={`${publicUrl}/members`}>See your membership</Button>
    </MailLayout>
  ),
})

export const membershipRefusedMail = mailTemplate<{ firstName: string; reason: string }>({
  name: 'memberships.refused',
  example: { firstName: 'Ada', reason: 'You have a paid membership already.' },
  subject: () => 'Your payment goes back to you',
  body: ({ firstName, reason }, { venue, publicUrl }) => (
    <MailLayout preview="Nothing of it is kept, and it will not be charged again." venue={venue} footer={footer}>
      <Heading>Your payment goes back to you</Heading>
      <Greeting name={firstName} />
      <Para>{`A payment for a membership arrived that we could not take. ${reason}`}</Para>
      <Para>
        It goes back in full the way it came, and nothing more is charged for it. Banks take {bankDays} to show what
        comes to a card.
      </Para>
      <Button href={`${publicUrl}/members`}>See your membership</Button>
    </MailLayout>
  ),
})

export const confirmPaymentMail = mailTemplate<About & { amountPence: number; url: string }>({
  name: 'memberships.confirm-payment',
  example: { ...about, amountPence: 9_000, url: 'https://payments.example/invoice' },
  subject: () => 'Please confirm your membership payment',
  body: ({ firstName, tierName, amountPence, url }, { venue }) => (
    <MailLayout preview="Your bank asks for your word before it pays." venue={venue} footer={footer}>
      <Heading>Your bank asks you to confirm</Heading>
      <Greeting name={firstName} />
      <Para>{`Your bank pays for your ${tierName} membership only after you have confirmed it. Until then there are no new weekly tokens.`}</Para>
      <Facts rows={[['To pay', formatMoney(amountPence)]]} />
      <Button href={url}>Confirm the payment</Button>
    </MailLayout>
  ),
})

export const paymentFailedMail = mailTemplate<About & { amountPence: number }>({
  name: 'memberships.payment-failed',
  example: { ...about, amountPence: 9_000 },
  subject: () => 'Your membership payment did not go through',
  body: ({ firstName, tierName, amountPence }, { venue, publicUrl }) => (
    <MailLayout preview="Please check your card. We will try again." venue={venue} footer={footer}>
      <Heading>Your payment did not go through</Heading>
      <Greeting name={firstName} />
      <Para>{`Your bank refused the payment for your ${tierName} membership. We will try again in a few days. Until then there are no new weekly tokens.`}</Para>
      <Facts rows={[['To pay', formatMoney(amountPence)]]} />
      <Button href={`${publicUrl}/members`}>Check your card</Button>
    </MailLayout>
  ),
})
