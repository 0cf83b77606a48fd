import { Drawer } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { ObjectNoun } from '#features/house/objects/inputs.ts'
import { onEscape } from '#ui/escape.ts'
import { PanelAround } from '#ui/form/unsaved.ts'
import { useOpenObject } from '#ui/object-link.tsx'
import { PanelTitle } from '#ui/panel-title.ts'
import { LoadingRows } from '#ui/plain/states.tsx'

type Panel = ComponentType<{ id: string }>

/** The one panel of each noun, with the name that its dialog has until it knows its own. */
const panels: Record<ObjectNoun, { title: string; Panel: Panel }> = {
  person: {
    title: 'Person',
    Panel: lazy(async () => ({
      default: (await import('#features/people/members/parts/person-panel.tsx')).PersonPanel,
    })),
  },
  booking: {
    title: 'Booking',
    Panel: lazy(async () => ({
      default: (await import('#features/spaces/bookings/parts/booking-panel.tsx')).BookingPanel,
    })),
  },
  order: {
    title: 'Order',
    Panel: lazy(async () => ({ default: (await import('#features/money/orders/parts/order-panel.tsx')).OrderPanel })),
  },
  application: {
    title: 'Application',
    Panel: lazy(async () => ({
      default: (await import('#features/admissions/applications/parts/application-panel.tsx')).ApplicationPanel,
    })),
  },
  event: {
    title: 'Event',
    Panel: lazy(async () => ({
      default: (await import('#features/events/registrations/parts/event-panel.tsx')).EventPanel,
    })),
  },
  incident: {
    title: 'Incident',
    Panel: lazy(async () => ({
      default: (await import('#features/people/incidents/parts/incident-panel.tsx')).IncidentPanel,
    })),
  },
}

/** What was opened from a mention, over whatever page it was mentioned on; Escape and Back close it. */
export function ObjectPanel() {
  const { opened, close } = useOpenObject()
  const id = opened?.id ?? ''
  const [named, setNamed] = useState({ id, title: '' })
  const say = useCallback(
    (title: string) => setNamed(was => (was.id === id && was.title === title ? was : { id, title })),
    [id],
  )
  const shown = opened && Object.hasOwn(panels, opened.noun) ? panels[opened.noun as ObjectNoun] : null
  const isOpen = shown !== null
  // Taken away at once, the drawer gives nothing back by itself; and a row of a list has no link that was pressed.
  useEffect(() => {
    if (!isOpen) return
    const from = document.activeElement
    return () => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
    }
  }, [isOpen])
  if (!opened || !shown) return null
  const { title, Panel } = shown
  return (
    <Drawer
      opened
      onClose={close}
      title={(named.id === id && named.title) || title}
      position="right"
      size="min(100%, 32rem)"
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The library's own key listens to the window, and would close this behind the search as well.
      closeOnEscape={false}
      onKeyDown={onEscape(close)}
    >
      <Suspense fallback={<LoadingRows rows={6} />}>
        <PanelTitle value={say}>
          <PanelAround value="object">
            <Panel key={id} id={id} />
          </PanelAround>
        </PanelTitle>
      </Suspense>
    </Drawer>
  )
}
