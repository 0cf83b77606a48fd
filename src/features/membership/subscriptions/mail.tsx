import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

interface About {
  firstName: string
  tierName: string
}
const about: About = { firstName: 'Ada', tierName: 'Creator' }
const footer = 'You get this because of your membership at Exchange.'

export const membershipStartedMail = mailTemplate<About & { paidPence: number; weeklyTokens: number }>({
  name: 'memberships.started',
  example: { ...about, paidPence: 9_000, weeklyTokens: 150 },
  subject: ({ tierName }) => `Your ${tierName} membership has started`,
  body: ({ firstName, tierName, paidPence, weeklyTokens }, { venue, publicUrl }) => (
    <MailLayout preview="Your payment arrived. Everything is open." venue={venue} footer={footer}>
      <Heading>{`Welcome to ${tierName}`}</Heading>
      <Greeting name={firstName} />
      <Para>
        your payment arrived and your membership has started. It renews every month; you can change or end it at any
        time.
      </Para>
      <Facts
        rows={[
          ['Paid', formatMoney(paidPence)],
          ['Tokens a week', String(weeklyTokens)],
        ]}
      />
      <Button href={`${publicUrl}/members`}>See your membership</Button>
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
      <Para>{`your bank refused the payment for your ${tierName} membership. We will try again in a few days. Until then there are no new weekly tokens.`}</Para>
      <Facts rows={[['Open', formatMoney(amountPence)]]} />
      <Button href={`${publicUrl}/members`}>Check your card</Button>
    </MailLayout>
  ),
})
