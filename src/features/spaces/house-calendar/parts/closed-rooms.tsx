import { Button } from '@mantine/core'
import { formatDateTime } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Section } from '#ui/plain/section.tsx'
import { rpc } from '#web/client.ts'
import classes from './day-grid.module.css'
import type { Entry } from './entries.ts'

/** The closures among what is shown, each with opening the room again. */
export function ClosedRooms({ rows }: { rows: readonly Entry[] }) {
  const closures = [...new Map(rows.filter(({ kind }) => kind === 'closure').map(row => [row.ref, row])).values()]
  if (closures.length === 0) return null
  return (
    <Section title="Closed">
      <ul className={classes.closed}>
        {closures.map(({ ref, title, startedAt, endedAt }) => (
          <li key={ref}>
            <span>
              {[...new Set(rows.filter(row => row.ref === ref).map(({ room }) => room))].join(', ')}: {title}. From{' '}
              {formatDateTime(startedAt)} until {formatDateTime(endedAt)}.
            </span>
            {endedAt > new Date() ? <Lift id={ref} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Opens a closed room again, once that is confirmed. */
export function Lift({ id }: { id: string }) {
  const lift = useAction(rpc.schedule.lift, {
    confirm: () => ({
      title: 'Open the room again?',
      body: 'It can be booked from now on. What was cancelled for the closure stays cancelled.',
      action: 'Open the room',
      keep: 'Keep it closed',
    }),
    done: () => ({ title: 'The room is open again' }),
    failed: 'The room is still closed',
  })
  return (
    <Button variant="default" size="sm" onClick={() => void lift.run({ id })} loading={lift.isRunning}>
      Open again
    </Button>
  )
}
