import { formatCount, formatTime } from '#platform/words.ts'
import { Status } from '#ui/plain/status.tsx'
import { timeAgo } from '../rules.ts'
import classes from './scanner-page.module.css'
import type { Scanner } from './use-scanner.ts'

/** Whether the server is reached, and what has not arrived there yet; without it scanning goes on. */
export function Connection({ isOnline, waiting }: { isOnline: boolean; waiting: number }) {
  const scans = formatCount(waiting, 'scan')
  if (!isOnline) {
    const sent = waiting === 0 ? 'what you scan is' : `${scans} ${waiting === 1 ? 'is' : 'are'}`
    return (
      <p role="status" className={classes.alone}>
        No network. Scanning goes on; {sent} sent when it is back.
      </p>
    )
  }
  if (waiting > 0) return <Status tone="warn">{`Sending ${scans}`}</Status>
  return <Status tone="good">Connected</Status>
}

/** Whether this device can go on by itself, and what it would not know then. */
export function ListAge({ scanner }: { scanner: Scanner }) {
  const { listMadeAt, listAgeMs, isListOld, notKnown } = scanner
  if (!listMadeAt || listAgeMs === null) return <Status tone="warn">Not ready without a network</Status>
  if (isListOld)
    return (
      <p className={classes.old}>
        This device’s list is of {formatTime(listMadeAt)}, {timeAgo(listAgeMs)}. It does not know of later entries and
        blocks.
      </p>
    )
  if (notKnown.length > 0)
    return <Status tone="warn">{`Ready without a network, but not for: ${notKnown.join(', ')}`}</Status>
  return (
    <span className={classes.fresh}>
      <Status tone="good">Ready without a network</Status>
    </span>
  )
}
