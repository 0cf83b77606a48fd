import { useQuery } from '@tanstack/react-query'
import { messages } from '#features/events/events/rules.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { EventCard } from './event-card.tsx'
import classes from './events.module.css'

/** The next three events of the house, for the home page. Draws nothing while there are none. */
export function NextEvents() {
  const query = useQuery(api.events.list.queryOptions({ input: {} }))
  if (query.data?.rows.length === 0) return null
  return (
    <Section title="Next events" actions={<AnchorLink to="/events">All events</AnchorLink>}>
      <Query of={query} failed={messages.load} loading={<LoadingTiles tiles={3} />}>
        {({ rows }) => (
          <ul className={classes.grid}>
            {rows.slice(0, 3).map(event => (
              <EventCard key={event.id} event={event} isPast={false} />
            ))}
          </ul>
        )}
      </Query>
    </Section>
  )
}
