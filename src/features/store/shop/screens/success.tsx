import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messages as orderMessages } from '#features/store/orders/inputs.ts'
import { formatMoney } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { isMissing } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { Outcome } from '../parts/outcome.tsx'
import { type Purchase, Things } from '../parts/things.tsx'
import { useVerifying } from '../parts/verifying.ts'

/** How often the page looks while a purchase is not paid, in ms; the news of it comes at once. */
const lookEveryMs = 3_000

/**
 * /store/success: what became of a purchase, only ever by the server's word (SHOP-21 … SHOP-24). Without an order in the address
 * it is the last one.
 */
export function StoreSuccess() {
  const { order } = useSearch({ from: '/store/success' })
  const last = useQuery(api.shopOrders.mine.queryOptions({ input: { pageSize: 1 }, enabled: !order }))
  const orderId = order ?? last.data?.rows[0]?.orderId
  if (orderId) return <Result key={orderId} orderId={orderId} />
  return (
    <Frame>
      <Query of={last} failed={orderMessages.checkoutNotVerified}>
        {() => <Nothing what="You have bought nothing yet" why="What you check out in the store is followed here." />}
      </Query>
    </Frame>
  )
}

// Of this page's address the store's is a part: by itself it would count as the current page.
const Frame = ({ children }: { children: ReactNode }) => (
  <Page
    title="Your purchase"
    kicker={
      <Link to="/store" activeOptions={{ exact: true }}>
        Store
      </Link>
    }
  >
    {children}
  </Page>
)

const Nothing = ({ what, why }: { what: string; why: string }) => (
  <Empty what={what} why={why} next={<ButtonLink to="/store">Browse the store</ButtonLink>} />
)

/** What the storefront was paid, which has delivery in it. */
const Paid = ({ of: { paidPence, totalPence }, at }: { of: Purchase; at: Date }) => (
  <>
    {formatMoney(paidPence ?? totalPence)}, <When at={at} />
  </>
)

function Result({ orderId }: { orderId: string }) {
  const query = useQuery(
    api.shopOrders.result.queryOptions({
      input: { orderId },
      refetchInterval: ({ state }) => (state.data?.state === 'pending' && !state.error ? lookEveryMs : false),
    }),
  )
  const verifying = useVerifying(orderId, query.data?.state === 'pending')
  return (
    <Frame>
      {isMissing(query.error) ? (
        <Nothing
          what={orderMessages.checkoutNotVerified}
          why="There is no such purchase of yours. Perhaps it was made with another account."
        />
      ) : (
        <Query of={query} failed={orderMessages.checkoutNotVerified}>
          {result => (
            <>
              <Outcome result={result} verifying={verifying} />
              <Section title="What it is" aside>
                <Things of={result.lines} />
                <Facts
                  facts={[
                    { label: 'Price', value: formatMoney(result.totalPence) },
                    { label: 'Checked out', value: <When at={result.createdAt} /> },
                    { label: 'Payment', value: result.paidAt ? <Paid of={result} at={result.paidAt} /> : null },
                    { label: 'Refunded', value: result.refundedAt ? <When at={result.refundedAt} /> : null },
                  ]}
                />
              </Section>
            </>
          )}
        </Query>
      )}
    </Frame>
  )
}
