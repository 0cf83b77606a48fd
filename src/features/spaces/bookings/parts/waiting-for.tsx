import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { calendarDate } from '#platform/time.ts'
import { formatDate, formatDateTime, formatTime, formatTimeRange } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { api, type rpc } from '#web/client.ts'
import { useLeaving } from './wait-panel.tsx'
import classes from './waiting-for.module.css'

type Entry = Awaited<ReturnType<typeof rpc.waiting.mine>>[number]

/** What the person waits for, what is offered to them first. Draws nothing while there is none. */
export function WaitingFor() {
  const { data = [] } = useQuery(api.waiting.mine.queryOptions())
  const leave = useLeaving()
  return data.length === 0 ? null : (
    <section className={classes.section} aria-labelledby="waiting-for">
      <h2 id="waiting-for" className={classes.title}>
        Waiting for
      </h2>
      <ul className={classes.list}>
        {data.map(entry => (
          <li key={entry.id} data-offered={entry.heldUntil !== null}>
            <span>
              <strong>{entry.facilityName}</strong>, {formatDate(entry.on)},{' '}
              {formatTimeRange(entry.startsAt, entry.endsAt)}
              <span className={classes.state}>{stateOf(entry)}</span>
            </span>
            <span className={classes.deeds}>
              {entry.heldUntil ? (
                <ButtonLink
                  to="/facility-booking"
                  search={{ id: entry.facilityId, on: entry.on, at: entry.startsAt }}
                  size="sm"
                  aria-label={`Book ${entry.facilityName}, ${formatDate(entry.on)}, ${entry.startsAt}`}
                >
                  Book
                </ButtonLink>
              ) : null}
              <Button
                variant="default"
                size="sm"
                loading={leave.running?.id === entry.id}
                onClick={() => void leave.run({ id: entry.id })}
                aria-label={`Leave the list for ${entry.facilityName}, ${formatDate(entry.on)}, ${entry.startsAt}`}
              >
                Leave the list
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateOf({ heldUntil, position }: Entry): string {
  if (!heldUntil) return `You are number ${position}`
  const isToday = calendarDate(heldUntil) === calendarDate(new Date())
  return `Free: held for you until ${(isToday ? formatTime : formatDateTime)(heldUntil)}`
}
