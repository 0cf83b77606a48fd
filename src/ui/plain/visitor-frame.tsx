import type { ComponentType, ReactNode } from 'react'
import { BrandMark } from './brand-mark.tsx'
import { Page } from './page.tsx'
import { Phone } from './phone.tsx'

/** How the frame draws a link: the server plain ones, the browser those of its router. */
export type FrameLink = ComponentType<{ to: string; className?: string; 'aria-label'?: string; children: ReactNode }>

interface Entry {
  label: string
  to: string
}

/**
 * The frame around every page for people who are not signed in: the name of the house, the way in, the page, and the way to
 * everything that is public. Drawn by the server first and by the browser in the same place, so plain elements and plain
 * class names (visitor-frame.css) on both sides.
 */
export function VisitorFrame(props: {
  Link: FrameLink
  menu: readonly Entry[]
  footer: readonly Entry[]
  /** lines above the page */
  notices?: ReactNode
  /** what stands at the very end: the choice of the theme, where there is a script for it */
  end?: ReactNode
  children?: ReactNode
}) {
  const { Link, menu, footer } = props
  return (
    <>
      {props.notices}
      <header className="visitor-header">
        <Link to="/" className="brand" aria-label="Exchange, home page">
          <BrandMark />
        </Link>
        <nav aria-label="Main" className="visitor-menu">
          {links(menu, Link)}
        </nav>
      </header>
      <main id="content" tabIndex={-1} className="visitor-content">
        {props.children}
      </main>
      <footer className="visitor-footer">
        <div>
          <p className="visitor-house">Exchange</p>
          <p>The house of people who make things.</p>
        </div>
        {footer.length > 0 && <nav aria-label="Footer">{links(footer, Link)}</nav>}
        {props.end}
      </footer>
    </>
  )
}

const links = (entries: readonly Entry[], Link: FrameLink) =>
  entries.map(({ label, to }) => (
    <Link key={label} to={to}>
      {label}
    </Link>
  ))

/** What the simulators that are on have to say, above every page. */
export const DemonstrationLine = ({ className }: { className: string }) => (
  <aside className={className} aria-label="About this demonstration">
    Demonstration: no real money or emails. <a href="/dev/mail">In-box</a>
  </aside>
)

/** What works where no script runs, and how the house is reached instead. */
export const WithoutScript = ({ email, phone }: { email: string; phone: string }) => (
  <p className="without-script">
    Without JavaScript you can read every page that is open to everybody. To ask, to book or to visit,{' '}
    <Ways email={email} phone={phone} />. Signing in, booking and buying on this site need JavaScript.
  </p>
)

/** In the place of a page that is nothing without its script, such as a form. */
export const PageWithoutScript = ({ email, phone }: { email: string; phone: string }) => (
  <Page title="This page needs JavaScript" width="text">
    <p>
      Turn JavaScript on to sign in, apply, book or buy here, and load the page again. Or{' '}
      <Ways email={email} phone={phone} />.
    </p>
    <p>The pages below can be read without it.</p>
  </Page>
)

const Ways = ({ email, phone }: { email: string; phone: string }) => (
  <>
    write to <a href={`mailto:${email}`}>{email}</a> or call <Phone of={phone} />
  </>
)

/** A link as the server draws it. */
export const PlainLink: FrameLink = ({ to, children, ...rest }) => (
  <a href={to} {...rest}>
    {children}
  </a>
)

/** A way on, as the server draws it: in the shape of the button that the browser will put there. */
export const PlainButton = ({
  to,
  isQuiet = false,
  children,
}: {
  to: string
  isQuiet?: boolean
  children: ReactNode
}) => (
  <a href={to} className="plain-button" data-quiet={isQuiet || undefined}>
    {children}
  </a>
)

/** A field of a form that has not come yet: how it is called, what stands in it, how much room it takes. */
export interface PlainField {
  label: string
  /** text unless told; choice: one of several, `value` first; count: how many, `value` first; tick: a box before its words */
  kind?: 'text' | 'email' | 'tel' | 'long' | 'choice' | 'count' | 'tick'
  value?: string
  /** what is said below it */
  hint?: string
  /** over the whole width */
  isWide?: boolean
  isOptional?: boolean
  autoComplete?: string
  maxLength?: number
}

/**
 * In the place of a form that the application draws: its fields, which can be pressed and typed into at once, and its button, by
 * the same words. What was typed, and the caret, are in the form once that is there (web/take-over.ts); a press of the button
 * leads to what is still missing. `to`: the id of the part of the page.
 */
export const PlainOpener = ({
  to,
  stands,
  fields = [],
  price,
  chosen,
  beside,
  words,
  children,
}: {
  to: string
  /** the form whose room it keeps, so that nothing below moves when that comes (plain-form.css) */
  stands?: 'tickets' | 'letter' | 'registration' | 'acceptance'
  fields?: readonly PlainField[]
  /** what it costs, beside the fields and above the button as in `Composer`; `chosen`: right above the button */
  price?: ReactNode
  chosen?: ReactNode
  /** buttons beside it */
  beside?: ReactNode
  /** what else is said in its place */
  words?: ReactNode
  children: ReactNode
}) => (
  <div className="plain-opener" data-stands={stands}>
    {fields.length > 0 ? (
      <div className="plain-bones">
        {fields.map(field => (
          <Drawn key={field.label} of={field} />
        ))}
      </div>
    ) : null}
    {price ? (
      <div className="plain-side">
        {price}
        <div className="plain-foot">
          {chosen}
          <Opener to={to}>{children}</Opener>
        </div>
      </div>
    ) : beside ? (
      <div className="plain-row">
        <Opener to={to}>{children}</Opener>
        {beside}
      </div>
    ) : (
      <Opener to={to}>{children}</Opener>
    )}
    {words ? <p>{words}</p> : null}
  </div>
)

const Opener = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={`#${to}`} data-opens>
    <span className="plain-button">{children}</span>
  </a>
)

function Drawn({
  of: { label, kind = 'text', value, hint, isWide = false, isOptional = false, autoComplete, maxLength },
}: {
  of: PlainField
}) {
  if (kind === 'count')
    return (
      <div data-count>
        {label}
        <p>
          <span data-press="Fewer">−</span>
          <b>{value}</b>
          <span data-press="More">+</span>
        </p>
      </div>
    )
  if (kind === 'tick')
    return (
      <label data-wide data-tick>
        <input type="checkbox" />
        {label}
      </label>
    )
  if (kind === 'choice')
    return (
      <label>
        {label}
        <select>
          <option>{value}</option>
        </select>
      </label>
    )
  if (kind === 'long')
    return (
      <label data-wide>
        {label}
        <textarea maxLength={maxLength} />
      </label>
    )
  return (
    <label data-wide={isWide || undefined} data-optional={isOptional || undefined}>
      {label}
      <input type={kind} defaultValue={value} autoComplete={autoComplete} maxLength={maxLength} />
      {hint ? <small>{hint}</small> : null}
    </label>
  )
}
