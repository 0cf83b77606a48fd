import { Button, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'

export const securityAlarmMail = mailTemplate<{ firstName: string; what: string[]; url: string }>({
  name: 'security.alarm',
  example: {
    firstName: 'Grace',
    what: ['1 account locked again and again by wrong passwords.', '1 person became an admin.'],
    url: 'https://exchange.example/admin/security?tab=events',
  },
  subject: ({ what }) => (what.length === 1 ? `Security: ${what[0]}` : 'Security: several things to look at'),
  body: ({ firstName, what, url }, { venue }) => (
    <MailLayout
      preview="Something that an admin should look at."
      venue={venue}
      footer="You get this because you are an admin. A setting of the house switches it off."
    >
      <Heading>Please look at this</Heading>
      <Greeting name={firstName} />
      <Para>In the last hour:</Para>
      {what.map(sentence => (
        <Para key={sentence}>{sentence}</Para>
      ))}
      <Para>Nothing was done about it by itself. If you know why it happened, there is nothing to do.</Para>
      <Button href={url}>Look at the events</Button>
    </MailLayout>
  ),
})
