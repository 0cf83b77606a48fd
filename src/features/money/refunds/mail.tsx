import { Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

interface Gone {
  firstName: string
  description: string
  amountPence: number
  reason: string
}

export const orderGoneMail = mailTemplate<Gone>({
  name: 'payments.order-gone',
  example: {
    firstName: 'Ada',
    description: 'Photo studio, Sat 22 Nov 10:00–11:00',
    amountPence: 2_500,
    reason: 'The slot was taken before your payment arrived.',
  },
  subject: () => 'We are giving your money back',
  body: ({ firstName, description, amountPence, reason }, { venue }) => (
    <MailLayout
      preview="Your payment came too late, so it goes back to your card."
      venue={venue}
      footer="You get this because you paid for something at Exchange."
    >
      <Heading>We are giving your money back</Heading>
      <Greeting name={firstName} />
      <Para>
        your payment arrived, but what it was for is no longer there. The full sum is on its way back to your card;
        banks take 5 to 10 days to show it.
      </Para>
      <Facts
        rows={[
          ['For', description],
          ['Why', reason],
          ['Refund', formatMoney(amountPence)],
        ]}
      />
    </MailLayout>
  ),
})
