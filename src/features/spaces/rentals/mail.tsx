import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

interface About {
  firstName: string
  studioName: string
}
const about: About = { firstName: 'Ada', studioName: 'Studio 3' }
const footer = 'You get this because you rent a studio at Exchange.'

/** The page on which a member pays for a studio (STA-17); also when it is sent once more. */
export const rentalLinkMail = mailTemplate<
  About & { rentPence: number; depositPence: number; startsOn: string; endsOn: string | null; url: string }
>({
  name: 'rentals.link',
  example: {
    ...about,
    ...{ rentPence: 55_000, depositPence: 50_000, startsOn: '1 Dec 2026', endsOn: null },
    url: 'https://buy.stripe.com/test_link',
  },
  subject: ({ studioName }) => `Your studio: ${studioName}`,
  body: ({ firstName, studioName, rentPence, depositPence, startsOn, endsOn, url }, { venue }) => (
    <MailLayout preview="Pay the first month to begin." venue={venue} footer={footer}>
      <Heading>Your studio is waiting</Heading>
      <Greeting name={firstName} />
      <Para>
        Pay the first month to begin. After that the rent is taken from the same card every month, until the rental
        ends.
      </Para>
      <Facts
        rows={[
          ['Studio', studioName],
          ['From', startsOn],
          ...(endsOn === null ? [] : [['Until', endsOn] as [string, string]]),
          ['Every month', formatMoney(rentPence)],
          ...(depositPence > 0
            ? ([
                ['Deposit, once', formatMoney(depositPence)],
                ['To pay now', formatMoney(rentPence + depositPence)],
              ] as [string, string][])
            : []),
        ]}
      />
      <Button href={url}>Pay and begin</Button>
    </MailLayout>
  ),
})

/** The first payment has arrived (STA-19). */
export const rentalActivatedMail = mailTemplate<About & { paidPence: number; rentPence: number; nextOn: string }>({
  name: 'rentals.activated',
  example: { ...about, paidPence: 105_000, rentPence: 55_000, nextOn: '1 Apr 2027' },
  subject: ({ studioName }) => `${studioName} is yours`,
  body: ({ firstName, studioName, paidPence, rentPence, nextOn }, { venue, publicUrl }) => (
    <MailLayout preview="Your first payment has arrived." venue={venue} footer={footer}>
      <Heading>The studio is yours</Heading>
      <Greeting name={firstName} />
      <Para>
        Your first payment of {formatMoney(paidPence)} for {studioName} has arrived. From {nextOn} on{' '}
        {formatMoney(rentPence)} is taken every month.
      </Para>
      <Button href={`${publicUrl}/account?tab=membership`}>See your payments</Button>
    </MailLayout>
  ),
})

export const rentalEndedMail = mailTemplate<About & { reason: string }>({
  name: 'rentals.ended',
  example: { ...about, reason: 'You asked for it' },
  subject: ({ studioName }) => `Your rental of ${studioName} has ended`,
  body: ({ firstName, studioName, reason }, { venue, publicUrl }) => (
    <MailLayout preview="Nothing more is charged." venue={venue} footer={footer}>
      <Heading>Your rental has ended</Heading>
      <Greeting name={firstName} />
      <Para>Your rental of {studioName} has ended. Nothing more is charged.</Para>
      <Facts rows={[['Why', reason]]} />
      <Button href={`${publicUrl}/contact`}>Contact us</Button>
    </MailLayout>
  ),
})
