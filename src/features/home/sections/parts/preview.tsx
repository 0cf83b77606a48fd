import type { ReactNode } from 'react'
import classes from './section-form.module.css'

/** What visitors will see. It is looked at only: nothing in it can be pressed or reached by the keyboard. */
export function Preview({ note = null, children }: { note?: string | null; children: ReactNode }) {
  return (
    <section className={classes.preview} aria-label="Preview">
      <p className={classes.caption}>
        Preview<span>{note}</span>
      </p>
      <div className={classes.sheet} {...reachable}>
        <div className={classes.drawn} inert>
          {children}
        </div>
      </div>
    </section>
  )
}

/** What scrolls must be reachable by keyboard. */
const reachable = { tabIndex: 0 }
