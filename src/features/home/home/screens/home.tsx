import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Standing, whereOf } from '#features/home/standing/rules.ts'
import { formatDate, formatDay } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Phone } from '#ui/plain/phone.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { Tokens } from '#ui/plain/tokens.tsx'
import { WhenNear } from '#ui/when-near.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { nextChangeMs, OwnDays } from '../parts/own-days.tsx'
import classes from './home.module.css'

/** The personal home page, at /home and /portal (HOME-13…15). */
export function Home() {
  const me = useMe()
  const query = useQuery({
    ...api.content.home.queryOptions(),
    // What runs is over, or begins.
    refetchInterval: ({ state }) => nextChangeMs(state.data?.days ?? [], new Date()),
  })
  const heading = me?.firstName ? `Welcome back, ${me.firstName}` : 'Welcome'
  return (
    <Page
      title="Home"
      heading={heading}
      lead={me ? whereOf(me.standing) : undefined}
      // What waits for them is said with its step above every page.
      actions={me && !me.standing.isNotice ? <NextStep {...me.standing.next} /> : undefined}
    >
      <Query of={query} failed="Failed to load your home page" loading={<LoadingTiles tiles={4} />}>
        {home => (
          <>
            {home.days.length > 0 && (
              <Section
                title="Your next bookings"
                actions={
                  <Link to="/bookings" search={{ view: 'mine' }}>
                    All bookings
                  </Link>
                }
              >
                <OwnDays days={home.days} />
              </Section>
            )}
            <Section title="Your membership">
              {home.membership ? null : <WhenNear load={ownSteps} />}
              <Facts
                columns
                facts={[
                  home.membership && { label: 'Plan', value: home.membership.tierName },
                  home.membership?.weeklyTokens
                    ? { label: 'Every week', value: <Tokens count={home.membership.weeklyTokens} /> }
                    : null,
                  (home.membership ?? home.tokenBalance > 0) && {
                    label: 'Balance',
                    value: <Tokens count={home.tokenBalance} />,
                  },
                  home.membership?.endsOn ? { label: 'Ends', value: formatDay(home.membership.endsOn) } : null,
                  {
                    label: 'Next market',
                    value: home.market.next ? formatDate(home.market.next.on) : null,
                  },
                ]}
              />
              <p className={classes.ways}>
                {me?.standing.isNotice ? <NextStep {...me.standing.next} /> : null}
                {!home.membership || me?.standing.next.to === '/members' ? null : (
                  <ButtonLink to="/members" variant="default">
                    Membership
                  </ButtonLink>
                )}
                <ButtonLink to="/market-tickets" variant="default">
                  Market ticket
                </ButtonLink>
              </p>
            </Section>
            {home.spaces.length > 0 && (
              <Section title="Our Spaces">
                <ul className={classes.spaces}>
                  {home.spaces.map(space => (
                    <li key={space.id}>
                      <SpaceLink to={space.linkUrl}>
                        <Picture
                          of={space.picture}
                          seed={space.imageKey}
                          alt=""
                          sizes="(min-width: 62em) 20rem, 50vw"
                        />
                        <h3>{space.title}</h3>
                      </SpaceLink>
                      <p>{space.description}</p>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            <WhenNear load={whatsNew} title="What’s New" />
            <Section title="Next Event" actions={<Link to="/events">All events</Link>}>
              <WhenNear load={nextEvent} />
            </Section>
            <Section title="Member Highlights">
              <WhenNear load={memberHighlights} />
            </Section>
            <WhenNear load={creativeDirectory} title="Creative Directory" />
            <WhenNear load={communityUpdates} title="Community Updates" />
            <Section title="Get In Touch" lead={`Open 7 days, ${home.contact.opensAt}–${home.contact.closesAt}`} aside>
              <Facts
                facts={[
                  { label: 'Address', value: home.contact.address },
                  {
                    label: 'Phone',
                    value: <Phone of={home.contact.phone} />,
                  },
                  {
                    label: 'Email',
                    value: <Email of={home.contact.email} />,
                  },
                ]}
              />
              <p className={classes.ways}>
                <ButtonLink to="/contact" variant="default">
                  Write to us
                </ButtonLink>
              </p>
            </Section>
          </>
        )}
      </Query>
    </Page>
  )
}

const NextStep = ({ to, label }: Standing['next']) => <ButtonLink to={to}>{label}</ButtonLink>

function SpaceLink({ to, children }: { to: string; children: ReactNode }) {
  if (!to) return children
  return to.startsWith('/') ? <Link to={to}>{children}</Link> : <a href={to}>{children}</a>
}

// What stands below the first screen is fetched by whoever comes there.
const ownSteps = async () => (await import('#features/admissions/applications/parts/own-steps.tsx')).OwnSteps
const nextEvent = async () => (await import('../parts/next-event.tsx')).NextEvent
const memberHighlights = async () => (await import('../parts/member-highlights.tsx')).MemberHighlights
const whatsNew = async () => (await import('#features/home/news/parts/whats-new.tsx')).WhatsNew
const creativeDirectory = async () =>
  (await import('#features/home/creatives/parts/creative-directory.tsx')).CreativeDirectory
const communityUpdates = async () =>
  (await import('#features/community/posts/parts/community-updates.tsx')).CommunityUpdates
