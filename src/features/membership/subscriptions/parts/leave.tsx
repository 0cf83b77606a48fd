import { lazy, Suspense, useState } from 'react'
import type { Plan } from './plan-actions.tsx'

const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog }))

const PauseDialog = lazy(async () => ({
  default: (await import('#features/membership/pauses/parts/pause-dialog.tsx')).PauseDialog,
}))

/** The two ways to pay no longer, for good or for a while; whichever is open leads to the other. */
export function useLeaving() {
  const [way, setWay] = useState<'cancel' | 'pause' | null>(null)
  return { way, cancel: () => setWay('cancel'), pause: () => setWay('pause'), close: () => setWay(null) }
}

/** The dialog of the way that was chosen, if one was. */
export function Leaving({ of, plan }: { of: ReturnType<typeof useLeaving>; plan: Plan }) {
  if (of.way === null) return null
  return (
    <Suspense fallback={null}>
      {of.way === 'cancel' ? (
        <CancelDialog plan={plan} onClose={of.close} onPause={of.pause} />
      ) : (
        <PauseDialog tierName={plan.tier?.name ?? ''} onClose={of.close} />
      )}
    </Suspense>
  )
}
