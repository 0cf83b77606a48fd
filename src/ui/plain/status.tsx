import type { ReactNode } from 'react'

export type StatusTone = 'good' | 'warn' | 'bad' | 'info' | 'plain' | 'accent'

/** A state in a word, on a tint of its meaning. Colour never says it alone. Styles: status.css, as the server draws it too. */
export function Status(props: { tone?: StatusTone; children: ReactNode }) {
  return (
    <span className="status" data-tone={props.tone ?? 'plain'}>
      {props.children}
    </span>
  )
}

/** A label without a meaning of its own: a kind, a tag. */
export function Tag(props: { children: ReactNode }) {
  return <span className="tag">{props.children}</span>
}
