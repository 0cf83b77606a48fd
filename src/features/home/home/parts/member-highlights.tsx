import { useQuery } from '@tanstack/react-query'
import { MemberHighlight } from '#features/home/highlights/parts/member-highlight.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'

/** Somebody of the house and what they make, as the office wrote it (HOME-18). */
export function MemberHighlights() {
  const query = useQuery(api.content.highlights.queryOptions())
  return (
    <Query of={query} failed="Failed to load member highlights" loading={<LoadingTiles tiles={1} />}>
      {({ highlight }) =>
        highlight ? (
          <MemberHighlight of={highlight} />
        ) : (
          <Empty what="Nobody is portrayed this week" why="The house shows here what its members make." />
        )
      }
    </Query>
  )
}
