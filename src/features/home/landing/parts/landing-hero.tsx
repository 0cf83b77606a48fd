import type { ReactNode } from 'react'
import { priceRange } from '#features/membership/tiers/rules.ts'
import { Picture } from '#ui/plain/picture.tsx'
import type { Landing } from '../model.ts'
import type { LinkPiece } from './landing-page.tsx'

/**
 * What visitors see first: the words of the section "hero", how to join and how to see the house, what it costs, and the
 * picture (HOME-02, CNT-05).
 */
export function LandingHero({
  of: { hero, place, contact, plans },
  Link,
  greeting,
  as: Heading = 'h1',
}: {
  of: Pick<Landing, 'hero' | 'place' | 'contact' | 'plans'>
  Link: LinkPiece
  /** Somebody is signed in and needs no way in: what stands there for them, with their own next step. */
  greeting?: ReactNode
  /** On another page its heading is one among others. */
  as?: 'h1' | 'h2'
}) {
  const price = priceRange(plans.map(({ pricePence }) => pricePence))
  return (
    <>
      <section className="landing-hero">
        <p className="kicker">
          {place && `${place} · `}Open 7 days, {contact.opensAt}–{contact.closesAt}
        </p>
        <Heading>{hero.title}</Heading>
        <div className="landing-invite">
          <p className="landing-lead">{hero.subtitle}</p>
          {greeting ?? (
            <div className="landing-ways">
              <p className="landing-actions">
                <Link to={hero.buttonLink} className="landing-button" data-primary>
                  {hero.buttonText}
                </Link>
                <Link to="/tour-booking" className="landing-button">
                  Book a tour
                </Link>
              </p>
              <p className="landing-aside">
                {price ? (
                  <Link to="/membership-info" className="landing-more">
                    {price}
                  </Link>
                ) : null}
                <span>
                  Already a member?{' '}
                  <Link to="/auth" className="landing-more">
                    Member Login
                  </Link>
                </span>
              </p>
            </div>
          )}
        </div>
      </section>
      <Picture
        of={hero.picture}
        seed="hero"
        alt={hero.picture?.alt ?? ''}
        sizes="100vw"
        urgent
        ratio="fill"
        className="landing-poster"
      />
    </>
  )
}
