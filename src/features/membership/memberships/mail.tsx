import { Button, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'

interface About {
  firstName: string
  tierName: string
}
const about: About = { firstName: 'Ada', tierName: 'Creator' }
const footer = 'You get this because of your membership at Exchange.'

/** A membership that was arranged for a later day and does not begin. */
export const membershipNotBegunMail = mailTemplate<About & { reason: string | null; isOnHold: boolean }>({
  name: 'memberships.not-begun',
  example: { ...about, reason: 'Your bank did not pay.', isOnHold: false },
  subject: ({ tierName }) => `Your ${tierName} membership does not begin`,
  body: ({ firstName, tierName, reason, isOnHold }, { venue, publicUrl }) => (
    <MailLayout preview="Nothing was charged, and nothing will be." venue={venue} footer={footer}>
      <Heading>Your membership does not begin</Heading>
      <Greeting name={firstName} />
      <Para>
        {`The ${tierName} membership that was to begin later is cancelled. ${reason ? `${reason} ` : ''}Nothing was charged, and nothing will be.${isOnHold ? '' : ' You are an Explorer as before.'}`}
      </Para>
      {isOnHold ? null : <Button href={`${publicUrl}/members`}>Choose a plan</Button>}
    </MailLayout>
  ),
})

export const membershipEndingMail = mailTemplate<
  About & {
    endsOn: string | null
    isOnHold: boolean
    /** a payment of before is still open */
    isOpen?: boolean
  }
>({
  name: 'memberships.ending',
  example: { ...about, endsOn: 'Sat 19 Dec 2026', isOnHold: false },
  subject: ({ tierName }) => `Your ${tierName} membership is cancelled`,
  body: ({ firstName, tierName, endsOn, isOnHold, isOpen }, { venue, publicUrl }) => (
    <MailLayout
      preview={isOnHold ? 'It ended with your account. Nothing more is charged.' : 'You stay with us as an Explorer.'}
      venue={venue}
      footer={footer}
    >
      <Heading>Your membership is cancelled</Heading>
      <Greeting name={firstName} />
      <Para>
        {endsOn
          ? `Your ${tierName} membership stays open until ${endsOn} and ${isOpen ? 'no further month is charged; the payment that is still open is tried again until it is paid' : 'is not charged again'}. After that you are an Explorer. Your tokens never expire.`
          : isOnHold
            ? `Your ${tierName} membership has ended, because your account is closed to you. Nothing more is charged. If money goes back to you, a mail of its own says how much.`
            : `Your ${tierName} membership has ended. You are an Explorer now. Your tokens never expire.`}
      </Para>
      {isOnHold ? (
        <Button href={`${publicUrl}/contact`}>Contact us</Button>
      ) : (
        <Button href={`${publicUrl}/members`}>See your membership</Button>
      )}
    </MailLayout>
  ),
})

/** The account is suspended: the membership stays, and nothing is charged for it meanwhile. */
export const membershipPausedMail = mailTemplate<About>({
  name: 'memberships.paused',
  example: about,
  subject: ({ tierName }) => `Your ${tierName} membership is paused`,
  body: ({ firstName, tierName }, { venue, publicUrl }) => (
    <MailLayout preview="Nothing is charged until the suspension is lifted." venue={venue} footer={footer}>
      <Heading>Your membership is paused</Heading>
      <Greeting name={firstName} />
      <Para>
        {`While your account is suspended, nothing is charged for your ${tierName} membership and it brings no tokens. A payment that was overdue is no longer asked for. When the suspension is lifted, it is charged again from its next month.`}
      </Para>
      <Button href={`${publicUrl}/contact`}>Contact us</Button>
    </MailLayout>
  ),
})
