import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatTokens } from '#platform/words.ts'

/** To a member whom the office gave bonus tokens. */
export const bonusMail = mailTemplate<{ firstName: string; amount: number; reason: string; balance: number }>({
  name: 'tokens.bonus',
  example: { firstName: 'Ada', amount: 10, reason: 'Thank you for helping at the market', balance: 160 },
  subject: ({ amount }) => `${formatTokens(amount)} for you`,
  body: ({ firstName, amount, reason, balance }, { venue, publicUrl }) => (
    <MailLayout preview={`You have ${formatTokens(balance)} now.`} venue={venue}>
      <Heading>Tokens from the house</Heading>
      <Greeting name={firstName} />
      <Para>We have given you bonus tokens. They are yours at once and never expire.</Para>
      <Facts
        rows={[
          ['Given', formatTokens(amount)],
          ...(reason === '' ? [] : [['Why', reason] as [string, string]]),
          ['You have now', formatTokens(balance)],
        ]}
      />
      <Button href={`${publicUrl}/bookings`}>Book a space</Button>
    </MailLayout>
  ),
})

/** To a member whose tokens the office took for what was arranged with them. */
export const chargeMail = mailTemplate<{ firstName: string; amount: number; what: string; balance: number }>({
  name: 'tokens.charged',
  example: { firstName: 'Ada', amount: 30, what: 'The market hall on Friday 4 December', balance: 120 },
  subject: ({ amount, what }) => `${formatTokens(amount)} for ${what}`,
  body: ({ firstName, amount, what, balance }, { venue, publicUrl }) => (
    <MailLayout preview={`You have ${formatTokens(balance)} now.`} venue={venue}>
      <Heading>Tokens for what we arranged</Heading>
      <Greeting name={firstName} />
      <Para>As arranged with you, we have taken tokens of yours. If that is not right, answer this email.</Para>
      <Facts
        rows={[
          ['For', what],
          ['Taken', formatTokens(amount)],
          ['You have now', formatTokens(balance)],
        ]}
      />
      <Button href={`${publicUrl}/token-purchase`}>See your tokens</Button>
    </MailLayout>
  ),
})
