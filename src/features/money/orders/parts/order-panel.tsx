import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from '#features/house/objects/parts/history.tsx'
import { formatMoney, stateWords } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { api } from '#web/client.ts'
import { type OrderStatus, wayWords } from '../inputs.ts'

const tones: Record<OrderStatus, StatusTone> = {
  pending: 'warn',
  arranged: 'info',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
  refunded: 'info',
}

/** The state of an order in a word. */
export function OrderState({ status }: { status: OrderStatus }) {
  return <Status tone={tones[status]}>{stateWords(status)}</Status>
}

/**
 * One order: whose it is, what was asked for, and what became of its money. `isNamed`: the head of the panel says already for what,
 * how much and where it stands.
 */
export function OrderPanel({ id, isNamed = false }: { id: string; isNamed?: boolean }) {
  const order = useQuery(api.payments.orders.queryOptions({ input: { id } }))
  return (
    <Query of={order} failed="Failed to load orders">
      {({ rows: [row] }) =>
        row ? (
          <>
            <Facts
              facts={[
                !isNamed && { label: 'For', value: row.description },
                {
                  label: 'Person',
                  value: row.userId ? (
                    <ObjectLink noun="person" id={row.userId}>
                      {row.person}
                    </ObjectLink>
                  ) : (
                    row.person
                  ),
                },
                { label: 'Email', value: row.email && <Email of={row.email} /> },
                !isNamed && { label: 'Status', value: <OrderState status={row.status} /> },
                { label: 'How', value: wayWords[row.way] },
                !isNamed && { label: 'Amount', value: formatMoney(row.amountPence) },
                { label: 'Paid with credit', value: row.creditPence > 0 ? formatMoney(row.creditPence) : null },
                {
                  label: 'Taken back by the bank',
                  value: row.disputedPence > 0 ? formatMoney(row.disputedPence) : null,
                },
                { label: 'Given back', value: row.refundedPence > 0 ? formatMoney(row.refundedPence) : null },
                { label: 'Made', value: <When at={row.createdAt} /> },
                { label: 'Paid', value: row.paidAt ? <When at={row.paidAt} /> : null },
                { label: 'Open until', value: row.status === 'pending' ? <When at={row.expiresAt} /> : null },
                { label: 'Payment', value: row.stripePaymentIntentId },
                { label: 'Order', value: row.id },
                {
                  label: 'Page',
                  value: (
                    <Link to="/orders/$id" params={{ id: row.id }}>
                      As the person sees it
                    </Link>
                  ),
                },
              ]}
            />
            <History noun="order" id={row.id} />
          </>
        ) : (
          <p>There is no such order.</p>
        )
      }
    </Query>
  )
}
