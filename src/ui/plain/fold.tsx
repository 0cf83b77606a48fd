import { type ReactNode, useState } from 'react'
import classes from './fold.module.css'

/** The one button of the filters of a list, with how many are set. */
export const filterWords = (active: number) => (active > 0 ? `Filters (${active})` : 'Filters')

/**
 * Tools that stand beside one another where there is room; on a phone they are behind one button and unfold below it, so that
 * what they narrow comes first. Below `label`; laid out by whatever holds it.
 */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes.button} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </button>
      <div className={classes.folded} data-open={isOpen}>
        {children}
      </div>
    </>
  )
}
