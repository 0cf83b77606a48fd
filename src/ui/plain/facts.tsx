import type { ReactNode } from 'react'
import classes from './facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

/** Names and values under rules. Facts without a value are left out. */
export function Facts(props: { facts: readonly (Fact | false | null | undefined)[]; columns?: boolean }) {
  const known = props.facts.filter(fact => fact !== false && fact !== null && fact !== undefined)
  return (
    <dl className={classes.facts} data-columns={props.columns ?? false}>
      {known
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value }) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
