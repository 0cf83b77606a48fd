import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Section } from '#ui/plain/section.tsx'
import type { rpc } from '#web/client.ts'
import { stateOf } from '../rules.ts'
import { Sessions } from './sessions.tsx'
import classes from './studio.module.css'

type Session = Awaited<ReturnType<typeof rpc.studio.mine>>[number]

/** The person's sessions in the photography studio among their bookings. Draws nothing while there are none. */
export function OwnSessions({ of, isPast }: { of: readonly Session[]; isPast: boolean }) {
  return of.length === 0 ? null : (
    <Section title="Photography Studio">
      {isPast ? (
        <ul className={classes.sessions}>
          {of.map(session => (
            <li key={session.id}>
              <PastSession session={session} />
            </li>
          ))}
        </ul>
      ) : (
        <Sessions of={of} />
      )}
    </Section>
  )
}

function PastSession({ session }: { session: Session }) {
  const { bookingDate, startTime, endTime, hours, paidAt, orderId } = session
  return (
    <p>
      <strong>
        {formatDate(bookingDate, { year: true })}, {formatTimeRange(startTime, endTime)}
      </strong>{' '}
      {formatCount(hours, 'hour')}. {stateOf(session)}.{' '}
      {paidAt && orderId ? (
        <AnchorLink to="/orders/$id" params={{ id: orderId }}>
          Receipt
        </AnchorLink>
      ) : null}
    </p>
  )
}
