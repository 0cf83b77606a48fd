import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './sent.module.css'

/**
 * What stands in a form's place once it is sent, so that nobody sends it twice: that it is, what happens next, and the way to
 * another. The control that was pressed went with the form, so its words take the focus and are read.
 */
export function Sent(props: { what: string; next: ReactNode; again: string; onAgain: () => void }) {
  const what = useRef<HTMLHeadingElement>(null)
  const next = useId()
  useEffect(() => {
    what.current?.focus({ preventScroll: true })
    what.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={classes.sent}>
      <h3 ref={what} tabIndex={-1} aria-describedby={next} className={classes.what}>
        {props.what}
      </h3>
      <div id={next} className={classes.next}>
        {props.next}
      </div>
      <Button variant="default" onClick={props.onAgain}>
        {props.again}
      </Button>
    </div>
  )
}
