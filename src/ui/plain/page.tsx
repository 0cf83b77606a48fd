import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

/**
 * The frame of every screen: sets the window's title to `title · Exchange`, gives the one first-level heading and keeps
 * the measure. `heading` may differ from the title (a name, a poster line).
 */
export function Page(props: {
  title: string
  heading?: ReactNode
  /** small capitals above the heading: where in the house this is */
  kicker?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** text: reading; form: one column of fields; wide: tables and grids (default) */
  width?: 'text' | 'form' | 'wide'
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${props.title} · Exchange`
  }, [props.title])
  return (
    <div className={classes.page} data-width={props.width ?? 'wide'}>
      <header className={classes.head} data-page-head>
        <div className={classes.words}>
          {props.kicker ? <p className={`kicker ${classes.kicker}`}>{props.kicker}</p> : null}
          <h1 className={classes.heading}>{props.heading ?? props.title}</h1>
          {props.lead ? <div className={classes.lead}>{props.lead}</div> : null}
        </div>
        {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
      </header>
      {props.children}
    </div>
  )
}
