import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { ifCancelled } from '#features/money/refunds/rules.ts'
import { comesBack } from '#features/spaces/bookings/parts/booking-words.ts'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatCount, formatDate, formatMoney, formatTimeRange, formatTokens } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { ButtonLink } from '#ui/link.tsx'
import { rpc } from '#web/client.ts'
import classes from './studio.module.css'

export type StudioPage = Awaited<ReturnType<typeof rpc.studio.page>>
export type Session = StudioPage['sessions'][number]

/** Own sessions that are still to come or still to pay, each with paying, cancelling and its calendar file. */
export function Sessions({ of }: { of: readonly Session[] }) {
  return (
    <ul className={classes.sessions}>
      {of.map(session => (
        <li key={session.id}>
          <p>
            <strong>
              {formatDate(session.bookingDate, { year: true })}, {formatTimeRange(session.startTime, session.endTime)}
            </strong>{' '}
            {formatCount(session.hours, 'hour')}, {paidWords(session)}
          </p>
          <Deeds session={session} />
        </li>
      ))}
    </ul>
  )
}

export function paidWords({ tokensUsed, pricePence, paidAt, moneyGone }: Session): string {
  if (tokensUsed > 0) return `paid with ${formatTokens(tokensUsed)}`
  if (moneyGone === 'back') return `${formatMoney(pricePence)} paid and given back`
  if (moneyGone === 'disputed') return `${formatMoney(pricePence)} paid, which your bank is looking at`
  return paidAt ? `${formatMoney(pricePence)} paid` : `${formatMoney(pricePence)} to pay`
}

const amountOf = ({ refund: { tokens, pence, deskPence } }: Session) => sumWords({ tokens, pence: pence + deskPence })

const deskWords = (pence: number) => `You paid at the desk: ${formatMoney(pence)} comes back to you there.`

/** What cancelling gives back, before it is done. */
function backWords(session: Session): string {
  const { refund, refundableUntil, paidAt, tokensUsed, pricePence, moneyGone } = session
  if (refund.deskPence > 0) return deskWords(refund.deskPence)
  const back = comesBack(refund, moneyGone === 'disputed' && refundableUntil !== null)
  if (back) return back
  if (!paidAt && !tokensUsed) return 'Nothing was paid, and nothing will be asked for.'
  return refundableUntil
    ? 'What you paid went back already: nothing more comes back.'
    : `It is too close to the start: nothing of the ${sumWords({ tokens: tokensUsed, pence: pricePence })} comes back.`
}

/** Paying and cancelling an own session, as its page and the list of what is booked offer them. */
export function useSessionDeeds(session: Session) {
  const pay = useAction(rpc.studio.pay, {
    atOnce: 'the payment page asks',
    onDone: ({ url }) => window.location.assign(url),
    failed: 'The payment page was not opened',
  })
  const cancel = useAction(rpc.studio.cancel, {
    confirm: () => ({
      title: `Cancel the studio on ${formatDate(session.bookingDate)}?`,
      body: backWords(session),
      action: 'Cancel booking',
      keep: 'Keep the booking',
      danger: true,
    }),
    done: back => ({
      title: 'Booking cancelled',
      message: back.deskPence > 0 ? deskWords(back.deskPence) : (comesBack(back, false) ?? undefined),
    }),
    failed: 'The booking was not cancelled',
  })
  return { pay, cancel }
}

/** What stands beside the way to cancel: until when it gives everything back. */
export function backHint(session: Session): string | null {
  const { refund, refundableUntil } = session
  const isAnything = refund.tokens > 0 || refund.pence > 0 || refund.deskPence > 0
  return isAnything && refundableUntil
    ? `If you cancel, ${ifCancelled({ back: amountOf(session), until: refundableUntil })}`
    : null
}

function Deeds({ session }: { session: Session }) {
  const { id, can, refund } = session
  const { pay, cancel } = useSessionDeeds(session)
  const hint = backHint(session)
  return (
    <div className={classes.deeds}>
      {can.pay ? (
        <Button onClick={() => void pay.run({ id })} loading={pay.isRunning}>
          Pay {formatMoney(session.pricePence)}
        </Button>
      ) : null}
      <Button
        component="a"
        href={`/api/studio/calendarFile?id=${id}`}
        download
        variant="default"
        leftSection={<IconCalendarPlus size={18} aria-hidden />}
      >
        Add to calendar
      </Button>
      {session.paidAt && session.orderId ? (
        <ButtonLink to="/orders/$id" params={{ id: session.orderId }} variant="default">
          Receipt
        </ButtonLink>
      ) : null}
      {can.cancel ? (
        <Button variant="default" onClick={() => void cancel.run({ id, refund })} loading={cancel.isRunning}>
          Cancel booking
        </Button>
      ) : null}
      {can.cancel && hint ? <span>{hint}</span> : null}
    </div>
  )
}
