import { Checkbox } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import classes from './terms.module.css'

/** The booking terms as a list (BOOK-33). */
export function TermsList({ terms }: { terms: readonly string[] }) {
  return (
    <ul className={classes.terms}>
      {terms.map(term => (
        <li key={term}>{term}</li>
      ))}
    </ul>
  )
}

/**
 * The tick that accepts the booking terms, to stand right above the button that books; its last words open them in a dialog
 * (BOOK-14, BOOK-38).
 */
export function TermsConsent(props: {
  terms: readonly string[]
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
  error?: ReactNode
  /** nothing is chosen yet that they would be accepted for */
  isEarly?: boolean
  'data-path'?: string
}) {
  const [isOpen, dialog] = useDisclosure()
  const words = useId()
  const errorId = useId()
  const tick = useId()
  return (
    <div className={classes.consent} data-early={props.isEarly}>
      <div className={classes.line}>
        <Checkbox
          id={tick}
          data-path={props['data-path']}
          aria-labelledby={words}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={props.error ? errorId : undefined}
          checked={props.isAccepted}
          onChange={event => props.onChange(event.currentTarget.checked)}
        />
        <span id={words}>
          <label htmlFor={tick}>I accept</label>{' '}
          <button type="button" aria-haspopup="dialog" onClick={dialog.open}>
            the booking terms
          </button>
        </span>
      </div>
      {props.error ? (
        <p className={classes.error} id={errorId} role="alert">
          {props.error}
        </p>
      ) : null}
      <Dialog isOpen={isOpen} onClose={dialog.close} title="Booking terms">
        <TermsList terms={props.terms} />
      </Dialog>
    </div>
  )
}
