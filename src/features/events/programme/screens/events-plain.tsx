import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '#features/events/events/rules.ts'
import { formatDate, formatTimeRange, formatTokens } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'

/** /events-plain: the same list without pictures and controls (EVT-07, decision 48). */
export function EventsPlain() {
  return (
    <Page title="Events, plain" heading="Events" lead={<Link to="/events">With pictures</Link>} width="text">
      <Section title="Upcoming">
        <PlainList when="upcoming" />
      </Section>
      <Section title="Past">
        <PlainList when="past" />
      </Section>
    </Page>
  )
}

function PlainList({ when }: { when: 'upcoming' | 'past' }) {
  const query = useQuery(api.events.list.queryOptions({ input: { when } }))
  return (
    <Query of={query} failed={messages.load}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul>
            {rows.map(event => (
              <li key={event.id}>
                <Link to="/event/$id" params={{ id: event.id }}>
                  {event.name}
                </Link>
                <br />
                {[
                  `${formatDate(event.eventDate, { year: true })}, ${formatTimeRange(event.startTime, event.endTime)}`,
                  event.place,
                  event.hostName && `with ${event.hostName}`,
                  event.tokensCost > 0 ? formatTokens(event.tokensCost) : 'free',
                  when === 'upcoming' ? event.availability : null,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </li>
            ))}
          </ul>
        )
      }
    </Query>
  )
}
