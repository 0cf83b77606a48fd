import type { ReactNode } from 'react'
import classes from './status.module.css'

export type StatusTone = 'good' | 'warn' | 'bad' | 'info' | 'plain' | 'accent'

/** A state in a word, on a tint of its meaning. Colour never says it alone. */
export function Status(props: { tone?: StatusTone; children: ReactNode }) {
  return (
    <span className={classes.status} data-tone={props.tone ?? 'plain'}>
      {props.children}
    </span>
  )
}

/** A label without a meaning of its own: a kind, a tag. */
export function Tag(props: { children: ReactNode }) {
  return <span className={classes.tag}>{props.children}</span>
}
