import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import classes from './full-code.module.css'
import { useWakeLock } from './wake-lock.ts'

/**
 * A code over everything, black on white at any hour, on a screen that stays awake while it is shown. Above it what it is for, to
 * be read by whoever holds the screen and by whoever looks at it.
 */
export function FullCode(props: {
  title: string
  day: string
  who: string
  onClose: () => void
  /** There are others: to the one before, or after. */
  turn?: ((step: -1 | 1) => void) | undefined
  children: ReactNode
}) {
  const { turn } = props
  useWakeLock()
  return (
    <Dialog title={props.title} onClose={props.onClose} isFullScreen>
      <div className={classes.full}>
        <p className={classes.day}>{props.day}</p>
        <p>{props.who}</p>
        <div className={classes.code}>{props.children}</div>
        {turn ? (
          <div className={classes.turn}>
            <Button variant="default" onClick={() => turn(-1)}>
              Previous
            </Button>
            <Button variant="default" onClick={() => turn(1)}>
              Next
            </Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
