import { mailTemplate } from '#platform/mail.ts'
import { Button, Facts, Heading, MailLayout, Para } from '#platform/mail-layout.tsx'

interface About {
  firstName: string
  tierName: string
}
const about: About = { firstName: 'Ada', tierName: 'Creator' }
const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')
const footer = 'You get this because of your membership at Exchange.'

export const membershipStartedMail = mailTemplate<About & { paidPence: number; weeklyTokens: number }>({
  name: 'memberships.started',
  example: { ...about, paidPence: 9_000, weeklyTokens: 150 },
  subject: ({ tierName }) => `Your ${tierName} membership has started`,
  body: ({ firstName, tierName, paidPence, weeklyTokens }, { venue, publicUrl }) => (
    <MailLayout preview="Your payment arrived. Everything is open." venue={venue} footer={footer}>
      <Heading>{`Welcome to ${tierName}`}</Heading>
      <Para>{greeting(firstName)}</Para>
      <Para>
        your payment arrived and your membership has started. It renews every month; you can change or end it at any
        time.
      </Para>
      <Facts
        rows={[
          ['Paid', `£${(paidPence / 100).toFixed(2)}`],
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
      <Para>{greeting(firstName)}</Para>
      <Para>{`your bank refused the payment for your ${tierName} membership. We will try again in a few days. Until then there are no new weekly tokens.`}</Para>
      <Facts rows={[['Open', `£${(amountPence / 100).toFixed(2)}`]]} />
      <Button href={`${publicUrl}/members`}>Check your card</Button>
    </MailLayout>
  ),
})

export const membershipEndingMail = mailTemplate<About & { endsOn: string | null }>({
  name: 'memberships.ending',
  example: { ...about, endsOn: 'Sat 19 Dec 2026' },
  subject: ({ tierName }) => `Your ${tierName} membership is cancelled`,
  body: ({ firstName, tierName, endsOn }, { venue, publicUrl }) => (
    <MailLayout preview="You stay with us as an Explorer." venue={venue} footer={footer}>
      <Heading>Your membership is cancelled</Heading>
      <Para>{greeting(firstName)}</Para>
      <Para>
        {endsOn
          ? `your ${tierName} membership stays open until ${endsOn} and is not charged again. After that you are an Explorer. Your tokens never expire.`
          : `your ${tierName} membership has ended. You are an Explorer now. Your tokens never expire.`}
      </Para>
      <Button href={`${publicUrl}/members`}>See your membership</Button>
    </MailLayout>
  ),
})
