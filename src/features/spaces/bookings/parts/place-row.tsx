import { lazy, type ReactNode, Suspense } from 'react'
import { formatTimeRange } from '#platform/words.ts'
import type { MoreItem } from '#ui/more-menu.tsx'
import classes from './place-row.module.css'

// The page of rooms, which most come for, does without it.
const MoreMenu = lazy(async () => ({ default: (await import('#ui/more-menu.tsx')).MoreMenu }))

/**
 * One of the person's own places among those of its day, in a line: from when to when, what, what it costs. Only what is out of
 * the ordinary says its state; what can be done with it stands behind three dots, but for paying, which is due.
 */
export function PlaceRow(props: {
  startsAt: string
  endsAt: string
  /** the link to it */
  what: ReactNode
  cost: ReactNode
  /** nothing while all is well */
  state?: ReactNode
  /** what there is to say besides */
  note?: ReactNode
  due?: ReactNode
  /** names it for those who hear its menu: `Meeting Room, Fri 27 Nov, 10:00` */
  name: string
  items: readonly (MoreItem | null | false)[]
}) {
  const { startsAt, endsAt, note, due } = props
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <span className={classes.time}>{formatTimeRange(startsAt, endsAt)}</span>
        <span className={classes.what}>
          {props.what} {props.state}
        </span>
        <span className={classes.cost}>{props.cost}</span>
        {note || due ? (
          <div className={classes.more}>
            {note ? <p>{note}</p> : null}
            {due}
          </div>
        ) : null}
      </div>
      <div className={classes.menu}>
        <Suspense>
          <MoreMenu of={props.name} items={props.items} />
        </Suspense>
      </div>
    </div>
  )
}
