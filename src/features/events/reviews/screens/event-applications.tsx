import { Tabs } from '@mantine/core'
import { formatNumber } from '#platform/words.ts'
import { useInAddress } from '#ui/in-address.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { ListPager } from '#ui/table/pager.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { messages, reviewList, type views } from '../inputs.ts'
import classes from '../parts/application-card.module.css'
import { ApplicationCard } from '../parts/application-card.tsx'
import { ReviewDialog } from '../parts/review-dialog.tsx'

type View = (typeof views)[number]

const empty: Record<View, { what: string; why: string }> = {
  pending: {
    what: 'No host waits for a decision',
    why: 'New applications stand here, what was promised first at the top.',
  },
  drafts: { what: 'Nobody is writing an application', why: 'What hosts have begun and not submitted stands here.' },
  decided: { what: 'Nothing has been decided yet', why: 'Approved and rejected applications are kept here.' },
}

const tabs: readonly { value: View; label: string }[] = [
  { value: 'pending', label: 'To decide' },
  { value: 'drafts', label: 'Drafts' },
  { value: 'decided', label: 'Decided' },
]

/** /admin/events: what hosts would like to do, for whoever decides on it (EVA-01 … EVA-12). */
export function EventApplications() {
  const { value: viewed } = useInAddress('view')
  // What waits longest was promised first, and what is late stands above everything else.
  const usual: Readonly<Record<string, string>> = viewed === null || viewed === 'pending' ? { sort: 'appliedAt' } : {}
  const { of, search, onSearch, size } = useList(reviewList, api.hosting.applications, { usual })
  const { value: open, change } = useInAddress('open')
  const view = (search.view as View | undefined) ?? 'pending'
  const counts = of.data?.counts
  return (
    <Page
      title="Event Applications"
      chassis="desk"
      lead={`What hosts would like to do in the house.${view === 'pending' ? ' What waits longest, or is late, stands first.' : ''}`}
    >
      <Tabs
        value={view}
        onChange={value => onSearch({ view: !value || value === 'pending' ? undefined : value, page: undefined })}
        keepMounted={false}
      >
        <TabBar
          shown={view}
          tabs={tabs.map(tab =>
            counts ? { ...tab, label: `${tab.label} (${formatNumber(counts[tab.value])})` } : tab,
          )}
        />
        <Tabs.Panel value={view}>
          <Query of={of} failed={messages.load} loading={<LoadingRows rows={4} height={120} />}>
            {({ rows, total, hasMore }) =>
              total === 0 ? (
                <Empty {...empty[view]} />
              ) : (
                <>
                  <ul className={classes.cards} aria-label="Applications">
                    {rows.map(row => (
                      <li key={row.id}>
                        <ApplicationCard application={row} onOpen={() => change(row.id)} />
                      </li>
                    ))}
                  </ul>
                  <ListPager of={{ search, onSearch, size }} total={total} hasMore={hasMore} />
                </>
              )
            }
          </Query>
        </Tabs.Panel>
      </Tabs>
      {open ? <ReviewDialog key={open} id={open} onClose={() => change(null)} /> : null}
    </Page>
  )
}
