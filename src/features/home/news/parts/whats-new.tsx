import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import classes from './news.module.css'
import { NewsCard } from './news-card.tsx'

/** What's New on the home page: the latest three news items, and the way to all of them (HOME-16). */
export function WhatsNew() {
  const query = useQuery(api.content.news.queryOptions({ input: {} }))
  if (query.data?.total === 0) return null
  return (
    <Section title="What’s New" actions={<Link to="/news">All news</Link>}>
      <Query of={query} failed={messages.loadFailed} loading={<LoadingTiles tiles={3} />}>
        {({ rows }) => (
          <ul className={classes.grid}>
            {rows.slice(0, 3).map(item => (
              <NewsCard key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Query>
    </Section>
  )
}
