import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { decide, findRoute } from '#access.ts'
import { nameOf } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { useSession } from '#web/session/session.tsx'
import { MarketFacts, memberWords, nextWords } from '../../tickets/parts/market-facts.tsx'
import { MarketLead } from '../../tickets/parts/market-lead.tsx'
import { ComingTicket, KeptTicket, MyTicket } from '../../tickets/parts/my-ticket.tsx'
import { messages } from '../../tickets/rules.ts'
import { BuyTickets } from '../parts/buy-tickets.tsx'

/**
 * /market-tickets: what guests need to know of the market, with tickets to buy first thing; and the member's own check-in code
 * (MKT-16, decision 35).
 */
export function MarketTickets() {
  const about = useQuery(api.market.about.queryOptions())
  const [chosen, setChosen] = useState<Parameters<NonNullable<ComponentProps<typeof BuyTickets>['onDay']>>[0]>()
  const { me, isLoading, hasFailed } = useSession()
  // Visitors are asked to sign in; to whom the page is closed it is not offered.
  const sellsStalls = !me || decide(findRoute('/market-booking')!, me) === 'open'
  // Where the server cannot be asked who it is, it may be a member at the door: the ticket stays first.
  const isVisitor = !isLoading && !me && !hasFailed
  const tickets = (
    <Section title="Your ticket" aside>
      <Ticket
        isForMe={about.isPending ? undefined : (about.data?.can.ticket ?? true)}
        coming={
          about.data?.day && !about.data.day.isToday
            ? { ...about.data.day, minutes: about.data.ticketMinutes, entry: memberWords(about.data) }
            : null
        }
      />
    </Section>
  )
  const guests = (
    <Section title={isVisitor ? 'Buy tickets' : 'Bring guests'} aside id="buy">
      <BuyTickets isMain={isVisitor} onDay={isVisitor ? setChosen : undefined} />
    </Section>
  )
  return (
    <Page
      title="Market tickets"
      // As the menu of members calls it.
      kicker={me ? 'Market Check-In' : 'Market'}
      // Of visitors' choice, of members the one that their ticket is for.
      lead={<MarketLead about={about.data && { ...about.data, day: chosen ?? about.data.day }} />}
    >
      {isVisitor ? null : tickets}
      {guests}
      <Section title={nextWords(about.data)} aside>
        <Query of={about} failed={messages.aboutLoad}>
          {data => <MarketFacts about={data} />}
        </Query>
      </Section>
      {isVisitor ? tickets : null}
      {sellsStalls ? (
        <Section title="A stall of your own" aside>
          <p>
            Members sell what they make, on every plan. You choose the day, the size and the extras, and pay by card.
          </p>
          <ButtonLink to="/market-booking" variant="default">
            Book a stall
          </ButtonLink>
        </Section>
      ) : null}
    </Page>
  )
}

/**
 * `isForMe`: whether the server gives this person a ticket; while that is unknown nothing is shown. `coming`: the market's day
 * when it is not today, and how many minutes a code is then good; so none is made before.
 */
function Ticket({
  isForMe,
  coming,
}: {
  isForMe: boolean | undefined
  coming: Omit<Parameters<typeof ComingTicket>[0], 'holder'> | null
}) {
  const { me, hasFailed, isLoading } = useSession()
  if (isLoading) return null
  // The server cannot be asked who this is; the code is this device's own, and is gone once the person signs out.
  if (hasFailed) return <KeptTicket />
  if (!me)
    return (
      <Empty
        what={messages.signIn}
        why="Members show a code of their own at the door."
        next={
          <ButtonLink to="/auth" search={{ return: '/market-tickets' }}>
            Sign In
          </ButtonLink>
        }
      />
    )
  if (isForMe === undefined) return null
  if (!isForMe)
    return (
      <Empty
        what="Your ticket comes with your membership"
        why="Once it is approved, your check-in code is here. Until then you are welcome as a guest: buy a ticket below, or pay at the door."
      />
    )
  if (coming !== null) return <ComingTicket {...coming} holder={nameOf(me) || me.email} />
  return <MyTicket key={me.userId} holder={nameOf(me) || me.email} />
}
