import { Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { messages } from '#features/events/registrations/inputs.ts'
import classes from '#features/events/registrations/parts/office.module.css'
import { RegistrationsTable } from '#features/events/registrations/parts/registrations-table.tsx'
import { formatCount, formatDate, formatNumber, formatTimeRange } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { isNowhere } from '#ui/once-gone.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query, type QueryLike } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { defaultTableSize, readTableSearch } from '#ui/table/search.ts'
import { api, type rpc } from '#web/client.ts'
import { AddEvent } from '../parts/add-event.tsx'
import { ManageEvent } from '../parts/manage-event.tsx'

type Events = Awaited<ReturnType<typeof rpc.events.registrationEvents>>
type Tab = 'upcoming' | 'past'
type Row = Events[Tab][number]

/** /admin/registrations: the events of the programme, who comes to which, and who was there (EVA-13 … EVA-15). */
export function EventRegistrations() {
  const search = useSearch({ from: '/admin/registrations' })
  const navigate = useNavigate()
  // Within an event it is its people who are searched.
  const q = search.q && !search.event ? String(search.q) : undefined
  const query = useQuery({
    ...api.events.registrationEvents.queryOptions({ input: q ? { q } : {} }),
    enabled: !search.event,
    placeholderData: keepPreviousData,
  })
  const tab: Tab = search.tab === 'past' ? 'past' : 'upcoming'
  const id = search.event
  useRowOf(id, query.data !== undefined)
  const isFromList = useRef(false)
  useEffect(() => {
    if (!id) isFromList.current = true
  }, [id])
  if (id) return <OneEvent key={id} id={id} tab={tab} isFromList={isFromList.current} />
  return (
    <Page title="Event Registrations" chassis="desk" actions={<AddEvent />}>
      <Query of={query} failed={messages.load} loading={<LoadingRows rows={8} />}>
        {found => (
          <Tabs
            value={tab}
            onChange={next =>
              void navigate({
                to: '/admin/registrations',
                search: { ...(next === 'past' && { tab: 'past' }), ...(q && { q }) },
              })
            }
            keepMounted={false}
          >
            <TabBar
              shown={tab}
              tabs={[
                { value: 'upcoming', label: `Upcoming (${found.upcoming.length})` },
                { value: 'past', label: `Past (${found.past.length})` },
              ]}
            />
            <Tabs.Panel value={tab}>
              <EventTable of={query} rows={found[tab]} tab={tab} label="Events" searchFor="Event or place" />
              {tab === 'upcoming' && found.hidden.length > 0 ? (
                <Section title="Hidden from the programme">
                  <EventTable of={query} rows={found.hidden} tab={tab} label="Hidden events" />
                </Section>
              ) : null}
            </Tabs.Panel>
          </Tabs>
        )}
      </Query>
    </Page>
  )
}

/** Back in the list the focus is on the event that was open. */
function useRowOf(id: string | undefined, isThere: boolean) {
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (id !== undefined) opened.current = id
    else if (isThere && opened.current !== undefined) {
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(opened.current)}"] a`)?.focus()
      opened.current = undefined
    }
  }, [id, isThere])
}

/** One event by its name, and who comes to it; one that was cancelled, or is older than those that are listed, as well. */
function OneEvent({ id, tab, isFromList }: { id: string; tab: Tab; isFromList: boolean }) {
  const { list = tab === 'past' ? 'tab=past' : '' } = useSearch({ from: '/admin/registrations' })
  const plan = useQuery(api.events.plan.queryOptions({ input: { id } }))
  const event = plan.data
  const isThere = event !== undefined
  // What was pressed has gone with the list: the focus goes to the event’s name.
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!isFromList || !isThere || !heading || !isNowhere()) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [isFromList, isThere])
  return (
    <Page
      title={event?.name ?? 'Event Registrations'}
      chassis="desk"
      actions={event ? <ManageEvent id={id} event={event} /> : null}
      lead={
        <>
          {event ? `${whenOf(event)} · ` : null}
          <AnchorLink to="/admin/registrations" search={Object.fromEntries(new URLSearchParams(list))} inherit>
            All events
          </AnchorLink>
          {event?.isHidden ? (
            <>
              <br />
              <strong>Hidden from the programme.</strong> Nobody can register; whoever is registered keeps their place.
            </>
          ) : null}
        </>
      }
    >
      <Query of={plan} failed="Failed to load this event" loading={<LoadingRows rows={8} />}>
        {({ isOver }) => <RegistrationsTable isPast={tab === 'past' || isOver} />}
      </Query>
    </Page>
  )
}

