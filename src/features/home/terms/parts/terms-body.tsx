import { useQuery } from '@tanstack/react-query'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import type { TermsPart } from '../inputs.ts'
import { TermsText } from './terms-text.tsx'

/** The terms with the numbers that the venue has set elsewhere. */
export function TermsBody({ parts }: { parts: readonly TermsPart[] }) {
  const query = useQuery(api.venue.about.queryOptions())
  return (
    <Query of={query} failed="Failed to load the terms">
      {venue => <TermsText parts={parts} venue={venue} />}
    </Query>
  )
}
