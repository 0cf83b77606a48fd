import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { OrderPanel } from '#features/money/orders/parts/order-panel.tsx'
import { ageOf } from '#platform/age.ts'
import { formatMoney } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import { wantsAnswer } from '../rules.ts'
import { type Dispute, reasonWords } from './dispute-words.ts'

/** What is disputed and until when the house is heard, the way to the answer, and the payment with its history as what may be shown. */
export function DisputePanel({ of: dispute }: { of: Dispute }) {
  const { id, userId, person, orderId, description, amountPence, status, reason, dueAt, createdAt, closedAt } = dispute
  const isAwaited = wantsAnswer(status)
  const about = useQuery(api.venue.about.queryOptions({ enabled: isAwaited })).data
  return (
    <>
      <Facts
        facts={[
          {
            label: 'Person',
            value: userId ? (
              <ObjectLink noun="person" id={userId}>
                {person}
              </ObjectLink>
            ) : (
              person
            ),
          },
          { label: 'For', value: description },
          { label: 'Amount', value: formatMoney(amountPence) },
          { label: 'What they say', value: reasonWords(reason) },
          {
            label: 'Answer by',
            value: isAwaited && dueAt && (
              <>
                <When at={dueAt} />
                {dueAt > new Date() ? `, ${ageOf(new Date(), dueAt)} left` : ', which is over'}
              </>
            ),
          },
          { label: 'Since', value: <When at={createdAt} /> },
          { label: 'Decided', value: closedAt && <When at={closedAt} /> },
          { label: 'At the provider', value: id },
        ]}
      />
      {isAwaited && about ? (
        about.isSimulated ? (
          <p>In a demonstration nobody answers: with a real provider its page of this dispute opens here.</p>
        ) : (
          <p>
            <Button component="a" href={`https://dashboard.stripe.com/disputes/${id}`} target="_blank" rel="noreferrer">
              Answer at Stripe
            </Button>
          </p>
        )
      ) : null}
      {orderId ? (
        <Section title="The payment" aside={false}>
          <OrderPanel id={orderId} />
        </Section>
      ) : null}
    </>
  )
}
