import { Greeting, Heading, MailLayout, Para, Quote } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'

export const erasureDoneMail = mailTemplate<Record<string, never>>({
  name: 'privacy.erasure-done',
  example: {},
  subject: () => 'Your data was erased',
  body: (_, { venue }) => (
    <MailLayout
      preview="What you asked for is done."
      venue={venue}
      footer="This is the last email about this account. There is none any more."
    >
      <Heading>Your data was erased</Heading>
      <Para>
        As you asked, we took your name, addresses, documents and messages out of our records and closed your account.
      </Para>
      <Para>
        What tax law makes us keep, payments above all, is kept without your name for as long as the law says.
      </Para>
    </MailLayout>
  ),
})

export const erasureDeclinedMail = mailTemplate<{ firstName: string; reason: string }>({
  name: 'privacy.erasure-declined',
  example: { firstName: 'Ada', reason: 'You have a booking next week. Cancel it and ask again.' },
  subject: () => 'We cannot erase your data yet',
  body: ({ firstName, reason }, { venue }) => (
    <MailLayout
      preview="Why, and what to do about it."
      venue={venue}
      footer="You get this because you asked us to erase your data."
    >
      <Heading>We cannot erase your data yet</Heading>
      <Greeting name={firstName} />
      <Para>You asked us to erase your data. This stands in the way:</Para>
      <Quote>{reason}</Quote>
      <Para>You can ask again in your account once it is settled.</Para>
    </MailLayout>
  ),
})
