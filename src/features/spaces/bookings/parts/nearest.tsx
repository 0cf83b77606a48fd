import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { Query } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import classes from './nearest.module.css'

export type Wanted = Required<Parameters<typeof rpc.bookings.nearest>[0]>
export type Instead = Awaited<ReturnType<typeof rpc.bookings.nearest>>[number]

/** The three times nearest to one that cannot be had, as long as it, each a press away. */
export function Nearest({ wanted, onChoose }: { wanted: Wanted; onChoose: (instead: Instead) => void }) {
  const heading = useId()
  const found = useQuery(api.bookings.nearest.queryOptions({ input: wanted }))
  return (
    <section className={classes.nearest} aria-labelledby={heading}>
      <p id={heading}>The nearest times you can book</p>
      <Query of={found} failed="The nearest times could not be loaded" loading={<LoadingText lines={1} />}>
        {times =>
          times.length === 0 ? (
            <p className={classes.none}>There is none within two weeks of it.</p>
          ) : (
            <ul className={classes.times}>
              {times.map(time => (
                <li key={`${time.on} ${time.startsAt}`}>
                  <Button variant="default" onClick={() => onChoose(time)}>
                    {formatDate(time.on)}, {formatTimeRange(time.startsAt, time.endsAt)}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Query>
    </section>
  )
}
