import type { ReactNode } from 'react'

/** The house's empty shelf: what would be here, and the one next step. Styles: empty.css, as the server draws it too. */
export function Empty(props: { what: ReactNode; why?: ReactNode; next?: ReactNode }) {
  return (
    <div className="empty-shelf" data-kind="empty">
      <p className="empty-what">{props.what}</p>
      {props.why ? <p className="empty-why">{props.why}</p> : null}
      {props.next ? <div className="empty-next">{props.next}</div> : null}
    </div>
  )
}
