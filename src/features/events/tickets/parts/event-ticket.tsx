import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

// What draws codes comes with the first one that is drawn.
const Ticket = lazy(async () => ({ default: (await import('./ticket-dialog.tsx')).TicketDialog }))

/** Opens the ticket of a registration, on the day of the event. */
export function EventTicket({ registrationId, name }: { registrationId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Show my ticket</Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Ticket id={registrationId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
