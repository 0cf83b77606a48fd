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
export const rentalActivatedMail = mailTemplate<
  About & { paidPence: number; rentPence: number; nextOn: string | null; lastOn: string | null }
>({
  name: 'rentals.activated',
  example: { ...about, paidPence: 105_000, rentPence: 55_000, nextOn: '1 Apr 2027', lastOn: null },
  subject: ({ studioName }) => `${studioName} is yours`,
  body: ({ firstName, studioName, paidPence, rentPence, nextOn, lastOn }, { venue, publicUrl }) => (
    <MailLayout preview="Your first payment has arrived." venue={venue} footer={footer}>
      <Heading>The studio is yours</Heading>
      <Greeting name={firstName} />
      <Para>
        Your first payment of {formatMoney(paidPence)} for {studioName} has arrived.{' '}
        {nextOn === null
          ? `It is yours until ${lastOn}; nothing more is taken.`
          : `From ${nextOn} on ${formatMoney(rentPence)} is taken every month${lastOn ? `, for whole months, until your last day, ${lastOn}` : ''}.`}
      </Para>
      <Button href={`${publicUrl}/your-studio`}>Your studio</Button>
    </MailLayout>
  ),
})

/** The rent of a month could not be taken, and where it can be paid with any card; without the provider's page: our own leads there. */
export const rentUnpaidMail = mailTemplate<About & { duePence: number; url: string | null }>({
  name: 'rentals.rent-unpaid',
  example: { ...about, duePence: 55_000, url: 'https://invoice.stripe.com/i/test_invoice' },
  subject: ({ studioName }) => `Your rent for ${studioName} could not be taken`,
  body: ({ firstName, studioName, duePence, url }, { venue, publicUrl }) => (
    <MailLayout preview="Your card was declined. You can pay with any card." venue={venue} footer={footer}>
      <Heading>Your rent could not be taken</Heading>
      <Greeting name={firstName} />
      <Para>
        The card that pays for {studioName} was declined. Pay with this or any other card. We try again for a while; if
        nothing can be taken by then, your rental ends.
      </Para>
      <Facts rows={[['To pay', formatMoney(duePence)]]} />
      <Button href={url ?? `${publicUrl}/your-studio`}>{`Pay ${formatMoney(duePence)}`}</Button>
    </MailLayout>
  ),
})

/** A rent that had failed has been paid. */
export const rentPaidMail = mailTemplate<About & { paidPence: number }>({
  name: 'rentals.rent-paid',
  example: { ...about, paidPence: 55_000 },
  subject: ({ studioName }) => `Your rent for ${studioName} is paid`,
  body: ({ firstName, studioName, paidPence }, { venue, publicUrl }) => (
    <MailLayout preview="Everything is in order again." venue={venue} footer={footer}>
      <Heading>Your rent is paid</Heading>
      <Greeting name={firstName} />
      <Para>
        {formatMoney(paidPence)} for {studioName} has arrived, and everything is in order again. Thank you.
      </Para>
      <Button href={`${publicUrl}/your-studio`}>Your studio</Button>
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

const houseFooter = 'You get this because you are an admin at Exchange.'

/** To the house: a rental has ended by itself, or one with a deposit has. Who rented it is on the page. */
export const rentalStoppedMail = mailTemplate<{ studioName: string; reason: string; depositPence: number }>({
  name: 'rentals.stopped',
  example: { studioName: 'Studio 3', reason: 'Its payments ended at the payment provider', depositPence: 50_000 },
  subject: ({ studioName }) => `The rental of ${studioName} has ended`,
  body: ({ studioName, reason, depositPence }, { venue, publicUrl }) => (
    <MailLayout preview={`${studioName} is free, and no more rent is taken.`} venue={venue} footer={houseFooter}>
      <Heading>A rental has ended</Heading>
      <Para>{studioName} is free, and no more rent is taken.</Para>
      <Facts
        rows={[
          ['Why', reason],
          ...(depositPence > 0 ? [['Deposit that was paid', formatMoney(depositPence)] as [string, string]] : []),
        ]}
      />
      {depositPence > 0 ? (
        <Para>
          The deposit does not go back by itself. Give it back at the payment provider once the studio is in order.
        </Para>
      ) : null}
      <Button href={`${publicUrl}/admin/studio-rentals`}>See who it was</Button>
    </MailLayout>
  ),
})

/** To the house: the rent of a month could not be taken. */
export const rentFailedMail = mailTemplate<{ studioName: string; duePence: number }>({
  name: 'rentals.rent-failed',
  example: { studioName: 'Studio 3', duePence: 55_000 },
  subject: ({ studioName }) => `The rent of ${studioName} was not paid`,
  body: ({ studioName, duePence }, { venue, publicUrl }) => (
    <MailLayout preview="The card was declined." venue={venue} footer={houseFooter}>
      <Heading>A rent was not paid</Heading>
      <Para>
        The card that pays for {studioName} was declined. The payment provider tries again for a while; when it gives
        up, the rental ends.
      </Para>
      <Facts rows={[['To pay', formatMoney(duePence)]]} />
      <Button href={`${publicUrl}/admin/studio-rentals`}>See who it is</Button>
    </MailLayout>
  ),
})
