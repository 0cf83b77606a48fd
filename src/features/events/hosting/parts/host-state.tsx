import { formatDateTime } from '#platform/words.ts'
import { Status } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'

type Row = Pick<
  Awaited<ReturnType<typeof rpc.hosting.one>>,
  'applicationStatus' | 'isCancelled' | 'isHidden' | 'isOver' | 'clock'
>

/** Where an event of a host stands, in a word. */
export function HostState({ event: { applicationStatus, isCancelled, isHidden, isOver } }: { event: Row }) {
  if (isCancelled) return <Status tone="bad">Cancelled</Status>
  if (applicationStatus === 'draft') return <Status>Draft</Status>
  if (applicationStatus === 'pending') return <Status tone="warn">Waits for a decision</Status>
  if (applicationStatus === 'rejected') return <Status tone="bad">Not approved</Status>
  if (applicationStatus === 'withdrawn') return <Status>Withdrawn</Status>
  if (isOver) return <Status>Took place</Status>
  return isHidden ? <Status tone="warn">Hidden by the house</Status> : <Status tone="good">Approved</Status>
}

/** The promise to the host, as it stands (EVT-38). */
export function HostClock({ event: { clock } }: { event: Row }) {
  if (!clock) return null
  const until = formatDateTime(clock.at)
  return clock.state === 'over' ? (
    <span>We promised to decide by {until}. We are late, and have been reminded.</span>
  ) : (
    <span>You hear from us by {until}.</span>
  )
}
