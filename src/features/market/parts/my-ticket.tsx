import { Button } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { toDataURL } from 'qrcode'
import { useEffect } from 'react'
import { formatDate, formatTimeRange } from '#ui/dates.tsx'
import { formatMoney } from '#ui/money.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Qr } from '#ui/qr.tsx'
import { Query } from '#ui/query.tsx'
import { Empty, Loading, Shape } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { rpc } from '#web/client.ts'
import { keepForOffline } from '#web/keep-offline.ts'
import { keepOwn, readOwn } from '#web/own-storage.ts'
import { messages } from '../rules.ts'
import { useNow } from './clock.tsx'
import classes from './my-ticket.module.css'
import type { RouterOutputs } from './output.tsx'

/** Edge of the code on the screen and of the downloaded picture, in pixels (MKT-18). */
const edge = 400
const kept = 'market-ticket'

/** A ticket with this device's clock corrected to the server's: `good until`, in this device's milliseconds. */
type Shown = RouterOutputs['ticket'] & { goodUntil: number }

/** The member's own code: fresh when opened, again when it has run out, and on demand (MKT-16…19). */
export function MyTicket() {
  const ticket = useQuery({
    queryKey: ['my-market-ticket'],
    queryFn: fetchTicket,
    initialData: () => readKeptTicket() ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: 60_000,
    networkMode: 'always',
    retry: false,
  })
  useEffect(() => void keepForOffline(), [])
  const refresh = async () => {
    const { isError, error } = await ticket.refetch()
    if (isError) toast.error(messages.generateFailed, describeProblem(error).message)
  }
  if (ticket.data === undefined && (ticket.error as { code?: string } | null)?.code === 'NO_MARKET')
    return <Empty what={messages.noDayPlanned} />
  return (
    <Query of={ticket} failed={messages.generateFailed} loading={<TicketLoading />}>
      {shown => <TicketCard ticket={shown} isFetching={ticket.isFetching} onRefresh={refresh} />}
    </Query>
  )
}

/** The last code of this device's person, where the server cannot be asked. */
export function KeptTicket() {
  const ticket = readKeptTicket()
  if (!ticket) return null
  return <TicketCard ticket={ticket} isFetching={false} />
}

function TicketCard(props: { ticket: Shown; isFetching: boolean; onRefresh?: () => Promise<void> }) {
  const { ticket, isFetching, onRefresh } = props
  const remaining = ticket.goodUntil - useNow()
  const isOver = remaining <= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code that has run out asks for the next one once
  useEffect(() => {
    if (isOver && onRefresh && document.visibilityState === 'visible') void onRefresh()
  }, [isOver])
  const { day, pricePence, typedCode, ticketCode } = ticket
  return (
    <div className={classes.card}>
      <p className={classes.day}>
        {formatDate(day.on)}, {formatTimeRange(day.opensAt, day.closesAt)}
      </p>
      <div className={classes.code} data-over={isOver}>
        <Qr value={ticket.code} size={edge} label="Your market check-in code" />
      </div>
      <p className={classes.left} role="timer">
        {isOver ? 'This code has run out' : `Good for ${clockOf(remaining)}`}
      </p>
      <p className={classes.hint}>
        Show it at the door. {pricePence > 0 ? `Entry is ${formatMoney(pricePence)}, paid there. ` : 'You enter free. '}
        If it cannot be scanned, read out{' '}
        <strong className={classes.typed}>
          {typedCode.slice(0, 4)} {typedCode.slice(4)}
        </strong>
        .
      </p>
      <div className={classes.actions}>
        {onRefresh ? (
          <Button
            leftSection={<IconRefresh size={18} aria-hidden />}
            aria-disabled={isFetching}
            onClick={() => {
              if (!isFetching) void onRefresh()
            }}
          >
            Get a new code
          </Button>
        ) : null}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={isOver}
          onClick={() => void download(ticket)}
        >
          Download
        </Button>
      </div>
      <p className={classes.reference}>Ticket {ticketCode}</p>
    </div>
  )
}

async function download(ticket: Shown) {
  const link = document.createElement('a')
  link.href = await toDataURL(ticket.code, { errorCorrectionLevel: 'M', width: edge, margin: 4 })
  link.download = `market-ticket-${ticket.day.on}.png`
  link.click()
  toast.success(messages.downloaded)
}

async function fetchTicket(): Promise<Shown> {
  const ticket = await rpc.market.ticket()
  const shown = { ...ticket, goodUntil: Date.now() + (ticket.validUntil - ticket.serverNow) }
  keepOwn(kept, shown)
  return shown
}

function readKeptTicket(): Shown | null {
  return readOwn<Shown>(kept)
}

function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function TicketLoading() {
  return (
    <Loading>
      <Shape width={180} height={20} after={16} />
      <div className={classes.shape}>
        <Shape width="100%" height={edge} />
      </div>
    </Loading>
  )
}
