import { type ReactNode, useId } from 'react'
import classes from './incidents.module.css'

/** A part of the panel of an incident, under the panel's own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {children}
    </section>
  )
}
