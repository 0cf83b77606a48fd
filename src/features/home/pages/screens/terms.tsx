import { useQuery } from '@tanstack/react-query'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { TermsText } from '../parts/terms-text.tsx'

/** The terms (NAV-09); numbers that the venue can change are read from its settings, so that the page never lies. */
export function Terms() {
  const query = useQuery(api.venue.about.queryOptions())
  return (
    <Page title="Terms" lead="What you can expect of us, and what we expect of you." width="text">
      <Query of={query} failed="Failed to load the terms">
        {venue => <TermsText venue={venue} />}
      </Query>
    </Page>
  )
}
