import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatDate, formatMoney, formatTimeRange } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { DocumentsTab } from '../parts/documents-tab.tsx'
import { MyStalls } from '../parts/my-stalls.tsx'
import { type MarketPage, StallForm } from '../parts/stall-form.tsx'

const tabs = [
  { value: 'book', label: 'Book a stall' },
  { value: 'mine', label: 'My stalls' },
  { value: 'documents', label: 'Documents' },
] as const

/** /market-booking: a stall at the market, one's own stalls, and the documents that go with them (MKT-01, MKT-02). */
export function MarketBooking() {
  const page = useQuery(api.stalls.page.queryOptions())
  const { view = 'book', on } = useSearch({ from: '/market-booking' })
  const navigate = useNavigate()
  const next = page.data?.days[0]
  return (
    <Page
      title="Market stall booking"
      kicker="Market"
      lead={
        next
          ? `The next market is on ${formatDate(next.on, { year: true })}, ${formatTimeRange(next.opensAt, next.closesAt)}, set-up from ${next.setUpFrom}.`
          : 'A stall at the market of the house.'
      }
      actions={
        <ButtonLink to="/market-tickets" variant="default">
          Market tickets
        </ButtonLink>
      }
    >
      <Tabs
        value={view}
        keepMounted={false}
        onChange={tab =>
          void navigate({
            to: '/market-booking',
            search: tab === 'mine' || tab === 'documents' ? { view: tab } : {},
          })
        }
      >
        <TabBar shown={view} tabs={tabs} />
        <Query of={page} failed={messages.load}>
          {data => (
            <>
              <Tabs.Panel value="book">
                <Book page={data} on={on} />
              </Tabs.Panel>
              <Tabs.Panel value="mine">
                <MyStalls of={data} />
              </Tabs.Panel>
              <Tabs.Panel value="documents">
                <DocumentsTab of={data} />
              </Tabs.Panel>
            </>
          )}
        </Query>
      </Tabs>
    </Page>
  )
}

function Book({ page, on }: { page: MarketPage; on: string | undefined }) {
  if (page.days.length === 0)
    return (
      <Empty
        what="No market can be booked at the moment"
        why="The next days are shown here as soon as they are planned."
      />
    )
  if (page.whyNotBook)
    return (
      <Empty
        what={page.whyNotBook.message}
        why={`Stalls start at ${formatMoney(page.prices.stallSinglePence)} a day. You can book one as soon as your membership is approved, on the free plan too.`}
      />
    )
  return <StallForm of={page} on={on} />
}
