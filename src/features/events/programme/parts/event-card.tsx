import { Link } from '@tanstack/react-router'
import { typeWords } from '#features/events/events/rules.ts'
import { formatCount, formatDate, formatTimeRange, formatTokens } from '#platform/words.ts'
import { Picture } from '#ui/plain/picture.tsx'
import { posterOf } from '#ui/plain/poster-kinds.tsx'
import { Status, Tag } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'
import classes from './events.module.css'

export type ListedEvent = Awaited<ReturnType<typeof rpc.events.list>>['rows'][number]

/** An event in a list: its poster, when and where, and how many places are left (EVT-02, EVT-13). */
export function EventCard({ event, isPast }: { event: ListedEvent; isPast: boolean }) {
  return (
    <li>
      <Link to="/event/$id" params={{ id: event.id }} className={classes.card}>
        <Picture
          of={event.picture}
          seed={posterOf(event)}
          alt=""
          sizes="(min-width: 62em) 22rem, 100vw"
          className={classes.picture}
        />
        <p className={classes.when}>
          {formatDate(event.eventDate, { year: isPast })}, {formatTimeRange(event.startTime, event.endTime)}
        </p>
        <h3 className={classes.name}>{event.name}</h3>
        <p className={classes.where}>
          {[event.place, event.hostName && `with ${event.hostName}`].filter(Boolean).join(' · ')}
        </p>
        {event.about ? <p className={classes.about}>{event.about}</p> : null}
        <p className={classes.badges}>
          <Tag>{typeWords[event.eventType]}</Tag>
          {event.tokensCost > 0 ? <Tag>{formatTokens(event.tokensCost)}</Tag> : <Tag>Free</Tag>}
          {isPast ? null : event.availability === null ? (
            <Tag>{formatCount(event.left, 'place')} free</Tag>
          ) : (
            <Availability of={event.availability} />
          )}
          {event.isGoing ? <Status tone="good">{isPast ? 'You were registered' : 'You are going'}</Status> : null}
          {event.isWaiting && !isPast ? <Status tone="info">On the waiting list</Status> : null}
        </p>
      </Link>
    </li>
  )
}

/** How few places are left; nothing while there are enough (EVT-13). */
export const Availability = ({ of }: { of: string | null }) =>
  of === null ? null : <Status tone={of === 'Fully Booked' ? 'bad' : 'warn'}>{of}</Status>
