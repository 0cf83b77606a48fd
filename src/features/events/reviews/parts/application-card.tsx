import { formatCount, formatDate, formatDateTime, formatTimeRange, stateWords } from '#platform/words.ts'
import { Status } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'
import classes from './application-card.module.css'

type Row = Awaited<ReturnType<typeof rpc.hosting.applications>>['rows'][number]

/** An application in short; a draft says so (EVA-02, EVA-03). */
export function ApplicationCard({ application, onOpen }: { application: Row; onOpen: () => void }) {
  const { name, host, eventType, eventDate, startTime, endTime, spacePreference, expectedAttendance, description } =
    application
  const when = [
    eventDate && formatDate(eventDate, { year: true }),
    startTime && endTime && formatTimeRange(startTime, endTime),
    spacePreference,
  ].filter(Boolean)
  const what = [
    stateWords(eventType),
    expectedAttendance && formatCount(expectedAttendance, 'person', 'people'),
  ].filter(Boolean)
  return (
    <button type="button" className={classes.card} onClick={onOpen}>
      <span className={classes.name}>{name.trim() || 'Without a name'}</span>
      <span className={classes.facts}>{host}</span>
      <span>{when.length > 0 ? when.join(', ') : 'No day yet'}</span>
      <span className={classes.facts}>{what.join(', ')}</span>
      {description ? <span className={classes.description}>{description}</span> : null}
      <span className={classes.states}>
        <ApplicationState application={application} />
      </span>
    </button>
  )
}

/** How it stands: the clock of the promise, whose turn it is, what became of it. */
export function ApplicationState({
  application: { applicationStatus, isCancelled, clock, turn, isWhole },
}: {
  application: Pick<Row, 'applicationStatus' | 'isCancelled' | 'clock' | 'turn' | 'isWhole'>
}) {
  return (
    <>
      {isCancelled ? (
        <Status tone="bad">Cancelled</Status>
      ) : applicationStatus === 'draft' ? (
        <Status>{isWhole ? 'Draft, complete' : 'Draft, unfinished'}</Status>
      ) : applicationStatus === 'approved' ? (
        <Status tone="good">Approved</Status>
      ) : applicationStatus === 'rejected' ? (
        <Status tone="bad">Rejected</Status>
      ) : applicationStatus === 'withdrawn' ? (
        <Status>Withdrawn</Status>
      ) : null}
      {clock ? (
        <Status tone={clock.state === 'over' ? 'bad' : clock.state === 'close' ? 'warn' : 'info'}>
          {clock.state === 'over' ? 'Late, promised for' : 'Decide by'} {formatDateTime(clock.at)}
        </Status>
      ) : null}
      {turn === 'host' ? <Status>Waits for the host</Status> : null}
      {turn === 'house' ? <Status tone="accent">The host has written</Status> : null}
    </>
  )
}
