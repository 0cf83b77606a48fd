import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

const footer = 'You get this because of your membership at Exchange.'

interface About {
  firstName: string
  tierName: string
  /** Nothing is charged before it; null when only the price is another. */
  freeUntil: string | null
  /** What a month costs from then on. */
  monthlyPence: number
  /** What it cost before; null when it is as it was. */
  wasPence: number | null
  /** What was asked for and not paid is no longer asked for. */
  letsGo: boolean
  /** It is charged after the free time; else it ends. */
  goesOn: boolean
  nextCharge: string | null
}

/** To somebody whom the office gave free time, or a price of their own. */
export const giftMail = mailTemplate<About>({
  name: 'memberships.given',
  example: {
    firstName: 'Ada',
    tierName: 'Creator',
    freeUntil: '18 Feb 2027',
    monthlyPence: 6_000,
    wasPence: 9_000,
    letsGo: true,
    goesOn: true,
    nextCharge: '18 Feb 2027',
  },
  subject: ({ tierName, freeUntil, monthlyPence }) =>
    freeUntil
      ? `Your ${tierName} membership is free until ${freeUntil}`
      : `Your ${tierName} membership costs ${formatMoney(monthlyPence)} a month`,
  body: (
    { firstName, tierName, freeUntil, monthlyPence, wasPence, letsGo, goesOn, nextCharge },
    { venue, publicUrl },
  ) => {
    const then = freeUntil
      ? goesOn
        ? `Nothing is charged for your ${tierName} membership before ${freeUntil}.${letsGo ? ' A payment that was still open is no longer asked for.' : ''} Then it costs ${formatMoney(monthlyPence)} a month; a week before we remind you.`
        : `You have the ${tierName} membership for nothing until ${freeUntil}. Then it ends by itself: nothing is charged.`
      : goesOn
        ? 'What you have paid for stays as it is. Your next invoice is the first one at the new price.'
        : `You have cancelled, so no further month is charged.${nextCharge ? ` Should you keep your membership before ${nextCharge}, the next month is the first one at the new price.` : ''}`
    return (
      <MailLayout
        preview={freeUntil ? 'From the house, with all that the plan brings.' : then}
        venue={venue}
        footer={footer}
      >
        <Heading>{freeUntil ? 'A gift from the house' : 'Your price has changed'}</Heading>
        <Greeting name={firstName} />
        <Para>{then}</Para>
        <Facts
          rows={[
            ['Plan', tierName],
            ...(wasPence === null
              ? []
              : ([['A month', `${formatMoney(monthlyPence)} instead of ${formatMoney(wasPence)}`]] as [
                  string,
                  string,
                ][])),
            ...(goesOn && nextCharge ? ([['Next charge', nextCharge]] as [string, string][]) : []),
          ]}
        />
        <Button href={`${publicUrl}/account?tab=membership`}>See your membership</Button>
      </MailLayout>
    )
  },
})

/** A week before free time ends. */
export const giftEndingMail = mailTemplate<{
  firstName: string
  tierName: string
  endsOn: string
  /** What is charged from then on, in pence a month; null when it ends. */
  monthlyPence: number | null
}>({
  name: 'memberships.gift-ending',
  example: { firstName: 'Ada', tierName: 'Creator', endsOn: '18 Feb 2027', monthlyPence: 9_000 },
  subject: ({ tierName, endsOn, monthlyPence }) =>
    monthlyPence === null
      ? `Your ${tierName} membership ends on ${endsOn}`
      : `${formatMoney(monthlyPence)} is charged on ${endsOn}`,
  body: ({ firstName, tierName, endsOn, monthlyPence }, { venue, publicUrl }) => (
    <MailLayout
      preview={monthlyPence === null ? 'Choose a plan to keep what it brings.' : 'Your free time is over then.'}
      venue={venue}
      footer={footer}
    >
      <Heading>Your free time ends soon</Heading>
      <Greeting name={firstName} />
      <Para>
        {monthlyPence === null
          ? `The ${tierName} membership that the house gave you ends on ${endsOn}. Then you are an Explorer and your tokens stay. To keep the plan, choose it on your membership page.`
          : `The time that the house gave you of your ${tierName} membership ends on ${endsOn}. From that day it costs ${formatMoney(monthlyPence)} a month and renews by itself. If you do not want that, cancel before that day on your membership page.`}
      </Para>
      <Button href={`${publicUrl}/account?tab=membership`}>See your membership</Button>
    </MailLayout>
  ),
})
