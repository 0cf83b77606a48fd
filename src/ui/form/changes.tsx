import type { ReactNode } from 'react'
import classes from './changes.module.css'

/** A number that an edit changes, in words: `£30` and `£0.50 an hour`, and what follows from it. */
export interface ChangeLine {
  label: string
  from: string
  to: string
  means?: ReactNode
}

/** What saving would change, old → new with what it means, read out as it comes about. */
export function Changes({ lines }: { lines: readonly ChangeLine[] }) {
  return (
    <div role="status">
      {lines.length > 0 ? (
        <ul className={classes.changes} aria-label="What saving changes">
          {lines.map(({ label, from, to, means }) => (
            <li key={label}>
              <span className={classes.label}>{label}</span>
              <strong className={classes.numbers}>
                {from} <span aria-hidden="true">→</span>
                <span className="visually-hidden">becomes</span> {to}
              </strong>
              {means ? <span className={classes.means}>{means}</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Whether a number changes by more than half of what it was: then a slip of the finger is likely enough to ask. */
export const isLargeChange = (from: number, to: number) => Math.abs(to - from) > from / 2
