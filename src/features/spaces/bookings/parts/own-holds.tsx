import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '#web/client.ts'

// Most of the time there is nothing to draw.
const HeldPlaces = lazy(async () => ({ default: (await import('./held-places.tsx')).HeldPlaces }))

/** What is held for the person until they pay, with paying it. Draws nothing while there is none. */
export function OwnHolds() {
  const { data = [] } = useQuery(api.bookings.holds.queryOptions())
  return data.length === 0 ? null : (
    <Suspense>
      <HeldPlaces places={data} />
    </Suspense>
  )
}
