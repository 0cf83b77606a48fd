import { houseData } from '#features/home/pages/model.ts'
import { addDays } from '#platform/dates.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { type Landing, readLanding } from './model.ts'
import { LandingPage, type LinkPiece } from './parts/landing-page.tsx'

export const heads: Heads = { '/': landingHead }

/** The landing page as the first answer carries it: drawn, so that it is seen before any script has run. */
export async function landingHead(runtime: Runtime): Promise<Head> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  const now = runtime.clock.now()
  const landing = await readLanding(runtime.facts.get, runtime.db, now)
  const { hero, contact } = landing
  return {
    freshUntil: freshUntil(landing, now),
    title: 'Exchange · A house for people who make things',
    description: `${hero.subtitle} Open 7 days, ${contact.opensAt}–${contact.closesAt}. ${contact.address}.`,
    preview: {
      kicker: landing.place || 'Exchange',
      title: hero.title,
      lines: [`Open 7 days, ${contact.opensAt}–${contact.closesAt}`],
      fileId: hero.picture?.src.split('/').at(-1) ?? null,
    },
    jsonLd: [houseData(contact, runtime.env.publicUrl)],
    stylesOf: 'landing',
    html: renderToStaticMarkup(<FirstDrawing landing={landing} />),
  }
}

/** Events are planned and called off without a fact of the house changing: where they are shown, they are looked at again. */
const eventsFreshMs = 60_000

function freshUntil(landing: Landing, now: Date): Date {
  const until = untilNextMarket(landing, now)
  if (landing.events === null) return until
  return new Date(Math.min(until.getTime(), now.getTime() + eventsFreshMs))
}

/** The page shows another market when the one it shows has closed, and it is written anew each midnight. */
function untilNextMarket({ market: { next } }: Landing, now: Date): Date {
  const midnight = instantOf(addDays(calendarDate(now), 1), '00:00')
  const closing = next && instantOf(next.on, next.closesAt)
  return closing && closing > now && closing < midnight ? closing : midnight
}

/** The page, with what the browser application then starts from. */
function FirstDrawing({ landing }: { landing: Landing }) {
  return (
    <>
      <LandingPage of={landing} Link={PlainLink} />
      <script
        type="application/json"
        id="landing-content"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can begin
        dangerouslySetInnerHTML={{ __html: JSON.stringify(landing).replaceAll('<', '\\u003c') }}
      />
    </>
  )
}

const PlainLink: LinkPiece = ({ to, children, ...rest }) => (
  <a href={to} {...rest}>
    {children}
  </a>
)
