import { Button, Facts, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

export const disputeOpenedMail = mailTemplate<{ description: string; amountPence: number; dueOn: string | null }>({
  name: 'payments.dispute-opened',
  example: { description: '10 tokens', amountPence: 9_000, dueOn: 'Sat 19 Dec 2026' },
  subject: () => 'A payment is disputed',
  body: ({ description, amountPence, dueOn }, { venue, publicUrl }) => (
    <MailLayout
      preview="The bank has taken the money back and asks for our side."
      venue={venue}
      footer="You get this because you are an admin at Exchange."
    >
      <Heading>A payment is disputed</Heading>
      <Para>
        Somebody told their bank that a payment to the house was not right. The bank has taken the money back until it
        decides. Answer at the payment provider; whoever does not answer loses.
      </Para>
      <Facts
        rows={[
          ['For', description],
          ['Amount', formatMoney(amountPence)],
          ['Answer by', dueOn ?? 'As soon as you can'],
        ]}
      />
      <Button href={`${publicUrl}/admin/payments?tab=disputes`}>See who it is</Button>
    </MailLayout>
  ),
})
