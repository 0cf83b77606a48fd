import { useDisclosure } from '@mantine/hooks'
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

/** A button in a sentence that opens the full terms in a dialog (BOOK-38). */
export function TermsDialog({ terms }: { terms: readonly string[] }) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <button type="button" className={classes.link} onClick={dialog.open}>
        Read the full terms
      </button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title="Booking terms">
        <TermsList terms={terms} />
      </Dialog>
    </>
  )
}
