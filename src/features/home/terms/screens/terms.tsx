import { useQuery } from '@tanstack/react-query'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { TermsBody } from '../parts/terms-body.tsx'

/** The terms (NAV-09), as the venue words them. */
export function Terms() {
  const query = useQuery(api.content.terms.queryOptions())
  return (
    <Page title="Terms" lead="What you can expect of us, and what we expect of you." width="text">
      <Query of={query} failed="Failed to load the terms">
        {({ parts }) => <TermsBody parts={parts} />}
      </Query>
    </Page>
  )
}
