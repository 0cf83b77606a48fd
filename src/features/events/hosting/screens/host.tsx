import { SegmentedControl } from '@mantine/core'
import { formatCount, formatDate, formatNumber, formatTimeRange, stateWords } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { ListPager } from '#ui/table/pager.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { hostList, messages } from '../inputs.ts'
import { HostButton } from '../parts/host-dialog.tsx'
import { HostClock, HostState } from '../parts/host-state.tsx'
import classes from './host.module.css'

type Row = Awaited<ReturnType<typeof rpc.hosting.mine>>['rows'][number]

/** /host: the events that one hosts, from the first draft to what came of them. */
export function Host() {
  const { of, search, onSearch, size } = useList(hostList, api.hosting.mine)
  const isPast = search.when === 'past'
  return (
    <Page
      title="Your events"
      lead="Host a workshop, a talk or an evening for the house. The committee decides on each, and then it is in the programme."
      actions={<HostButton>Host an Event</HostButton>}
    >
      <SegmentedControl
        aria-label="Which events"
        data={[
          { value: 'open', label: 'Open' },
          { value: 'past', label: 'Past and closed' },
        ]}
        value={isPast ? 'past' : 'open'}
        onChange={value => onSearch({ when: value === 'past' ? value : undefined, page: undefined })}
      />
      <Query of={of} failed={messages.load} loading={<LoadingRows rows={3} height={96} />}>
        {({ rows, total, hasMore }) =>
          total === 0 ? (
            <Empty
              what={isPast ? 'Nothing here yet' : 'You host nothing at the moment'}
              why={
                isPast
                  ? 'Events that took place, and applications that were closed, are kept here.'
                  : 'Press Host an Event. What you write is kept as a draft.'
              }
            />
          ) : (
            <>
              <h2 className="visually-hidden">{isPast ? 'Past and closed' : 'Open'}</h2>
              <ul className={classes.list} aria-label="Your events">
                {rows.map(row => (
                  <li key={row.id} className={classes.event}>
                    <Line event={row} />
                  </li>
                ))}
              </ul>
              <ListPager of={{ search, onSearch, size }} total={total} hasMore={hasMore} />
            </>
          )
        }
      </Query>
    </Page>
  )
}

function Line({ event }: { event: Row }) {
  const { id, name, eventType, eventDate, startTime, endTime, spacePreference, applicationStatus } = event
  const facts = [
    stateWords(eventType),
    eventDate && formatDate(eventDate, { year: true }),
    startTime && endTime && formatTimeRange(startTime, endTime),
    spacePreference,
    applicationStatus === 'approved' &&
      `${formatNumber(event.registeredCount)} of ${formatCount(event.capacity, 'place')} taken`,
  ].filter(Boolean)
  return (
    <>
      <h3>
        <AnchorLink to="/host/$id" params={{ id }}>
          {name.trim() || 'Without a name'}
        </AnchorLink>
      </h3>
      <p className={classes.facts}>{facts.join(', ')}</p>
      <div>
        <HostState event={event} />{' '}
        {event.turn === 'host' ? <Status tone="accent">The committee asks you</Status> : null}{' '}
        <HostClock event={event} />
      </div>
    </>
  )
}
