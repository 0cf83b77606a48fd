import { renderToStaticMarkup } from 'react-dom/server'
import { readSettings } from '#features/venue/model.ts'
import type { Head } from '#platform/html.ts'
import type { Runtime } from '#platform/runtime.ts'
import { type Landing, readContact, readLanding } from './model.ts'
import { LandingPage, type LinkPiece } from './parts/landing-page.tsx'

/** The landing page as the first answer carries it: drawn, so that it is seen before any script has run. */
export async function landingHead(runtime: Runtime): Promise<Head> {
  const landing = await readLanding(runtime.db, runtime.clock.now())
  const { hero, contact } = landing
  return {
    title: 'Exchange · A house for people who make things',
    description: `${hero.subtitle} Open 7 days, ${contact.opensAt}–${contact.closesAt}. ${contact.address}.`,
    ...(hero.picture && { image: `${runtime.env.publicUrl}${hero.picture.src}` }),
    html: renderToStaticMarkup(
      <FirstDrawing landing={landing} hasSimulators={Object.values(runtime.env.simulate).includes(true)} />,
    ),
  }
}

export async function contactHead(runtime: Runtime): Promise<Head> {
  const { address, phone, opensAt, closesAt } = await readContact(runtime.db, await readSettings(runtime.db))
  return {
    title: 'Contact · Exchange',
    description: `Write to Exchange, ${address}, ${phone}. Open 7 days, ${opensAt}–${closesAt}.`,
  }
}

export const termsHead = async (): Promise<Head> => ({
  title: 'Terms · Exchange',
  description: 'What you can expect of Exchange and what Exchange expects of you.',
})

/** The visitors' frame in its plainest form around the page. */
function FirstDrawing({ landing, hasSimulators }: { landing: Landing; hasSimulators: boolean }) {
  return (
    <>
      {hasSimulators && (
        <p className="landing-notice">
          Demonstration: payments and mail are simulated. <a href="/dev/mail">In-box</a>
        </p>
      )}
      <header className="landing-bar">
        <a href="/">Exchange</a>
        <nav aria-label="Main">
          <a href="/auth">Sign In</a>
        </nav>
      </header>
      <main id="content">
        <LandingPage of={landing} Link={PlainLink} />
      </main>
      <footer>
        <a href="/contact">Contact</a> <a href="/auth">Sign in</a>
      </footer>
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
