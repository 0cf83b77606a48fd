import { BrandMark } from './brand-mark.tsx'

/** Which frame the bones stand for: the members' pages, or the office's with its menu at the side. */
export type BonesFrame = 'member' | 'office'

/** How the page is called that will stand there, as in its own head. */
export interface BonesName {
  title: string
  heading?: string
  kicker?: string
  width?: 'text' | 'form' | 'wide'
}

/**
 * A page's frame and greyed blocks where its content will be. The server sends it for pages that need a session, so that a
 * slow phone shows the house at once; the browser draws the same until it knows the person, then the page in its place.
 * Plain elements and global classes (bones.css) on both sides; it names the page where its name is known, and nobody, and shows
 * no way anywhere.
 */
export function Bones({
  frame,
  hasSimulators,
  name = null,
}: {
  frame: BonesFrame
  hasSimulators: boolean
  name?: BonesName | null
}) {
  const isOffice = frame === 'office'
  const notice = hasSimulators && (
    <p className="bones-notice" data-office={isOffice || undefined}>
      Demonstration: no real money or emails. <a href="/dev/mail">In-box</a>
    </p>
  )
  const page = (
    <>
      {notice}
      <header className="bones-bar">
        {isOffice ? null : <i className="bones-burger" />}
        <span className="brand">
          <BrandMark />
        </span>
        {blocks(isOffice ? 1 : 5)}
      </header>
      <main id="content">
        <BonesPage chassis={isOffice ? 'desk' : 'programme'} name={name} />
      </main>
      {isOffice ? null : <div className="bones-foot">{blocks(4)}</div>}
      <p className="bones-slow">
        This takes longer than usual.{' '}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself, whichever it is */}
        <a href="">Load the page again</a>
      </p>
    </>
  )
  return (
    <div className="bones" data-frame={frame}>
      {isOffice ? (
        <>
          <div className="bones-side">{blocks(16)}</div>
          <div className="bones-main">{page}</div>
        </>
      ) : (
        page
      )}
    </div>
  )
}

/** The head and the blocks alone, for a page whose frame stands already. The heading is where the page has its own. */
export function BonesPage({ chassis, name }: { chassis: 'programme' | 'desk'; name: BonesName | null }) {
  if (!name)
    return (
      <div className="bones-page" data-chassis={chassis} role="status" aria-label="Loading">
        {blocks(chassis === 'desk' ? 14 : 5)}
      </div>
    )
  const { title, heading = title, kicker, width = 'wide' } = name
  return (
    <div className="page" data-width={width}>
      <header className="page-head">
        <div className="page-words">
          {kicker ? <p className="kicker page-kicker">{kicker}</p> : null}
          <h1 className="page-heading">{heading}</h1>
        </div>
      </header>
      <div className="bones-page" data-named role="status" aria-label="Loading">
        {blocks(3)}
      </div>
    </div>
  )
}

// biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change
const blocks = (count: number) => Array.from({ length: count }, (_, index) => <i key={index} />)
