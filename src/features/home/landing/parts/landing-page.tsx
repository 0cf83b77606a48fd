import type { ReactNode } from 'react'
import { decide, findRoute } from '#access.ts'
import { priceRange } from '#features/membership/tiers/rules.ts'
import { joinPath } from '#features/people/members/rules.ts'
import { formatCount, formatDate, formatMoney, formatTimeRange, formatTokens } from '#platform/words.ts'
import { Phone } from '#ui/plain/phone.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { posterOf } from '#ui/plain/poster-kinds.tsx'
import type { Landing } from '../model.ts'
import { FeatureIcon } from './feature-icon.tsx'
import { LandingHero } from './landing-hero.tsx'

/** How this page draws a link: the server writes plain ones, the browser's router its own. */
export type LinkPiece = (props: {
  to: string
  className?: string
  'data-primary'?: boolean
  children: ReactNode
}) => ReactNode

/**
 * The landing page. Pure: the server draws it into the first answer, the browser draws the same over it, so nothing moves.
 * Class names are plain for the same reason; their styles are in landing.module.css.
 */
export function LandingPage({
  of: landing,
  Link,
  person = null,
  greeting,
}: {
  of: Landing
  Link: LinkPiece
  /** Somebody is signed in: they are greeted with their own next step, not asked to apply or to sign in. */
  person?: Parameters<typeof decide>[1]
  greeting?: ReactNode
}) {
  const isKnown = person !== null
  const { size, plans, features, spaces, events, market, contact } = landing
  const hours = `${contact.opensAt}–${contact.closesAt}`
  return (
    <div className="landing" data-known={isKnown}>
      <LandingHero of={landing} Link={Link} greeting={greeting} />
      <dl className="landing-facts">
        <Fact name="Open">
          7 days, <span>{hours}</span>
        </Fact>
        <Fact name="Where">{contact.address}</Fact>
        {size && <Fact name="Size">{size}</Fact>}
        <Fact name="Next market">{market.next ? formatDate(market.next.on) : 'To be announced'}</Fact>
      </dl>

      {isKnown ? null : <Plans plans={plans} Link={Link} />}

      {features.length > 0 && (
        <section className="landing-section" aria-labelledby="landing-why">
          <h2 id="landing-why">What members get</h2>
          <ul className="landing-features">
            {features.map(feature => (
              <li key={feature.id}>
                <FeatureIcon name={feature.iconName} />
                <h3>{feature.title}</h3>
                <p>{feature.description}</p>
                {feature.linkUrl && (
                  <Link to={feature.linkUrl} className="landing-more">
                    {feature.linkText}
                    <span className="visually-hidden"> about {feature.title}</span>
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}

      {events && events.length > 0 ? <Events events={events} Link={Link} /> : null}

      <Market market={market} Link={Link} />

      {spaces.length > 0 && (
        <section className="landing-section" aria-labelledby="landing-spaces">
          <h2 id="landing-spaces">Our Spaces</h2>
          <ul className="landing-spaces">
            {spaces.map(space => (
              <li key={space.id}>
                <Picture of={space.picture} seed={space.imageKey} alt="" sizes="(min-width: 62em) 25vw, 50vw" />
                <h3>
                  <Link to={openTo(person, space.linkUrl)}>{space.title}</Link>
                </h3>
                <p>{space.description}</p>
              </li>
            ))}
          </ul>
        </section>
      )}

      <section className="landing-section landing-visit" aria-labelledby="landing-visit">
        <h2 id="landing-visit">Come and see</h2>
        <p className="landing-hours">
          <span>{hours}</span> 7 days a week
        </p>
        <address>
          {contact.address}
          <br />
          <Phone of={contact.phone} />
          <br />
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </address>
        <p className="landing-actions">
          <Link to="/tour-booking" className="landing-button">
            Book a tour
          </Link>
          <Link to="/contact" className="landing-button">
            Write to us
          </Link>
          {isKnown ? null : (
            <Link to="/join" className="landing-button" data-primary>
              Apply for membership
            </Link>
          )}
        </p>
      </section>
    </div>
  )
}

/** The page itself where it is open to whoever looks, or not one of ours; else where rooms and their prices stand. */
function openTo(person: Parameters<typeof decide>[1], path: string): string {
  const route = findRoute(path)
  return !path.startsWith('/') || (route && decide(route, person) === 'open') ? path : '/membership-info#rooms'
}

/** What membership costs, and the way into each plan: over the code of conduct to the form, as from Membership (decision 52). */
function Plans({ plans, Link }: { plans: Landing['plans']; Link: LinkPiece }) {
  const price = priceRange(plans.map(({ pricePence }) => pricePence))
  if (!price) return null
  return (
    <section className="landing-section landing-plans" aria-labelledby="landing-plans">
      <h2 id="landing-plans">{price}</h2>
      <p className="landing-lead">You apply first and pay nothing until you are approved.</p>
      <ul>
        {plans.map(({ slug, name, pricePence, weeklyTokens }) => (
          <li key={slug}>
            <h3>{name}</h3>
            <p className="landing-plan-price">
              <strong>{pricePence > 0 ? `${formatMoney(pricePence)} a month` : 'Free'}</strong>
              {weeklyTokens > 0 && <span>{`${formatTokens(weeklyTokens)} a week`}</span>}
            </p>
            <Link
              to={`/code-of-conduct?${new URLSearchParams({ return: joinPath({ tierSlug: slug }) })}`}
              className="landing-more"
            >
              Apply for {name}
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/membership-info" className="landing-more">
        What is in each plan
      </Link>
    </section>
  )
}

/** What is on next, where the house lets visitors see it. */
function Events({ events, Link }: { events: NonNullable<Landing['events']>; Link: LinkPiece }) {
  return (
    <section className="landing-section" aria-labelledby="landing-events">
      <h2 id="landing-events">What’s on</h2>
      <ul className="landing-spaces landing-events">
        {events.map(event => (
          <li key={event.id}>
            <Picture of={event.picture} seed={posterOf(event)} alt="" sizes="(min-width: 62em) 33vw, 100vw" />
            <p>
              {event.kind} · {formatDate(event.eventDate)}, {formatTimeRange(event.startTime, event.endTime)}
            </p>
            <h3>
              <Link to={`/event/${event.id}`}>{event.name}</Link>
            </h3>
            <p className="landing-about">{event.about}</p>
          </li>
        ))}
      </ul>
      <Link to="/events" className="landing-more">
        All events
      </Link>
    </section>
  )
}

function Market({ market, Link }: { market: Landing['market']; Link: LinkPiece }) {
  const { words, next, guestPence, memberPence, membersEnterFreeUntil: until } = market
  return (
    <section className="landing-market" aria-labelledby="landing-market">
      <div className="landing-market-words">
        <p className="kicker">The makers’ market</p>
        <h2 id="landing-market">{next ? formatDate(next.on) : 'A Saturday a month'}</h2>
        <p className="landing-lead">
          {next ? `${next.opensAt}–${next.closesAt}, ${formatCount(next.stalls, 'stall')}. ` : ''}
          {words}
        </p>
        <p>
          {guestPence > 0 ? `Guests pay ${formatMoney(guestPence)} entry, online or at the door` : 'Guests enter free'}
          {memberPence > 0
            ? `; members pay ${formatMoney(memberPence)} too.`
            : `; members enter free${until ? ` until ${formatDate(until, { year: true })}` : ''}.`}
        </p>
        <p className="landing-actions">
          <Link to="/market-tickets" className="landing-button" data-primary>
            Market tickets
          </Link>
        </p>
      </div>
      <Picture of={market.picture} seed="market" alt="" sizes="(min-width: 62em) 50vw, 100vw" />
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
