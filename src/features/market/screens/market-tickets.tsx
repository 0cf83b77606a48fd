import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Page } from '#ui/page.tsx'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { Empty } from '#ui/states.tsx'
import { api } from '#web/client.ts'
import { useSession } from '#web/session.tsx'
import { MarketFacts } from '../parts/market-facts.tsx'
import { KeptTicket, MyTicket } from '../parts/my-ticket.tsx'
import { messages } from '../rules.ts'

/** /market-tickets: what guests need to know of the market, and the member's own check-in code (MKT-16). */
export function MarketTickets() {
  const about = useQuery(api.market.about.queryOptions())
  return (
    <Page
      title="Market tickets"
      kicker="Market"
      lead="Makers, food and music under one roof. Members check in with a code; guests are welcome at the door."
    >
      <Section title="Your ticket" aside>
        <Ticket />
      </Section>
      <Section title="The next market" aside>
        <Query of={about} failed={messages.aboutLoad}>
          {data => <MarketFacts about={data} />}
        </Query>
      </Section>
    </Page>
  )
}

function Ticket() {
  const { me, hasFailed, isLoading } = useSession()
  if (isLoading) return null
  // The server cannot be asked who this is; the code is this device's own, and is gone once the person signs out.
  if (hasFailed) return <KeptTicket />
  if (!me)
    return (
      <Empty
        what={messages.signIn}
        why="Members show a code at the door. Guests need none."
        next={
          <Button component={Link} to={'/auth' as string} search={{ return: '/market-tickets' } as never}>
            Sign In
          </Button>
        }
      />
    )
  if (me.approvalStatus !== 'approved' || me.accountStatus !== 'active')
    return (
      <Empty
        what="Your ticket comes with your membership"
        why="Once it is approved, your check-in code is here. Until then you are welcome as a guest."
      />
    )
  return <MyTicket key={me.userId} />
}
