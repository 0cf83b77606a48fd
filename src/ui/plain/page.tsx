import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { HeadSlot } from './head-slot.ts'
import { useOneLine } from './one-line.ts'

/**
 * The frame of every screen: sets the window's title to `title · Exchange`, gives the one first-level heading and keeps
 * the measure. The server draws it too, so its class names are plain and its styles stand in page.css. `heading` may differ from the title (a name, a poster line). Two chassis: the programme, with a large head,
 * and the desk, for work on lists, whose head is one line, or two where that is too narrow, that also hold the list's count, search and filters.
 */
export function Page(props: {
  title: string
  /** programme unless told */
  chassis?: 'programme' | 'desk'
  heading?: ReactNode
  /** small capitals above the heading: where in the house this is */
  kicker?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** text: reading; form: one column of fields; wide: tables and grids (default) */
  width?: 'text' | 'form' | 'wide'
  children: ReactNode
}) {
  const { title, chassis = 'programme' } = props
  const [line, setLine] = useState<HTMLElement | null>(null)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [deeds, setDeeds] = useState<HTMLElement | null>(null)
  const slot = useMemo(() => (line && tools && deeds ? { line, tools, deeds } : null), [line, tools, deeds])
  const head = useRef<HTMLElement>(null)
  useOneLine(head)
  useEffect(() => {
    document.title = `${title} · Exchange`
  }, [title])
  const heading = <h1 className="page-heading">{props.heading ?? title}</h1>
  const actions = props.actions ? <div className="page-actions">{props.actions}</div> : null
  if (chassis === 'desk')
    return (
      <div className="desk">
        <header className="desk-line" data-page-head ref={head}>
          {heading}
          <div ref={setLine} className="desk-slot" />
          <div ref={setTools} className="desk-tools" />
          <div className="desk-deeds">
            <div ref={setDeeds} className="desk-slot" />
            {actions}
          </div>
        </header>
        {props.lead ? <div className="desk-note">{props.lead}</div> : null}
        <HeadSlot value={slot}>{props.children}</HeadSlot>
      </div>
    )
  return (
    <div className="page" data-width={props.width ?? 'wide'}>
      <header className="page-head" data-page-head>
        <div className="page-words">
          {props.kicker ? <p className="kicker page-kicker">{props.kicker}</p> : null}
          {heading}
          {props.lead ? <div className="page-lead">{props.lead}</div> : null}
        </div>
        {actions}
      </header>
      {props.children}
    </div>
  )
}
