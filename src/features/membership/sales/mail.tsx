import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

interface About {
  firstName: string
  tierName: string
}
const about: About = { firstName: 'Ada', tierName: 'Creator' }
const footer = 'You get this because of your membership at Exchange.'

export const membershipStartedMail = mailTemplate<
  About & { paidPence: number; creditPence: number; weeklyTokens: number }
>({
  name: 'memberships.started',
  example: { ...about, paidPence: 4_000, creditPence: 5_000, weeklyTokens: 150 },
  subject: ({ tierName }) => `Your ${tierName} membership has started`,
  body: ({ firstName, tierName, paidPence, creditPence, weeklyTokens }, { venue, publicUrl }) => (
    <MailLayout preview="Your payment arrived. Everything is open." venue={venue} footer={footer}>
      <Heading>{`Welcome to ${tierName}`}</Heading>
      <Greeting name={firstName} />
      <Para>
        Your payment arrived and your membership has started. It renews every month; you can change or end it at any
        time.
      </Para>
      <Facts
        rows={[
          ['Charged to your card', formatMoney(paidPence)],
          ...(creditPence > 0 ? [['Paid with your credit', formatMoney(creditPence)] as const] : []),
          ['Tokens a week', String(weeklyTokens)],
        ]}
      />
      <Button href={`${publicUrl}/members`}>See your membership</Button>
    </MailLayout>
  ),
})
