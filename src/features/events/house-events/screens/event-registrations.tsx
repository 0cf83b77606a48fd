import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { messages } from '#features/events/registrations/inputs.ts'
import classes from '#features/events/registrations/parts/office.module.css'
import { RegistrationsTable } from '#features/events/registrations/parts/registrations-table.tsx'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { api, type rpc } from '#web/client.ts'
import { AddEvent } from '../parts/add-event.tsx'
import { ManageEvent } from '../parts/manage-event.tsx'

type Events = Awaited<ReturnType<typeof rpc.events.registrationEvents>>
type Tab = 'upcoming' | 'past'

/** /admin/registrations: the events of the programme, who comes to which, and who was there (EVA-13 … EVA-15). */
export function EventRegistrations() {
  const search = useSearch({ from: '/admin/registrations' })
  const navigate = useNavigate()
  const query = useQuery(api.events.registrationEvents.queryOptions())
  const tab: Tab = search.tab === 'past' ? 'past' : 'upcoming'
  // One that was cancelled, or is older than those that are listed, is read by itself.
  const id = search.event ?? ''
  const event = useQuery({ ...api.events.plan.queryOptions({ input: { id } }), enabled: id !== '' }).data
  return (
    <Page
      title="Event Registrations"
      chassis="desk"
      actions={<AddEvent />}
      lead={event ? `${event.name}, ${whenOf(event)}` : 'Choose an event to see who comes, and to mark who was there.'}
    >
      <Query of={query} failed={messages.load} loading={<LoadingRows rows={8} />}>
        {found => (
          <Tabs
            value={tab}
            onChange={next =>
              void navigate({ to: '/admin/registrations', search: next === 'past' ? { tab: 'past' } : {} })
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
              {id !== '' ? (
                <>
                  <p>
                    <AnchorLink to="/admin/registrations" search={tab === 'past' ? { tab } : {}}>
                      All events
                    </AnchorLink>
                  </p>
                  <ManageEvent id={id} />
                  <RegistrationsTable key={id} isPast={tab === 'past' || (event?.isOver ?? false)} />
                </>
              ) : (
                <>
                  <EventList of={found[tab]} tab={tab} />
                  {tab === 'upcoming' && found.hidden.length > 0 ? (
                    <Section title="Hidden from the programme">
                      <EventList of={found.hidden} tab={tab} />
                    </Section>
                  ) : null}
                </>
              )}
            </Tabs.Panel>
          </Tabs>
        )}
      </Query>
    </Page>
  )
}

function EventList({ of, tab }: { of: Events[Tab]; tab: Tab }) {
  if (of.length === 0)
    return tab === 'past' ? (
      <Empty what="No event has been yet" why="Those that were last stand here, with who came." />
    ) : (
      <Empty what="No event is planned" why="Approved events stand here, with who registered." />
    )
  return (
    <ul className={classes.events}>
      {of.map(event => (
        <li key={event.id}>
          <AnchorLink
            to="/admin/registrations"
            search={{ ...(tab === 'past' && { tab }), event: event.id }}
            className={classes.event}
          >
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
          </AnchorLink>
        </li>
      ))}
    </ul>
  )
}

const whenOf = (event: Pick<Events[Tab][number], 'eventDate' | 'startTime' | 'endTime'>) =>
  `${formatDate(event.eventDate, { year: true })}, ${formatTimeRange(event.startTime, event.endTime)}`
