import type { ReactNode } from 'react'
import { unbroken } from './dates.tsx'

export interface Fact {
  label: string
  /** where two may have the same label */
  key?: string
  value: ReactNode
}

/** Names and values under rules. Facts without a value are left out. Styles: facts.css, as the server draws them too. */
export function Facts(props: { facts: readonly (Fact | false | null | undefined)[]; columns?: boolean }) {
  const known = props.facts.filter(fact => fact !== false && fact !== null && fact !== undefined)
  return (
    <dl className="facts" data-columns={props.columns ?? false}>
      {known
        .filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
        .map(({ label, key = label, value }) => (
          <div key={key} className="fact">
            <dt>{label}</dt>
            <dd>{unbroken(value)}</dd>
          </div>
        ))}
    </dl>
  )
}
