import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

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
    /** the plan rests until then */
    isResting?: boolean
  }
>({
  name: 'memberships.ending',
  example: { ...about, endsOn: 'Sat 19 Dec 2026', isOnHold: false },
  subject: ({ tierName }) => `Your ${tierName} membership is cancelled`,
  body: ({ firstName, tierName, endsOn, isOnHold, isOpen, isResting }, { venue, publicUrl }) => (
    <MailLayout
      preview={isOnHold ? 'It ended with your account. Nothing more is charged.' : 'You stay with us as an Explorer.'}
      venue={venue}
      footer={footer}
    >
      <Heading>Your membership is cancelled</Heading>
      <Greeting name={firstName} />
      <Para>
        {endsOn && isResting
          ? `Your ${tierName} membership rests until ${endsOn} and ends then. Nothing more is charged. You are an Explorer from that day on. Your tokens never expire; to pay with them you need a plan.`
          : endsOn
            ? `Your ${tierName} membership stays open until ${endsOn} and ${isOpen ? 'no further month is charged; the payment that is still open is tried again until that day, and no longer asked for after it' : 'is not charged again'}. After that you are an Explorer. Your tokens never expire; to pay with them you need a plan.`
            : isOnHold
              ? `Your ${tierName} membership has ended, because your account is closed to you. Nothing more is charged. If money goes back to you, an email of its own says how much.`
              : `Your ${tierName} membership has ended. You are an Explorer now. Your tokens never expire; to pay with them you need a plan.`}
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

interface Rests extends About {
  from: string
  until: string
  /** what is charged when it goes on, in pence */
  monthlyPence: number
}
const rests: Rests = { ...about, from: 'Fri 18 Dec 2026', until: 'Thu 18 Feb 2027', monthlyPence: 9_000 }

export const membershipRestsMail = mailTemplate<Rests>({
  name: 'memberships.rests',
  example: rests,
  subject: ({ tierName, from, until }) => `Your ${tierName} membership is paused from ${from} to ${until}`,
  body: ({ firstName, tierName, from, until, monthlyPence }, { venue, publicUrl }) => (
    <MailLayout preview="Nothing is charged while it rests." venue={venue} footer={footer}>
      <Heading>Your membership is paused</Heading>
      <Greeting name={firstName} />
      <Para>
        {`Until ${from} everything is as before. Then your ${tierName} membership rests: nothing is charged, no weekly tokens come, and new bookings wait. What you have booked and the tokens that you have stay yours.`}
      </Para>
      <Facts
        rows={[
          ['Rests from', from],
          ['Goes on', until],
          ['Charged then', formatMoney(monthlyPence)],
        ]}
      />
      <Para>You can take the pause back before it begins, or go on earlier, on your membership page.</Para>
      <Button href={`${publicUrl}/account?tab=membership`}>See your membership</Button>
    </MailLayout>
  ),
})

/** A week before a pause is over. */
export const pauseEndingMail = mailTemplate<About & { endsOn: string; monthlyPence: number | null }>({
  name: 'memberships.pause-ending',
  example: { ...about, endsOn: 'Thu 18 Feb 2027', monthlyPence: 9_000 },
  subject: ({ tierName, endsOn, monthlyPence }) =>
    monthlyPence === null
      ? `Your ${tierName} membership ends on ${endsOn}`
      : `Your ${tierName} membership goes on on ${endsOn}`,
  body: ({ firstName, tierName, endsOn, monthlyPence }, { venue, publicUrl }) => (
    <MailLayout
      preview={monthlyPence === null ? 'Nothing more is charged.' : `${formatMoney(monthlyPence)} is charged then.`}
      venue={venue}
      footer={footer}
    >
      <Heading>Your pause is over soon</Heading>
      <Greeting name={firstName} />
      <Para>
        {monthlyPence === null
          ? `Your ${tierName} membership ends with its pause on ${endsOn}, because you cancelled it. You can keep it until then on your membership page.`
          : `On ${endsOn} your ${tierName} membership goes on: ${formatMoney(monthlyPence)} is charged, and everything that it brings is open again. If you do not want that, cancel before that day on your membership page.`}
      </Para>
      <Button href={`${publicUrl}/account?tab=membership`}>See your membership</Button>
    </MailLayout>
  ),
})
