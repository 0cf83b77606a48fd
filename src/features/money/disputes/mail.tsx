import { Button, Facts, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'

interface Disputed {
  description: string
  amountPence: number
  /** What the bank has taken back so far. */
  takenPence: number
  /** It was decided before anybody here heard of it. */
  isLost: boolean
  dueOn: string | null
}

export const disputeOpenedMail = mailTemplate<Disputed>({
  name: 'payments.dispute-opened',
  example: {
    description: '10 tokens',
    amountPence: 9_000,
    takenPence: 9_000,
    isLost: false,
    dueOn: 'Sat 19 Dec 2026',
  },
  subject: ({ takenPence }) => (takenPence > 0 ? 'A payment is disputed' : 'A bank asks about a payment'),
  body: ({ description, amountPence, takenPence, isLost, dueOn }, { venue, publicUrl }) => {
    const { heading, preview, text } = isLost ? words.lost : takenPence > 0 ? words.taken : words.asked
    return (
      <MailLayout preview={preview} venue={venue} footer="You get this because you are an admin at Exchange.">
        <Heading>{heading}</Heading>
        <Para>{text}</Para>
        <Facts
          rows={[
            ['For', description],
            ['Amount', formatMoney(amountPence)],
            ['Taken back', takenPence > 0 ? formatMoney(takenPence) : 'Nothing'],
            ...(isLost ? [] : [['Answer by', dueOn ?? 'As soon as you can'] as [string, string]]),
          ]}
        />
        <Button href={`${publicUrl}/admin/payments?tab=disputes`}>See who it is</Button>
      </MailLayout>
    )
  },
})

const words = {
  asked: {
    heading: 'A bank asks about a payment',
    preview: 'Nothing has been taken back. The bank asks for our side.',
    text: 'Somebody asked their bank about a payment to the house. The bank has taken nothing back and wants to hear from you. Answer at the payment provider; a question that nobody answers can become a dispute.',
  },
  taken: {
    heading: 'A payment is disputed',
    preview: 'The bank has taken the money back and asks for our side.',
    text: 'Somebody told their bank that a payment to the house was not right. The bank has taken the money back until it decides. Answer at the payment provider; whoever does not answer loses.',
  },
  lost: {
    heading: 'A payment was disputed',
    preview: 'The bank has decided for the payer, who keeps the money.',
    text: 'Somebody told their bank that a payment to the house was not right. The bank has taken the money back and decided for them: they keep it.',
  },
}
