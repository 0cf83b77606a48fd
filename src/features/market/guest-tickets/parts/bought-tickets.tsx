import { Button, Loader } from '@mantine/core'
import { IconCalendarPlus, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { PaperTicket } from '#features/market/tickets/parts/paper-ticket.tsx'
import { bankDays } from '#features/money/orders/inputs.ts'
import { ifCancelled } from '#features/money/refunds/rules.ts'
import { formatCount, formatDate, formatMoney, formatTime, formatTimeRange } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { FullCode } from '#ui/full-code.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Qr } from '#ui/qr.tsx'
import { rpc } from '#web/client.ts'
import { messages } from '../rules.ts'
import classes from './tickets.module.css'

export type Bought = Awaited<ReturnType<typeof rpc.guestTickets.show>>

/** What somebody bought: waiting for its money, the tickets with their codes, or why there are none. */
export function BoughtTickets({ bought, wasLeft }: { bought: Bought; wasLeft: boolean }) {
  const { status, on, opensAt, closesAt, venueAddress, quantity, guestName, paidPence, backPence } = bought
  return (
    <Page
      title={`Your market ${ticketsOf(quantity)}`}
      kicker="Market"
      heading={headingOf(bought, wasLeft)}
      lead={
        status === 'confirmed' ? (
          <strong>
            {formatDate(on)}, {formatTimeRange(opensAt, closesAt)}
          </strong>
        ) : null
      }
    >
      {status === 'confirmed' ? <Codes bought={bought} /> : <State bought={bought} wasLeft={wasLeft} />}
      <Section title="The market" aside>
        <Facts
          facts={[
            { label: 'Day', value: formatDate(on, { year: true }) },
            { label: 'Open', value: formatTimeRange(opensAt, closesAt) },
            { label: 'Where', value: venueAddress },
            { label: quantity === 1 ? 'Ticket' : 'Tickets', value: `${guestName}, ${formatCount(quantity, 'ticket')}` },
            paidPence > 0 && { label: 'Paid', value: formatMoney(paidPence) },
            backPence > 0 && { label: 'Given back', value: formatMoney(backPence) },
          ]}
        />
      </Section>
    </Page>
  )
}

/** `ticket`, or `tickets` where there are several. */
const ticketsOf = (count: number) => (count === 1 ? 'ticket' : 'tickets')

function headingOf({ status, isOver, quantity }: Bought, wasLeft: boolean): string {
  if (status === 'pending') return wasLeft ? 'Nothing is paid yet' : 'Waiting for your payment'
  if (status === 'confirmed') return isOver ? 'Thank you for coming' : 'See you at the market'
  return {
    expired: 'The payment ran out',
    cancelled: quantity === 1 ? 'This ticket was cancelled' : 'These tickets were cancelled',
    withdrawn: 'The market was cancelled',
  }[status]
}

/** What cancelling brings back, at once and when the payer's bank has some of it. */
const backWords = (refundPence: number, owedPence: number) =>
  [
    refundPence > 0 &&
      `${formatMoney(refundPence)} goes back to the card that paid. Banks take ${bankDays} to show it.`,
    owedPence > 0 && `Your bank has ${formatMoney(owedPence)}: it comes to you once the bank returns it to us.`,
  ]
    .filter(Boolean)
    .join(' ')

const lettersOf = ({ ticketCode }: { ticketCode: string }) => `${ticketCode.slice(0, 4)} ${ticketCode.slice(4)}`

/** One code each: whoever shows it first comes in with it, and again after a while. */
function Codes({ bought }: { bought: Bought }) {
  const {
    id,
    on,
    opensAt,
    closesAt,
    guestName,
    guestEmail,
    tickets,
    isOver,
    can,
    refundPence,
    owedPence,
    cancelUntil,
  } = bought
  const isOne = tickets.length === 1
  // One that was used is not taken back; of those nothing is promised.
  const isUsed = tickets.some(ticket => ticket.isUsed)
  const [day, hours] = [formatDate(on), formatTimeRange(opensAt, closesAt)]
  const [fullAt, setFullAt] = useState<number | null>(null)
  const shown = fullAt === null ? undefined : tickets[fullAt]
  const cancel = useAction(rpc.guestTickets.cancel, {
    confirm: () => ({
      title: `Cancel ${formatCount(tickets.length, 'ticket')}?`,
      body: `${backWords(refundPence, owedPence)} ${isOne ? 'The code lets' : 'The codes let'} nobody in any more.`,
      action: `Cancel ${ticketsOf(tickets.length)}`,
      keep: isOne ? 'Keep it' : 'Keep them',
      danger: true,
    }),
    done: ({ pence }) => ({
      title: isOne ? 'Your ticket is cancelled' : 'Your tickets are cancelled',
      message: pence > 0 ? `${formatMoney(pence)} goes back to your card.` : '',
    }),
    failed: isOne ? 'The ticket was not cancelled' : 'The tickets were not cancelled',
  })
  return (
    <Section
      title={`Your ${ticketsOf(tickets.length)}`}
      lead={
        isOver
          ? 'This market is over.'
          : isOne
            ? `Show the code at the door, on this screen or on paper. It is good all day. It was mailed to ${guestEmail}.`
            : `Show one code for each of you at the door, on this screen or on paper. They are good all day. They were mailed to ${guestEmail}.`
      }
    >
      <ol className={classes.tickets} data-one={isOne}>
        {tickets.map(({ id: ticketId, code, ticketCode, ...ticket }, index) => {
          const letters = lettersOf({ ticketCode })
          return (
            <li key={ticketId} className={classes.ticket} data-used={ticket.isUsed}>
              <PaperTicket
                kicker={`Market${isOne ? ' ticket' : `, ticket ${index + 1} of ${tickets.length}`}${ticket.isUsed ? ', came in' : ''}`}
                day={day}
                who={`${guestName}, ${hours}`}
                code={
                  code ? (
                    <Qr
                      value={code}
                      size={280}
                      label={`Code of ticket ${index + 1}`}
                      letters={letters}
                      onFull={() => setFullAt(index)}
                      download={`market-${on}-${ticketCode}`}
                      lines={[`Market, ${day}, ${hours}`, guestName, letters]}
                    />
                  ) : (
                    <p className={classes.letters}>{letters}</p>
                  )
                }
              />
            </li>
          )
        })}
      </ol>
      {shown?.code && fullAt !== null ? (
        <FullCode
          title={isOne ? 'Market ticket' : `Market ticket ${fullAt + 1} of ${tickets.length}`}
          day={`${day}, ${hours}`}
          who={guestName}
          onClose={() => setFullAt(null)}
          // One phone lets all of them in, one after the other.
          turn={isOne ? undefined : step => setFullAt((fullAt + step + tickets.length) % tickets.length)}
        >
          <Qr value={shown.code} label={`Code of ticket ${fullAt + 1}`} letters={lettersOf(shown)} />
        </FullCode>
      ) : null}
      <div className={classes.deeds}>
        <Button
          component="a"
          href={`/api/guestTickets/calendarFile?id=${id}`}
          download
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Add to calendar
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
        {can.cancel ? (
          <Button
            variant="default"
            loading={cancel.isRunning}
            onClick={() => void cancel.run({ id, seenPence: refundPence })}
          >
            Cancel {ticketsOf(tickets.length)}
          </Button>
        ) : null}
      </div>
      {isOver || isUsed ? null : (
        <p>
          If you cancel,{' '}
          {ifCancelled({ back: formatMoney(refundPence + owedPence), until: can.cancel ? cancelUntil : null })}{' '}
          {owedPence > 0 ? backWords(0, owedPence) : null}
        </p>
      )}
    </Section>
  )
}

/** So long the confirmation of a payment is waited for before its page is offered again. */
const longMs = 30_000

function State({ bought, wasLeft }: { bought: Bought; wasLeft: boolean }) {
  const { id, status, can, backPence, reason, quantity, unitPence, heldUntil } = bought
  // Whoever has just paid is not asked to pay: a bank that has said nothing for so long may not have been asked.
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])
  const pay = useAction(rpc.guestTickets.pay, {
    atOnce: 'the payment page asks',
    onDone: ({ url }) => window.location.assign(url),
    failed: messages.buyFailed,
  })
  const back =
    backPence > 0 ? `${formatMoney(backPence)} goes back to the card that paid. Banks take ${bankDays} to show it.` : ''
  const words: Record<Exclude<Bought['status'], 'confirmed'>, ReactNode> = {
    pending: wasLeft
      ? `You came back from the payment page without paying.${can.pay ? ` Your ${quantity === 1 ? 'ticket waits' : 'tickets wait'} until ${formatTime(heldUntil)}.` : ''}`
      : `As soon as your bank has confirmed it, your ${quantity === 1 ? 'ticket is here and comes' : 'tickets are here and come'} by email. You can leave this page.`,
    expired: 'Nothing was paid in time, so there are no tickets. If you have paid just now, they come by themselves.',
    cancelled:
      [reason, back].filter(Boolean).join(' ') || `${quantity === 1 ? 'It lets' : 'They let'} nobody in any more.`,
    withdrawn: `We are sorry: it does not take place. ${back}`,
  }
  return (
    <Section title="Your order" aside>
      <div className={classes.state} role="status">
        {status === 'pending' && !wasLeft ? <Loader size={20} aria-hidden /> : null}
        <p>{status === 'confirmed' ? null : words[status]}</p>
        {can.pay && (wasLeft || isLong) ? (
          <Button variant={wasLeft ? 'filled' : 'default'} loading={pay.isRunning} onClick={() => void pay.run({ id })}>
            {wasLeft ? `Pay ${formatMoney(quantity * unitPence)} by card` : 'Open the payment again'}
          </Button>
        ) : null}
        {status === 'pending' ? (
          wasLeft && (
            <ButtonLink to="/market-tickets" variant="default">
              Choose again
            </ButtonLink>
          )
        ) : (
          <ButtonLink to="/market-tickets">Buy tickets</ButtonLink>
        )}
      </div>
    </Section>
  )
}
