import { formatCount, formatTime } from '#platform/words.ts'
import { Status } from '#ui/plain/status.tsx'
import { timeAgo } from '../rules.ts'
import classes from './scanner-page.module.css'
import type { Scanner } from './use-scanner.ts'

/**
 * Whether the server is reached, what has not arrived there yet, and what became of what waited. Without a network codes of the
 * camera go on, and names as far as this device knows them; typed codes wait.
 */
export function Connection(props: {
  isOnline: boolean
  hasCamera: boolean
  waiting: Scanner['waiting']
  sent: Scanner['sent']
}) {
  const { isOnline, hasCamera, waiting, sent } = props
  const [scans, codes] = [formatCount(waiting.scans, 'scan'), formatCount(waiting.unchecked, 'typed code')]
  const isAre = (count: number) => (count === 1 ? 'is' : 'are')
  if (!isOnline) {
    const goesOn = hasCamera ? 'Scanning goes on' : 'Names known here go on, typed codes wait'
    const told = [
      waiting.scans > 0 ? `${scans} ${isAre(waiting.scans)} sent` : '',
      waiting.unchecked > 0 ? `${codes} ${isAre(waiting.unchecked)} checked` : '',
    ].filter(Boolean)
    return (
      <p role="status" className={classes.alone}>
        No network. {goesOn}; {told.join(', ') || 'what you scan is sent'} when it is back.
      </p>
    )
  }
  if (waiting.scans + waiting.unchecked > 0)
    return (
      <Status tone="warn">{`Sending ${[waiting.scans && scans, waiting.unchecked && codes].filter(Boolean).join(', ')}`}</Status>
    )
  const said = [
    sent.letIn && `${sent.letIn} let in`,
    sent.refused && `${sent.refused} refused`,
    sent.good && `${sent.good} good, not let in`,
    sent.elsewhere && `${sent.elsewhere} for another scanner`,
    sent.takenBack && `${sent.takenBack} taken back`,
  ].filter(Boolean)
  return (
    <>
      <Status tone="good">Connected</Status>
      {said.length > 0 ? (
        <p role="status" className={classes.sent}>
          Sent: {said.join(', ')}
        </p>
      ) : null}
    </>
  )
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
    <span className={classes.ready}>
      <Status tone="good">Ready without a network</Status>
    </span>
  )
}
