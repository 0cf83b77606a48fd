import type { ReactNode } from 'react'
import classes from './section-form.module.css'

/** What visitors will see. It is looked at only: nothing in it can be pressed or reached by the keyboard. */
export function Preview({ note = null, children }: { note?: string | null; children: ReactNode }) {
  return (
    <section className={classes.preview} aria-label="Preview">
      <p className={classes.caption}>
        Preview<span>{note}</span>
      </p>
      {/* What scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div className={classes.sheet} tabIndex={0}>
        <div className={classes.drawn} inert>
          {children}
        </div>
      </div>
    </section>
  )
}
