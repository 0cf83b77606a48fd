import { Button, Select, Tabs, TextInput } from '@mantine/core'
import { IconCalendarDown } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { eventTypes } from '#features/events/events/inputs.ts'
import { messages, typeWords } from '#features/events/events/rules.ts'
import { HostButton } from '#features/events/hosting/parts/host-dialog.tsx'
import { calendarDate } from '#platform/time.ts'
import { Fold, filterWords } from '#ui/plain/fold.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { messages as calendarMessages } from '../inputs.ts'
import { EventCard } from '../parts/event-card.tsx'
import classes from '../parts/events.module.css'
import { MonthView } from '../parts/month-view.tsx'
import { saveFile } from '../parts/save-file.ts'

const tabs = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
] as const

/** /events: what is on in the house, as a list in the tabs Upcoming and Past or month by month (EVT-01 … EVT-04). */
export function Events() {
  const search = useSearch({ from: '/events' })
  const { view, type, q } = search
  const tab = search.tab ?? 'upcoming'
  const navigate = useNavigate()
  const me = useMe()
  const show = (next: Partial<typeof search>) =>
    void navigate({ to: '/events', search: { ...search, ...next }, replace: true, resetScroll: false })
  return (
    <Page
      title="Events"
      kicker="What’s on"
      lead="Workshops, talks and evenings, most of them by members for members."
      actions={
        <nav aria-label="How to show them" className={classes.views}>
          {/* Of the month's address the list's is a part: without this both would be the current one. */}
          <Link
            to="/events"
            search={{ tab: search.tab, type, q }}
            activeOptions={{ exact: true }}
            aria-current={view ? undefined : 'page'}
          >
            List
          </Link>
          <Link to="/events" search={{ view: 'month', type, q }} aria-current={view ? 'page' : undefined}>
            Month
          </Link>
        </nav>
      }
    >
      <div className={classes.bar}>
        <Fold label={filterWords([type, q].filter(Boolean).length)}>
          <Select
            label="Kind"
            data={eventTypes.map(value => ({ value, label: value === 'other' ? 'Other' : typeWords[value] }))}
            placeholder="Every kind"
            value={type ?? null}
            onChange={value => show({ type: eventTypes.find(each => each === value) })}
            clearable
          />
          <Search q={q ?? ''} onSearch={text => show({ q: text || undefined })} />
        </Fold>
        <div className={classes.beside}>
          <HostButton isQuiet>Host an Event</HostButton>
          {me ? (
            <Button
              variant="default"
              title="Export my events"
              onClick={() =>
                void saveFile('/api/events/calendar', 'exchange-events.ics', calendarMessages.exportFailed)
              }
            >
              <IconCalendarDown size={18} aria-hidden />
              <span className={classes.export}>Export my events</span>
            </Button>
          ) : null}
        </div>
      </div>
      {view ? (
        <MonthView
          month={search.month ?? calendarDate(new Date()).slice(0, 7)}
          type={type}
          q={q}
          onMonth={month => show({ month })}
        />
      ) : (
        <Tabs value={tab} onChange={next => show({ tab: next === 'past' ? 'past' : undefined })} keepMounted={false}>
          <TabBar shown={tab} tabs={tabs} />
          <Tabs.Panel value={tab}>
            <EventList when={tab} type={type} q={q} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  )
}

function Search({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <TextInput
        label="Search"
        type="search"
        value={typed}
        maxLength={100}
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={() => typed.trim() !== q && onSearch(typed.trim())}
      />
    </form>
  )
}

function EventList({
  when,
  type,
  q,
}: {
  when: 'upcoming' | 'past'
  type: (typeof eventTypes)[number] | undefined
  q: string | undefined
}) {
  const query = useQuery(
    api.events.list.queryOptions({
      input: { when, ...(type && { type }), ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Query of={query} failed={messages.load} loading={<LoadingTiles tiles={6} />}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty
            what={
              type || q ? 'No event is like that' : when === 'past' ? 'No event has been yet' : 'Nothing is planned yet'
            }
            why={
              type || q
                ? 'Ask for another kind, or for fewer words.'
                : 'Events appear here as soon as they are approved.'
            }
          />
        ) : (
          <>
            <h2 className="visually-hidden">{when === 'past' ? 'Past events' : 'Events to come'}</h2>
            <ul className={classes.grid}>
              {rows.map(event => (
                <EventCard key={event.id} event={event} isPast={when === 'past'} />
              ))}
            </ul>
          </>
        )
      }
    </Query>
  )
}
