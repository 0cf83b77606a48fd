import { useQuery } from '@tanstack/react-query'
import { arriveEarly } from '#features/spaces/calendar/inputs.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import { paragraphsOf } from '../rules.ts'

/** The terms with the numbers of this moment, so that they never lie. */
export function TermsBody({ parts }: { parts: readonly { id: string; title: string; text: string }[] }) {
  const query = useQuery(api.venue.about.queryOptions())
  return (
    <Query of={query} failed="Failed to load the terms">
      {({ cancellationHours, opensAt, closesAt, address, email }) => (
        <>
          {parts.map(({ id, title, text }) => (
            <Section key={id} title={title}>
              {paragraphsOf(text, { cancellationHours: String(cancellationHours), arriveEarly, opensAt, closesAt }).map(
                paragraph => (
                  <p key={paragraph}>{paragraph}</p>
                ),
              )}
            </Section>
          ))}
          <p>
            {address} · <a href={`mailto:${email}`}>{email}</a>
          </p>
        </>
      )}
    </Query>
  )
}
