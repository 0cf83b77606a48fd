import { Button, Code, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate, strangerMail } from '#platform/mail/mail.ts'
import { formatDate, formatDay, formatTime } from '#platform/words.ts'

/** To the guest. It says nothing that the host wrote but their name, as `hostNameOf` has it. */
export const guestInviteMail = strangerMail<{ passId: string; passCode: string; hostName: string; validUntil: string }>(
  {
    name: 'guests.invitation',
    budget: 'guests',
    subject: 'Your guest pass',
    example: {
      passId: '00000000-0000-4000-8000-000000000000',
      passCode: 'K7QX2M9P',
      hostName: 'Ada Okafor',
      validUntil: '2026-12-24',
    },
    body: ({ venue, publicUrl }, { passId, passCode, hostName, validUntil }) => (
      <MailLayout
        preview={`${hostName} invites you to the house.`}
        venue={venue}
        footer="You get this because a member entered this address for their guest. If you do not know them, ignore it."
      >
        <Heading>You are invited</Heading>
        <Greeting name="" />
        <Para>
          {hostName} invites you to {venue.name}. Your pass lets you in once, until {formatDay(validUntil)}.
        </Para>
        <Button href={`${publicUrl}/guest-pass/${passId}`}>Open your pass</Button>
        <Para>Show its code at the door. Where it cannot be scanned, read out these letters:</Para>
        <Code>{`${passCode.slice(0, 4)} ${passCode.slice(4)}`}</Code>
      </MailLayout>
    ),
  },
)

export const guestCancelledMail = strangerMail<{ hostName: string }>({
  name: 'guests.cancelled',
  budget: 'guests-cancelled',
  subject: 'Your guest pass was cancelled',
  example: { hostName: 'Ada Okafor' },
  body: ({ venue }, { hostName }) => (
    <MailLayout
      preview="It lets nobody in any more."
      venue={venue}
      footer="You get this because a member entered this address for their guest. If you do not know them, ignore it."
    >
      <Heading>Your guest pass was cancelled</Heading>
      <Greeting name="" />
      <Para>
        {hostName} cancelled the guest pass that we sent you. It lets nobody in any more. If that is a surprise, please
        ask them.
      </Para>
    </MailLayout>
  ),
})

interface Arrived {
  firstName: string
  guestName: string
  at: string
}

/** To the host, when their guest came in. */
export const guestArrivedMail = mailTemplate<Arrived>({
  name: 'guests.arrived',
  example: { firstName: 'Ada', guestName: 'Gus Holm', at: '2026-11-18T11:00:00.000Z' },
  subject: ({ guestName }) => `${guestName} has arrived`,
  body: ({ firstName, guestName, at }, { venue, publicUrl }) => (
    <MailLayout preview={`At the door at ${formatTime(new Date(at))}.`} venue={venue}>
      <Heading>Your guest has arrived</Heading>
      <Greeting name={firstName} />
      <Para>Somebody you invited came in at the door.</Para>
      <Facts
        rows={[
          ['Guest', guestName],
          ['When', `${formatDate(new Date(at))}, ${formatTime(new Date(at))}`],
        ]}
      />
      <Button href={`${publicUrl}/account?tab=guests`}>Your guests</Button>
    </MailLayout>
  ),
})
