import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatMoney } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { echoMs } from '../rules.ts'
import classes from './scanner-page.module.css'
import type { Scanned, Scanner } from './use-scanner.ts'

/** Somebody whom the member brought, who pays as any guest. */
export function PlusOne({
  scanner,
  of,
  onGuest,
}: {
  scanner: Scanner
  of: Scanned
  onGuest: (scanned: Scanned) => void
}) {
  const plus = useAction(() => scanner.admitGuest(of.name ? `Guest of ${of.name}`.slice(0, 100) : ''), {
    failed: 'The guest was not counted',
    worksOffline: true,
    onDone: onGuest,
    undo: () => null,
  })
  const price = scanner.walkInPence
  return (
    <Button className={classes.press} variant="white" loading={plus.isRunning} onClick={() => void plus.run(undefined)}>
      {price ? `Plus one, ${formatMoney(price)}` : 'Plus one'}
    </Button>
  )
}

/** A guest who pays: counted once however often the button is pressed in a moment, and taken back with Undo. */
export function Guest({
  scanner,
  onGuest,
  onType,
}: {
  scanner: Scanner
  onGuest: (scanned: Scanned) => void
  /** A name is begun: what was decided before makes room. */
  onType: () => void
}) {
  const [name, setName] = useState('')
  const readyAt = useRef(0)
  const price = scanner.walkInPence
  const admission = useAction((guest: string) => scanner.admitGuest(guest), {
    done: ({ outcome, name: called }) => (outcome === 'admitted' ? `${called ?? 'Guest'} let in` : ''),
    failed: 'The guest was not counted',
    worksOffline: true,
    onDone: scanned => {
      readyAt.current = Date.now() + echoMs
      if (scanned.outcome === 'admitted') setName('')
      onGuest(scanned)
    },
    undo: ({ outcome, scanId }) => (outcome === 'admitted' ? () => scanner.takeBack(scanId) : null),
  })
  return (
    <form
      className={classes.line}
      onSubmit={event => {
        event.preventDefault()
        // Nothing was typed since: the same hand pressed twice.
        if (name.trim() === '' && Date.now() < readyAt.current) return
        void admission.run(name.trim())
      }}
    >
      <TextInput
        label="Guest’s name (optional)"
        value={name}
        onChange={event => {
          setName(event.currentTarget.value)
          onType()
        }}
        autoComplete="off"
        maxLength={100}
      />
      <Button type="submit" variant="default" loading={admission.isRunning}>
        {price ? `Guest paid ${formatMoney(price)}` : 'Let a guest in'}
      </Button>
    </form>
  )
}
