import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatDay, formatTimeRange } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { PassCode } from '../parts/pass-code.tsx'
import { messages } from '../rules.ts'

/** /guest-pass/ID: what a guest shows at the door, opened from their invitation (GST-06). */
export function GuestPass() {
  const { id } = useParams({ from: '/guest-pass/$id' })
  const pass = useQuery({ ...api.guestPasses.show.queryOptions({ input: { id } }), retry: false })
  const venue = useQuery(api.venue.about.queryOptions())
  return (
    <Query of={pass} failed={messages.qrFailed}>
      {({ guestName, hostName, validUntil, status, code, passCode }) => (
        <Page title={`Welcome, ${guestName}`} kicker="Guest pass" lead={`${hostName} invites you.`}>
          <Section title="Your pass" aside>
            {code && passCode ? (
              <PassCode code={code} passCode={passCode} />
            ) : (
              <Empty what={overWords[status]} why={`Ask ${hostName} whether they can invite you once more.`} />
            )}
          </Section>
          <Section title="Your visit" aside>
            <Facts
              facts={[
                { label: 'Good for', value: 'One visit' },
                { label: 'Last day', value: formatDay(validUntil) },
                ...(venue.data
                  ? [
                      {
                        label: 'The house is open',
                        value: `7 days, ${formatTimeRange(venue.data.opensAt, venue.data.closesAt)}`,
                      },
                      { label: 'Where', value: venue.data.address },
                    ]
                  : []),
                { label: 'Questions', value: <AnchorLink to="/contact">Talk to us</AnchorLink> },
              ]}
            />
          </Section>
        </Page>
      )}
    </Query>
  )
}

const overWords = {
  // Its host may bring nobody at present.
  active: 'This pass lets nobody in at present',
  used: 'This pass was used',
  expired: 'This pass has expired',
  cancelled: 'This pass was cancelled',
} as const
