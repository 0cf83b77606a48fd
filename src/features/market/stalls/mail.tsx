import { bankDays } from '#features/money/orders/inputs.ts'
import { ifCancelled } from '#features/money/refunds/rules.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatDate, formatMoney } from '#platform/words.ts'

interface StallMail {
  stallId: string
  firstName: string
  businessName: string
  /** In words: `Single stall`. */
  size: string
  /** Calendar date and wall times at the venue. */
  on: string
  setUpFrom: string
  opensAt: string
  closesAt: string
  pitch: string | null
  pence: number
  /** ISO instant until which cancelling gives it back; null: it has passed. Left out where nothing is to be said of it. */
  cancelUntil?: string | null
}

const stallExample: StallMail = {
  ...{
    stallId: '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11',
    firstName: 'Ada',
    businessName: 'Ada Prints',
    size: 'Single stall',
  },
  ...{ on: '2026-12-26', setUpFrom: '08:00', opensAt: '10:00', closesAt: '17:00', pitch: 'A4', pence: 3_000 },
  cancelUntil: '2026-12-25T08:00:00Z',
}

/** What every mail says of a stall. */
const stallRows = ({ businessName, size, on, setUpFrom, opensAt, closesAt, pitch }: StallMail): [string, string][] => [
  ['Stall', `${businessName}, ${size.toLowerCase()}`],
  ['Market', `${formatDate(on, { year: true })}, ${opensAt}–${closesAt}`],
  ['Set-up from', setUpFrom],
  ['Pitch', pitch ?? 'We tell you before the market'],
]

/** Below what is said of the stall in every mail to whoever may still cancel it. */
const Cancelling = ({ of: { pence, cancelUntil } }: { of: StallMail }) =>
  cancelUntil === undefined ? null : (
    <Para>If you cancel, {ifCancelled({ back: pence > 0 ? formatMoney(pence) : '', until: cancelUntil })}</Para>
  )

const footer = 'You get this because you have a stall at the market.'

export const stallConfirmedMail = mailTemplate<StallMail & { gettingIn: string }>({
  name: 'stalls.confirmed',
  example: { ...stallExample, gettingIn: 'Ring at the front door; the desk shows you to your pitch.' },
  subject: ({ on }) => `Your stall at the market on ${formatDate(on)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview={`Set-up from ${props.setUpFrom}, open ${props.opensAt}–${props.closesAt}.`}
      venue={venue}
      footer={footer}
    >
      <Heading>Your stall is booked</Heading>
      <Greeting name={props.firstName} />
      <Facts
        rows={[
          ...stallRows(props),
          ['Where', `${venue.name}, ${venue.address}`],
          ['Getting in', props.gettingIn],
          ['Paid', props.pence > 0 ? formatMoney(props.pence) : 'Nothing to pay'],
        ]}
      />
      <Cancelling of={props} />
      <Button href={`${publicUrl}/market-booking/${props.stallId}`}>Open your stall</Button>
    </MailLayout>
  ),
})

export const stallCancelledMail = mailTemplate<
  StallMail & { backPence: number; owedPence?: number; reason: string | null; isPaidBack: boolean }
>({
  name: 'stalls.cancelled',
  example: { ...stallExample, backPence: 3_000, reason: 'The hall is being repaired.', isPaidBack: false },
  subject: ({ on }) => `Your stall on ${formatDate(on)} is cancelled`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview={`${formatDate(props.on)}, ${props.businessName}.`} venue={venue} footer={footer}>
      <Heading>Your stall is cancelled</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.reason
          ? `We had to cancel your stall, and we are sorry. The reason: ${props.reason}`
          : 'Your stall is cancelled, as you asked.'}
      </Para>
      <Facts
        rows={[
          ...stallRows({ ...props, pitch: null }).slice(0, 2),
          ...(props.isPaidBack
            ? []
            : ([['You get back', props.backPence > 0 ? formatMoney(props.backPence) : 'Nothing']] as [
                string,
                string,
              ][])),
        ]}
      />
      {props.backPence > 0 ? <Para>Card refunds reach your account within {bankDays}.</Para> : null}
      {props.owedPence ? (
        <Para>
          {formatMoney(props.owedPence)} is with your bank, which you asked about the payment. Once it comes back to us
          it goes to your card.
        </Para>
      ) : null}
      <Button href={`${publicUrl}/market-booking`}>Open the market</Button>
    </MailLayout>
  ),
})

/** Another name of its pitch, which stays where it is. */
export const pitchRenamedMail = mailTemplate<StallMail & { former: string }>({
  name: 'stalls.pitch-renamed',
  example: { ...stallExample, former: 'B1' },
  subject: ({ on, pitch }) => `Your pitch on ${formatDate(on)} is now called ${pitch}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview={`Before: ${props.former}.`} venue={venue} footer={footer}>
      <Heading>Your pitch has another name</Heading>
      <Greeting name={props.firstName} />
      <Para>
        We drew the plan of the market anew. Your pitch was called {props.former}, and is now called {props.pitch}. Look
        for this name on the day.
      </Para>
      <Facts rows={stallRows(props)} />
      <Cancelling of={props} />
      <Button href={`${publicUrl}/market-booking/${props.stallId}`}>Open your stall</Button>
    </MailLayout>
  ),
})

