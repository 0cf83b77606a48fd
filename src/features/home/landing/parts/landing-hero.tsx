import { Picture } from '#ui/plain/picture.tsx'
import type { Landing } from '../model.ts'
import type { LinkPiece } from './landing-page.tsx'

/** What visitors see first: the words of the section "hero", the ways in, and its picture (HOME-02, CNT-05). */
export function LandingHero({
  of: { hero, place, contact },
  Link,
  isKnown = false,
  as: Heading = 'h1',
}: {
  of: Pick<Landing, 'hero' | 'place' | 'contact'>
  Link: LinkPiece
  /** Somebody is signed in and needs no way in. */
  isKnown?: boolean
  /** On another page its heading is one among others. */
  as?: 'h1' | 'h2'
}) {
  return (
    <>
      <section className="landing-hero">
        <p className="kicker">
          {place && `${place} · `}Open 7 days, {contact.opensAt}–{contact.closesAt}
        </p>
        <Heading>{hero.title}</Heading>
        <div className="landing-invite">
          <p className="landing-lead">{hero.subtitle}</p>
          {isKnown ? null : (
            <p className="landing-actions">
              <Link to={hero.buttonLink} className="landing-button" data-primary>
                {hero.buttonText}
              </Link>
              <Link to="/auth" className="landing-button">
                Member Login
              </Link>
              <Link to="/membership-info" className="landing-more">
                Plans and prices
              </Link>
            </p>
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
