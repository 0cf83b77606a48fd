import { Button, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'

interface About {
  firstName: string
  tierName: string
}
const about: About = { firstName: 'Ada', tierName: 'Creator' }
const footer = 'You get this because of your membership at Exchange.'

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
          ? `your ${tierName} membership stays open until ${endsOn} and is not charged again. After that you are an Explorer. Your tokens never expire.`
          : `your ${tierName} membership has ended. You are an Explorer now. Your tokens never expire.`}
      </Para>
      <Button href={`${publicUrl}/members`}>See your membership</Button>
    </MailLayout>
  ),
})