/** The office changed what stands of it: a name, what it sells, whom to reach. */
export const stallChangedMail = mailTemplate<StallMail & { changes: [string, string][] }>({
  name: 'stalls.changed',
  example: { ...stallExample, changes: [['Business', 'Ada Prints (before: Ada)']] },
  subject: ({ on }) => `We changed your stall on ${formatDate(on)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview={`${formatDate(props.on)}, ${props.businessName}.`} venue={venue} footer={footer}>
      <Heading>Your stall was changed</Heading>
      <Greeting name={props.firstName} />
      <Para>We changed what stands of your stall. Its place and its price stay as they were.</Para>
      <Facts rows={props.changes} />
      <Cancelling of={props} />
      <Button href={`${publicUrl}/market-booking/${props.stallId}`}>Open your stall</Button>
    </MailLayout>
  ),
})

/** It was put to another day or pitch, or got its first pitch, by the person or by staff. */
export const stallMovedMail = mailTemplate<StallMail & { isByHouse: boolean; isFirst: boolean; isOtherDay: boolean }>({
  name: 'stalls.moved',
  example: { ...stallExample, isByHouse: true, isFirst: false, isOtherDay: true },
  subject: ({ on, pitch, isFirst }) =>
    isFirst
      ? `Your pitch on ${formatDate(on)}: ${pitch}`
      : `Your stall is now on ${formatDate(on)}${pitch ? `, pitch ${pitch}` : ''}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview={`Set-up from ${props.setUpFrom}.`} venue={venue} footer={footer}>
      <Heading>{props.isFirst ? 'Your stall has its pitch' : 'Your stall has moved'}</Heading>
      <Greeting name={props.firstName} />
      <Para>{movedWords(props)} Its price stays as it was.</Para>
      <Facts rows={stallRows(props)} />
      <Cancelling of={props} />
      <Button href={`${publicUrl}/market-booking/${props.stallId}`}>Open your stall</Button>
    </MailLayout>
  ),
})

function movedWords({
  isFirst,
  isByHouse,
  pitch,
}: {
  isFirst: boolean
  isByHouse: boolean
  pitch: string | null
}): string {
  if (isFirst) return `Your stall stands on pitch ${pitch}.`
  return isByHouse ? 'We moved your stall.' : 'Your stall is moved, as you asked.'
}

/** The house put its market to another day or other hours; `was` is what it was before, in words. */
export const stallRescheduledMail = mailTemplate<StallMail & { was: string }>({
  name: 'stalls.rescheduled',
  example: { ...stallExample, was: 'Sat 19 Dec 2026, 10:00–17:00, set-up from 08:00' },
  subject: ({ on, opensAt, closesAt }) => `Your market has another time: ${formatDate(on)}, ${opensAt}–${closesAt}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview={`Set-up from ${props.setUpFrom}.`} venue={venue} footer={footer}>
      <Heading>Your market has another time</Heading>
      <Greeting name={props.firstName} />
      <Para>
        We put the market of your stall to another time. Your stall goes with it, and its price stays as it was.
      </Para>
      <Facts rows={[['Before', props.was], ...stallRows(props)]} />
      <Cancelling of={props} />
      <Button href={`${publicUrl}/market-booking/${props.stallId}`}>Open your stall</Button>
    </MailLayout>
  ),
})

/** The proof of residence was accepted after a stall was paid for (MKT-11). */
export const stallDiscountMail = mailTemplate<StallMail & { backPence: number; percent: number }>({
  name: 'stalls.discount',
  example: { ...stallExample, pence: 2_100, backPence: 900, percent: 30 },
  subject: ({ backPence }) => `You get ${formatMoney(backPence)} back for your stall`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview="Your proof of residence is accepted." venue={venue} footer={footer}>
      <Heading>Your proof is accepted</Heading>
      <Greeting name={props.firstName} />
      <Para>
        Residents of Westminster pay {props.percent}% less. You have paid for this stall already, so{' '}
        {formatMoney(props.backPence)} goes back to your card within {bankDays}.
      </Para>
      <Facts rows={stallRows(props)} />
      <Cancelling of={props} />
      <Button href={`${publicUrl}/market-booking/${props.stallId}`}>Open your stall</Button>
    </MailLayout>
  ),
})