/** The events of a tab, a line each; the name leads to who comes. */
function EventTable(props: {
  of: Omit<QueryLike<unknown>, 'data'>
  rows: Events[Tab]
  tab: Tab
  label: string
  searchFor?: string
}) {
  const { rows, tab, searchFor } = props
  const search = useSearch({ from: '/admin/registrations' })
  const { searchStr } = useLocation()
  const navigate = useNavigate()
  const { page, size } = searchFor
    ? readTableSearch(search)
    : { page: 1, size: Math.max(defaultTableSize, rows.length) }
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const linkTo = (event: Row, children: ReactNode = event.name) => (
    <AnchorLink
      to="/admin/registrations"
      // How the list stands goes along: the words of an event's own list are others.
      search={{ ...(tab === 'past' && { tab }), event: event.id, ...(searchStr && { list: searchStr.slice(1) }) }}
      inherit={!isPhone}
      {...(isPhone && { className: classes.event })}
    >
      {children}
    </AnchorLink>
  )
  return (
    <DataTable
      label={props.label}
      noun={['event', 'events']}
      of={{ ...props.of, data: { rows: rows.slice((page - 1) * size, page * size), total: rows.length } }}
      failed={messages.load}
      columns={[
        { key: 'name', header: 'Event', kind: 'status', width: 14, grows: true, of: row => linkTo(row) },
        ...columns.filter(({ key }) => key !== 'attended' || rows.some(({ hasBegun }) => hasBegun)),
      ]}
      rowId={row => row.id}
      rowName={row => row.name}
      search={searchFor ? search : {}}
      onSearch={next => void navigate({ to: '/admin/registrations', search: old => ({ ...old, ...next }) })}
      size={size}
      // A thumb has room for what it reads of each.
      draw={isPhone ? shown => <EventList of={shown} linkTo={linkTo} /> : undefined}
      namesLead
      {...(searchFor && { searchFor })}
      empty={
        tab === 'past' ? (
          <Empty what="No event has been yet" why="Those that were last stand here, with who came." />
        ) : (
          <Empty what="No event is planned" why="Approved events stand here, with who registered." />
        )
      }
    />
  )
}

const EventList = ({ of, linkTo }: { of: readonly Row[]; linkTo: (event: Row, children: ReactNode) => ReactNode }) => (
  <ul className={classes.events}>
    {of.map(event => (
      <li key={event.id} data-row={event.id}>
        {linkTo(
          event,
          <>
            <strong>{event.name}</strong>
            <span>
              {whenOf(event)}
              {event.place ? `, ${event.place}` : ''}
            </span>
            <span>
              {formatCount(event.registrations, 'registration')}, {event.registeredCount} of{' '}
              {formatCount(event.capacity, 'place')}
              {event.hasBegun ? `, ${event.attended} attended` : ''}
            </span>
          </>,
        )}
      </li>
    ))}
  </ul>
)

const columns: Column<Row>[] = [
  { key: 'when', header: 'When', kind: 'text', width: 14, grows: false, priority: 1, of: row => whenOf(row) },
  { key: 'place', header: 'Where', kind: 'text', width: 8, of: row => row.place },
  {
    ...{ key: 'registrations', header: 'Registered', kind: 'number', width: 7.5, priority: 3 },
    of: row => formatNumber(row.registrations),
  },
  {
    ...{ key: 'places', header: 'Places', kind: 'number', width: 6.5, priority: 1 },
    of: row => `${formatNumber(row.registeredCount)} of ${formatNumber(row.capacity)}`,
  },
  {
    ...{ key: 'attended', header: 'Attended', kind: 'number', width: 5.5, priority: 3 },
    of: row => (row.hasBegun ? formatNumber(row.attended) : null),
  },
]

const whenOf = (event: Pick<Events[Tab][number], 'eventDate' | 'startTime' | 'endTime'>) =>
  `${formatDate(event.eventDate, { year: true })}, ${formatTimeRange(event.startTime, event.endTime)}`
