import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

export interface NewPrice {
  firstName: string
  tierName: string
  wasPence: number
  nextPence: number
  /** The day from which a charge is the new price. */
  from: string
}

/** To whoever pays another price than their plan has now, and is moved to it. */
export const newPriceMail = mailTemplate<NewPrice>({
  name: 'memberships.new-price',
  example: { firstName: 'Ada', tierName: 'Creator', wasPence: 9_000, nextPence: 9_500, from: '18 Dec 2026' },
  subject: ({ tierName, nextPence, from }) => `${tierName} costs ${formatMoney(nextPence)} a month from ${from}`,
  body: ({ firstName, tierName, wasPence, nextPence, from }, { venue, publicUrl }) => (
    <MailLayout
      preview={`${formatMoney(nextPence)} instead of ${formatMoney(wasPence)}, from ${from}.`}
      venue={venue}
      footer="You get this because of your membership at Exchange."
    >
      <Heading>A new price for your plan</Heading>
      <Greeting name={firstName} />
      <Para>
        {`From ${from} your ${tierName} membership costs ${formatMoney(nextPence)} a month instead of ${formatMoney(wasPence)}. What you have paid for stays as it is. If you do not want that, change your plan or cancel before ${from}: nothing is charged at the new price then.`}
      </Para>
      <Facts
        rows={[
          ['Plan', tierName],
          ['Until then', `${formatMoney(wasPence)} a month`],
          ['From then on', `${formatMoney(nextPence)} a month`],
        ]}
      />
      <Button href={`${publicUrl}/members`}>See your membership</Button>
    </MailLayout>
  ),
})
