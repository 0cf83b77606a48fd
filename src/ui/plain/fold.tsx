import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import classes from './fold.module.css'

/** The one button of the filters of a list, with how many are set. */
export const filterWords = (active: number) => (active > 0 ? `Filters (${active})` : 'Filters')

/**
 * Tools that stand beside one another where there is room; on a phone they are behind one button and unfold below it, so that
 * what they narrow comes first, and Escape folds them again. Below `label`; laid out by whatever holds it.
 */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen || defaultPrevented) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={onKeyDown}
      >
        {label}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the key from what it holds */}
      <div className={classes.folded} data-open={isOpen} onKeyDown={onKeyDown}>
        {children}
      </div>
    </>
  )
}
