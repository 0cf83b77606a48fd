import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCount, formatTime } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Qr } from '#ui/qr.tsx'
import { useWakeLock } from '#ui/wake-lock.ts'
import { api, rpc } from '#web/client.ts'
import { messages } from '../rules.ts'
import classes from './event-ticket.module.css'
import { forgetTicket, type KeptTicket, keepTicket, readTicket } from './kept-ticket.ts'

/** So long before a code runs out the next one is fetched. */
const aheadMs = 60_000

interface Of {
  eventId: string
  registrationId: string
  name: string
}

/** The code, made anew before it runs out, on a screen that stays awake; where nobody answers, the one that was kept. */
export function TicketDialog({ of, onClose }: { of: Of; onClose: () => void }) {
  useWakeLock()
  const { eventId, registrationId, name } = of
  const ticket = useQuery({
    // Under its procedure: what the server announces of the event makes it anew.
    queryKey: api.events.ticket.queryKey({ input: { id: registrationId } }),
    queryFn: () => fetchTicket(of),
    initialData: () => readTicket(eventId) ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data ? Math.max(10_000, data.goodUntil - Date.now() - aheadMs) : false),
    networkMode: 'always',
    retry: false,
  })
  const { error } = ticket
  return (
    <Dialog title={name} onClose={onClose}>
      {isGone(error) ? (
        <p role="status">{describeProblem(error).message}</p>
      ) : (
        <Query of={ticket} failed={messages.generateFailed}>
          {kept => <Code key={kept.ticket.code} kept={kept} onFresh={() => void ticket.refetch()} />}
        </Query>
      )}
    </Dialog>
  )
}

/** A fresh code, which this device keeps; what is good for nothing any more it forgets. Rejects with the server's refusal. */
export async function fetchTicket({ eventId, registrationId, name }: Of): Promise<KeptTicket> {
  const ticket = await rpc.events.ticket({ id: registrationId }).catch(error => {
    if (isGone(error)) forgetTicket(eventId)
    throw error
  })
  const kept = { registrationId, name, ticket, goodUntil: Date.now() + (ticket.validUntil - ticket.serverNow) }
  keepTicket(eventId, kept)
  return kept
}

const isGone = (error: unknown) =>
  ['NOT_FOUND', 'CANCELLED', 'EVENT_CANCELLED', 'NOT_YET', 'EVENT_OVER'].includes(
    (error as { code?: string } | null)?.code ?? '',
  )

function Code({ kept, onFresh }: { kept: KeptTicket; onFresh: () => void }) {
  const { name, goodUntil } = kept
  const { code, typedCode, plusOnes, validUntil } = kept.ticket
  const [isOver, setOver] = useState(() => goodUntil <= Date.now())
  // By this device's clock, whatever it says: so long from now.
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, goodUntil - Date.now()))
    return () => clearTimeout(timer)
  }, [goodUntil])
  return (
    <div className={classes.ticket}>
      <div className={classes.code} data-over={isOver}>
        <Qr value={code} size={400} label={`Your ticket for ${name}`} />
      </div>
      <p className={classes.typed}>{`${typedCode.slice(0, 4)} ${typedCode.slice(4)}`}</p>
      {isOver ? (
        <p role="status">
          This code has run out.{' '}
          <Button variant="default" size="sm" onClick={onFresh}>
            Get a new code
          </Button>
        </p>
      ) : (
        <p>
          Show it at the door, good until {formatTime(new Date(validUntil))}. If it cannot be scanned, read the letters
          out.
          {plusOnes > 0 ? ` It lets in you and ${formatCount(plusOnes, 'guest')}: come together.` : ''}
        </p>
      )}
    </div>
  )
}
