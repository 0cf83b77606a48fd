import { Button, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'

interface About {
  firstName: string
  tierName: string
}
const about: About = { firstName: 'Ada', tierName: 'Creator' }
const footer = 'You get this because of your membership at Exchange.'

/** A membership that was arranged for a later day and does not begin. */
export const membershipNotBegunMail = mailTemplate<About & { reason: string | null }>({
  name: 'memberships.not-begun',
  example: { ...about, reason: 'Your bank did not pay.' },
  subject: ({ tierName }) => `Your ${tierName} membership does not begin`,
  body: ({ firstName, tierName, reason }, { venue, publicUrl }) => (
    <MailLayout preview="Nothing was charged. You stay with us as an Explorer." venue={venue} footer={footer}>
      <Heading>Your membership does not begin</Heading>
      <Greeting name={firstName} />
      <Para>
        {`The ${tierName} membership that was to begin later is cancelled. ${reason ? `${reason} ` : ''}Nothing was charged, and nothing will be. You are an Explorer as before.`}
      </Para>
      <Button href={`${publicUrl}/members`}>Choose a plan</Button>
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
      <Greeting name={firstName} />
      <Para>
        {endsOn
          ? `Your ${tierName} membership stays open until ${endsOn} and is not charged again. After that you are an Explorer. Your tokens never expire.`
          : `Your ${tierName} membership has ended. You are an Explorer now. Your tokens never expire.`}
      </Para>
      <Button href={`${publicUrl}/members`}>See your membership</Button>
    </MailLayout>
  ),
})
