import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { keepForOffline } from '#web/offline/keep-offline.ts'
import { readTicket } from './kept-ticket.ts'

// What draws codes comes with the first one that is drawn.
const dialog = () => import('./ticket-dialog.tsx')
const Ticket = lazy(async () => ({ default: (await dialog()).TicketDialog }))

interface EventTicketProps {
  eventId: string
  registrationId: string
  name: string
}

/** Opens the ticket of a registration, on the day of the event; the code is kept for where there is no connection. */
export function EventTicket({ eventId, registrationId, name }: EventTicketProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    void dialog().then(async ({ fetchTicket }) => {
      await fetchTicket({ eventId, registrationId, name }).catch(() => null)
      await keepForOffline()
    }, ignore)
  }, [eventId, registrationId, name])
  return (
    <>
      <Button onClick={() => setOpen(true)}>Show my ticket</Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Ticket of={{ eventId, registrationId, name }} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The same of an event whose page cannot be had, as far as this device has its code. */
export function KeptEventTicket({ eventId }: { eventId: string }) {
  const [kept] = useState(() => readTicket(eventId))
  if (!kept) return null
  return (
    <>
      <p>Your ticket for {kept.name} is on this device.</p>
      <EventTicket eventId={eventId} registrationId={kept.registrationId} name={kept.name} />
    </>
  )
}

// Without a connection it comes when it is asked for.
const ignore = () => undefined
