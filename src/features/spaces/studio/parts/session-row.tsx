import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PlaceRow } from '#features/spaces/bookings/parts/place-row.tsx'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatDate, formatMoney } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Status } from '#ui/plain/status.tsx'
import { stateOf } from '../rules.ts'
import { backHint, paidWords, type Session, useSessionDeeds } from './sessions.tsx'

/** One of the person's sessions in the photography studio among what they have that day. */
export function SessionRow({ session, isPast }: { session: Session; isPast: boolean }) {
  const { id, can, paidAt, orderId, pricePence, tokensUsed, refund, moneyGone } = session
  const { pay, cancel } = useSessionDeeds(session)
  return (
    <PlaceRow
      startsAt={session.startTime}
      endsAt={session.endTime}
      what={<Link to="/studio">Photography Studio</Link>}
      cost={sumWords({ tokens: tokensUsed, pence: pricePence })}
      state={can.pay ? <Status tone="warn">To pay</Status> : null}
      note={
        isPast ? (
          <>
            {stateOf(session)}.{' '}
            {paidAt && orderId ? (
              <AnchorLink to="/orders/$id" params={{ id: orderId }}>
                Receipt
              </AnchorLink>
            ) : null}
          </>
        ) : moneyGone ? (
          `${paidWords(session)}.`
        ) : null
      }
      due={
        can.pay ? (
          <Button size="sm" variant="default" onClick={() => void pay.run({ id })} loading={pay.isRunning}>
            Pay {formatMoney(pricePence)}
          </Button>
        ) : null
      }
      name={`Photography Studio, ${formatDate(session.bookingDate)}, ${session.startTime}`}
      items={[
        !isPast && { label: 'Add to calendar', file: `/api/studio/calendarFile?id=${id}` },
        can.cancel && {
          label: 'Cancel booking',
          hint: backHint(session),
          run: () => void cancel.run({ id, refund }),
          isDanger: true,
        },
      ]}
    />
  )
}
