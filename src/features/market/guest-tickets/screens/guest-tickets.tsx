import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { askEveryMs } from '#features/money/orders/parts/payment.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { isMissing } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { keepForOffline } from '#web/offline/keep-offline.ts'
import { keepOwn, readOwn } from '#web/offline/own-storage.ts'
import { useSession } from '#web/session/session.tsx'
import { type Bought, BoughtTickets } from '../parts/bought-tickets.tsx'
import { messages } from '../rules.ts'

/**
 * /guest-tickets/ID: what somebody bought, for whoever has its address (decision 35). It asks until the payment is confirmed
 * (decision 21); then the codes stay on this device, so that they open at the door without a connection.
 */
export function GuestTickets() {
  const { id } = useParams({ from: '/guest-tickets/$id' })
  const { left } = useSearch({ from: '/guest-tickets/$id' })
  const kept = `guest-tickets.${id}`
  const { isLoading } = useSession()
  const bought = useQuery({
    ...api.guestTickets.show.queryOptions({ input: { id } }),
    initialData: () => revived(readOwn<Bought>(kept)),
    initialDataUpdatedAt: 0,
    networkMode: 'always',
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' && !left ? askEveryMs : false),
  })
  const { data } = bought
  useEffect(() => {
    // What this device kept of somebody else goes with the answer of who this is: so it is kept after that.
    if (isLoading || !data) return
    if (data.status !== 'confirmed') return keepOwn(kept, null)
    keepOwn(kept, data)
    void keepForOffline()
  }, [isLoading, data, kept])
  if (data) return <BoughtTickets bought={data} wasLeft={left === 'true'} />
  // A link that was cut short on its way is no fault that trying again would mend.
  const isWrong = isMissing(bought.error)
  return (
    <Page title={isWrong ? 'No such tickets' : 'Your tickets'} kicker="Market">
      {isWrong ? (
        <Empty
          what={messages.notFound}
          why="Open the link of the email once more, whole as it is there."
          next={<ButtonLink to="/market-tickets">See the next market</ButtonLink>}
        />
      ) : (
        <Query of={bought} failed={messages.load}>
          {() => null}
        </Query>
      )}
    </Page>
  )
}

const revived = (kept: Bought | null): Bought | undefined =>
  kept ? { ...kept, cancelUntil: new Date(kept.cancelUntil) } : undefined
