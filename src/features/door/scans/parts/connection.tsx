import { formatCount, formatTime } from '#platform/words.ts'
import { Status } from '#ui/plain/status.tsx'
import classes from './scanner-page.module.css'
import type { Scanner } from './use-scanner.ts'

/**
 * One line: whether the server is reached, or what goes on without it, and what is still to be sent. Beside it what became of what
 * waited, and below it what this device would not know by itself.
 */
export function Connection({
  isOnline,
  hasCamera,
  scanner,
}: {
  isOnline: boolean
  hasCamera: boolean
  scanner: Scanner
}) {
  const { waiting, sent, listMadeAt, isListOld, notKnown } = scanner
  const toSend = [
    waiting.scans > 0 && formatCount(waiting.scans, 'scan'),
    waiting.unchecked > 0 && formatCount(waiting.unchecked, 'typed code'),
  ].filter(Boolean)
  const old =
    listMadeAt && isListOld ? (
      <p className={classes.old}>Entries and blocks since {formatTime(listMadeAt)} are unknown here.</p>
    ) : null
  if (!isOnline) {
    const goesOn = !listMadeAt ? 'Codes are kept.' : hasCamera ? 'Keep scanning.' : 'Find people by name.'
    return (
      <>
        <p role="status" className={classes.alone}>
          No network. {toSend.length > 0 ? `${toSend.join(', ')} to send.` : goesOn}
        </p>
        {old}
      </>
    )
  }
  if (toSend.length > 0) return <Status tone="warn">{`Sending ${toSend.join(', ')}`}</Status>
  const said = [
    sent.letIn && `${sent.letIn} let in`,
    sent.refused && `${sent.refused} refused`,
    sent.good && `${sent.good} good, not let in`,
    sent.elsewhere && `${sent.elsewhere} for another scanner`,
    sent.takenBack && `${sent.takenBack} taken back`,
  ].filter(Boolean)
  return (
    <>
      {!listMadeAt ? (
        <Status>Connected, getting ready</Status>
      ) : notKnown.length > 0 ? (
        <Status tone="warn">{`Connected, works offline except: ${notKnown.join(', ')}`}</Status>
      ) : (
        <Status tone="good">Connected, works offline too</Status>
      )}
      {old}
      {said.length > 0 ? (
        <p role="status" className={classes.sent} data-refused={sent.refused > 0}>
          Sent: {said.join(', ')}
        </p>
      ) : null}
    </>
  )
}
