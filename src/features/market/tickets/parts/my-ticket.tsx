import { Button } from '@mantine/core'
import { IconCalendarPlus, IconDownload, IconMaximize, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { toDataURL } from 'qrcode'
import { useEffect, useState } from 'react'
import { formatCount, formatDate, formatMoney, formatTimeRange } from '#platform/words.ts'
import { FullCode } from '#ui/full-code.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Empty, Loading, Shape } from '#ui/plain/states.tsx'
import { NoCodeYet, Qr } from '#ui/qr.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { keepForOffline } from '#web/offline/keep-offline.ts'
import { keepOwn, readOwn } from '#web/offline/own-storage.ts'
import { messages } from '../rules.ts'
import { useNow } from './clock.ts'
import classes from './my-ticket.module.css'
import { PaperTicket } from './paper-ticket.tsx'

/** Edge of the code on the screen and of the downloaded picture, in pixels (MKT-18). */
const edge = 400
/** There the code opens over everything at once: it is what one came for. */
const phone = '(max-width: 767px)'
const kept = 'market-ticket'

/** Whose it is, with this device's clock corrected to the server's: `good until`, in this device's milliseconds. */
type Shown = Awaited<ReturnType<typeof rpc.market.ticket>> & { goodUntil: number; holder: string }

/** The member's own code: fresh when opened, again when it has run out, and on demand (MKT-16…19). */
export function MyTicket({ holder }: { holder: string }) {
  const ticket = useQuery({
    // Under its procedure: what the server announces of the market makes it anew.
    queryKey: api.market.ticket.queryKey(),
    queryFn: () => fetchTicket(holder),
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
  // The page lay open while the market closed or was cancelled.
  if (isNoneToday(ticket.error)) return <Empty what={describeProblem(ticket.error).message} />
  return (
    <Query of={ticket} failed={messages.generateFailed} loading={<TicketLoading />}>
      {shown => <TicketCard ticket={shown} isFetching={ticket.isFetching} onRefresh={refresh} />}
    </Query>
  )
}

/** The last code of this device's person, where the server cannot be asked. */
export function KeptTicket() {
  const ticket = readKeptTicket()
  if (!ticket)
    return (
      <Empty
        what="There is no connection"
        why="Your code was not opened on this device before. It comes by itself as soon as you’re back."
      />
    )
  return <TicketCard ticket={ticket} isFetching={false} />
}

interface Coming {
  on: string
  opensAt: string
  closesAt: string
  /** how long a code is good */
  minutes: number
  /** whose it is, and what entry costs them */
  holder: string
  entry: string
}

/** Before the day: when the code comes. What this device kept of a market that is over or cancelled is good for nothing. */
export function ComingTicket({ on, opensAt, closesAt, minutes, holder, entry }: Coming) {
  useEffect(() => keepOwn(kept, null), [])
  return (
    <PaperTicket
      kicker="Admit one"
      day={formatDate(on)}
      who={`${holder}, ${formatTimeRange(opensAt, closesAt)}. ${entry}.`}
    >
      <NoCodeYet>Your code opens on {formatDate(on)}</NoCodeYet>
      <p className={classes.hint}>
        Open this page at the door. The code is made then, and is good for {formatCount(minutes, 'minute')}.
      </p>
      <Button
        component="a"
        href="/api/market/calendarFile"
        download
        variant="default"
        leftSection={<IconCalendarPlus size={18} aria-hidden />}
      >
        Add to calendar
      </Button>
    </PaperTicket>
  )
}

function TicketCard(props: { ticket: Shown; isFetching: boolean; onRefresh?: () => Promise<void> }) {
  const { ticket, isFetching, onRefresh } = props
  const remaining = ticket.goodUntil - useNow()
  const isOver = remaining <= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code that has run out asks for the next one once
  useEffect(() => {
    if (isOver && onRefresh && document.visibilityState === 'visible') void onRefresh()
  }, [isOver])
  const [isFull, setFull] = useState(() => matchMedia(phone).matches)
  const { pricePence, typedCode, holder } = ticket
  const day = `${formatDate(ticket.day.on)}, ${formatTimeRange(ticket.day.opensAt, ticket.day.closesAt)}`
  // Its only letters: the number of the ticket proves nothing, and the door takes none.
  const spaced = `${typedCode.slice(0, 4)} ${typedCode.slice(4)}`
  const code = (
    <div className={classes.code} data-over={isOver}>
      <Qr value={ticket.code} size={edge} label="Your market check-in code" letters={spaced} />
    </div>
  )
  const goodFor = isOver ? 'This code has run out' : `Good for ${clockOf(remaining)} more`
  const another = onRefresh ? (
    <Button
      variant={isOver ? 'filled' : 'default'}
      leftSection={<IconRefresh size={18} aria-hidden />}
      aria-disabled={isFetching}
      onClick={() => {
        if (!isFetching) void onRefresh()
      }}
    >
      Get a new code
    </Button>
  ) : null
  return (
    <div className={classes.card}>
      <div>
        <p className={classes.day}>{day}</p>
        <p className={classes.left} role="timer">
          {goodFor}
        </p>
      </div>
      {isFull ? null : code}
      <div>
        <p className={classes.hint}>
          Show it at the door.{' '}
          {pricePence > 0 ? `Entry is ${formatMoney(pricePence)}, paid there. ` : 'You enter free. '}
          If it cannot be scanned, read out the letters below it.
        </p>
        {isFull ? (
          <FullCode title="Market ticket" day={day} who={holder} onClose={() => setFull(false)}>
            {code}
            <p className={classes.left} role="timer">
              {goodFor}
            </p>
            {another}
          </FullCode>
        ) : null}
        <div className={classes.actions}>
          <Button
            variant={isOver ? 'default' : 'filled'}
            leftSection={<IconMaximize size={18} aria-hidden />}
            onClick={() => setFull(true)}
          >
            Full screen
          </Button>
          {isFull ? null : another}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={isOver}
            onClick={() => void download(ticket)}
          >
            Download
          </Button>
        </div>
      </div>
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

async function fetchTicket(holder: string): Promise<Shown> {
  const ticket = await rpc.market.ticket().catch(error => {
    // The code of a market that was cancelled or is over is good for nothing.
    if (isNoneToday(error)) keepOwn(kept, null)
    throw error
  })
  const shown = { ...ticket, holder, goodUntil: Date.now() + (ticket.validUntil - ticket.serverNow) }
  keepOwn(kept, shown)
  return shown
}

const isNoneToday = (error: unknown) =>
  ['NO_MARKET', 'NOT_YET'].includes((error as { code?: string } | null)?.code ?? '')

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
