import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDate, formatTimeRange, formatTokens } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'

/** One event: when, where, who hosts it and how many come, and the ways to its page and to who is registered. */
export function EventPanel({ id }: { id: string }) {
  const event = useQuery(api.events.one.queryOptions({ input: { id } }))
  return (
    <Query of={event} failed="Failed to load this event">
      {found => (
        <>
          <h3>{found.name}</h3>
          <Facts
            facts={[
              {
                label: 'When',
                value: `${formatDate(found.eventDate, { year: true })}, ${formatTimeRange(found.startTime, found.endTime)}`,
              },
              { label: 'Where', value: found.place },
              { label: 'Host', value: found.hostName ?? 'The house' },
              {
                label: 'Registered',
                value: `${found.registeredCount} of ${formatCount(found.capacity, 'place')}`,
              },
              {
                label: 'Waiting list',
                value: found.waitingCount > 0 ? formatCount(found.waitingCount, 'person', 'people') : null,
              },
              { label: 'Costs', value: found.tokensCost > 0 ? formatTokens(found.tokensCost) : 'Nothing' },
              { label: 'Cancelled', value: found.cancelReason },
              {
                label: 'Registrations',
                value: (
                  <AnchorLink to="/admin/registrations" search={{ event: id, ...(found.isPast && { tab: 'past' }) }}>
                    Who is registered
                  </AnchorLink>
                ),
              },
              {
                label: 'Page',
                value: (
                  <AnchorLink to="/event/$id" params={{ id }}>
                    As members see it
                  </AnchorLink>
                ),
              },
            ]}
          />
        </>
      )}
    </Query>
  )
}
