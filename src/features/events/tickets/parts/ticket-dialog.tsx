import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCount, formatTime } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Qr } from '#ui/qr.tsx'
import { useWakeLock } from '#ui/wake-lock.ts'
import { api, type rpc } from '#web/client.ts'
import { messages } from '../rules.ts'
import classes from './event-ticket.module.css'

/** So long before a code runs out the next one is fetched. */
const aheadMs = 60_000

/** The code, made anew before it runs out, on a screen that stays awake. */
export function TicketDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  useWakeLock()
  const ticket = useQuery({
    ...api.events.ticket.queryOptions({ input: { id } }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(10_000, data.validUntil - data.serverNow - aheadMs) : false,
    retry: false,
  })
  return (
    <Dialog title={name} onClose={onClose}>
      <Query of={ticket} failed={messages.generateFailed}>
        {found => <Code key={found.code} ticket={found} name={name} onFresh={() => void ticket.refetch()} />}
      </Query>
    </Dialog>
  )
}

interface CodeProps {
  ticket: Awaited<ReturnType<typeof rpc.events.ticket>>
  name: string
  onFresh: () => void
}

function Code({ ticket: { code, typedCode, plusOnes, validUntil, serverNow }, name, onFresh }: CodeProps) {
  const [isOver, setOver] = useState(false)
  // By this device's clock, whatever it says: so long from now.
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), validUntil - serverNow)
    return () => clearTimeout(timer)
  }, [validUntil, serverNow])
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
