import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatTime } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Qr } from '#ui/qr.tsx'
import { useWakeLock } from '#ui/wake-lock.ts'
import { api } from '#web/client.ts'
import { messages } from '../rules.ts'
import classes from './event-ticket.module.css'

/** Opens the ticket of a registration, on the day of the event. */
export function EventTicket({ registrationId, name }: { registrationId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconQrcode size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Show my ticket
      </Button>
      {isOpen ? <Ticket id={registrationId} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The code, made anew before it runs out, on a screen that stays awake. */
function Ticket({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  useWakeLock()
  const ticket = useQuery({
    ...api.events.ticket.queryOptions({ input: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(10_000, data.validUntil - data.serverNow - 60_000) : false,
    retry: false,
  })
  return (
    <Dialog title={name} onClose={onClose}>
      <Query of={ticket} failed={messages.generateFailed}>
        {({ code, typedCode, plusOnes, validUntil }) => (
          <div className={classes.ticket}>
            <Qr value={code} size={400} label={`Your ticket for ${name}`} />
            <p className={classes.typed}>{`${typedCode.slice(0, 4)} ${typedCode.slice(4)}`}</p>
            <p>
              Show it at the door, good until {formatTime(new Date(validUntil))}. If it cannot be scanned, read the
              letters out.
              {plusOnes > 0 ? ` It lets in you and ${formatCount(plusOnes, 'guest')}: come together.` : ''}
            </p>
          </div>
        )}
      </Query>
    </Dialog>
  )
}
