import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatCount, formatMoney } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { guestOf } from '../../presence/rules.ts'
import { echoMs } from '../rules.ts'
import { signal } from './looks.ts'
import classes from './scanner-page.module.css'
import type { Scanned, Scanner } from './use-scanner.ts'

/**
 * Whom the member brought, each of whom pays as any guest: counted beside them, and the last one taken back with a press.
 * `onRefused`: nobody more is let in.
 */
export function PlusOne(props: {
  scanner: Scanner
  of: Scanned
  /** So far; kept above, as this is gone whenever the verdict makes room. */
  guests: Scanned[]
  onGuest: (guest: Scanned) => void
  onTakenBack: (scanId: string) => void
  onRefused: (scanned: Scanned) => void
}) {
  const { scanner, of, guests, onGuest, onTakenBack, onRefused } = props
  const plus = useAction(() => scanner.admitGuest(of.name ? guestOf(of.name).slice(0, 100) : ''), {
    failed: 'The guest was not counted',
    worksOffline: true,
    onDone: guest => {
      if (guest.outcome !== 'admitted') return onRefused(guest)
      signal('admitted', false)
      onGuest(guest)
    },
    atOnce: 'the button beside the count takes the guest back',
  })
  const minus = useAction((scanId: string) => scanner.takeBack(scanId), {
    failed: 'The guest was not taken back',
    worksOffline: true,
    atOnce: 'the next press counts the guest again',
    onDone: (_, scanId) => onTakenBack(scanId),
  })
  const price = scanner.walkInPence
  const last = guests.at(-1)
  const collect = guests.reduce((sum, { pricePence }) => sum + pricePence, 0)
  return (
    <>
      {last ? (
        <p className={classes.guests} role="status">
          {formatCount(guests.length, 'guest')} with them{collect > 0 ? `, collect ${formatMoney(collect)}` : ''}
        </p>
      ) : null}
      <Button
        className={classes.press}
        variant="white"
        loading={plus.isRunning}
        onClick={() => void plus.run(undefined)}
      >
        {price ? `Plus one, ${formatMoney(price)}` : 'Plus one'}
      </Button>
      {last ? (
        <Button
          className={classes.press}
          variant="white"
          loading={minus.isRunning}
          onClick={() => void minus.run(last.scanId)}
        >
          Undo a guest
        </Button>
      ) : null}
    </>
  )
}

/** A guest who pays: counted once however often the button is pressed in a moment; the verdict says it, and takes it back. */
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
    failed: 'The guest was not counted',
    worksOffline: true,
    onDone: scanned => {
      readyAt.current = Date.now() + echoMs
      if (scanned.outcome === 'admitted') setName('')
      onGuest(scanned)
    },
    atOnce: 'the verdict that says it takes it back',
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
