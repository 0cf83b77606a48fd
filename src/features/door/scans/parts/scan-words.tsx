import {
  IconArrowRight,
  IconCheck,
  IconHandStop,
  IconQuestionMark,
  IconRotate,
  IconUserCheck,
} from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { calendarDate } from '#platform/time.ts'
import { formatCount, formatDate, formatMoney, formatTime } from '#platform/words.ts'
import { Face } from '#ui/plain/face.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { againFrom, againWords, type PassRules } from '../../passes/rules.ts'
import { type Look, lookOf } from './looks.ts'
import classes from './scan-words.module.css'
import type { Scanned } from './use-scanner.ts'

interface VerdictProps {
  place: RefObject<HTMLDivElement | null>
  scan: Scanned | undefined
  pass: PassRules
  waitMinutes: number | null
  /** Why nobody is let in today, which is said before anybody stands there. */
  closed: string | null
  /** When they are, for who stands there all the same. */
  whenClosed: string | undefined
  /** It was read: the place is the next code's, and what it said is still there for who listens. */
  isQuiet: boolean
  /** What to do for the next decision. */
  waiting: string
  actions: ReactNode
  /** It was read, and the next one comes. */
  onNext: () => void
}

/**
 * The last decision, laid over the whole camera, on a phone or a tablet over the whole screen: colour, shape, word, name and what to do
 * next, to be read at arm's length.
 */
export function Verdict({ place, scan, closed, isQuiet, waiting, actions, onNext, ...known }: VerdictProps) {
  // The same element, whether it is seen or not: nothing is read out a second time.
  const words = scan ? (
    <div className={isQuiet ? 'visually-hidden' : classes.fresh}>
      <Words key={`${scan.scanId}${scan.isTakenBack}`} {...known} scan={scan} isClosed={closed !== null} />
    </div>
  ) : null
  return (
    <div className={classes.place}>
      <div ref={place} className={classes.verdict} data-outcome={scan && !isQuiet ? lookOf(scan) : 'none'}>
        <div className={classes.said} role="status" aria-live="assertive">
          {words ?? <p>{closed ?? waiting}</p>}
        </div>
        {scan && isQuiet ? <p className={classes.waiting}>{closed ?? waiting}</p> : null}
        {actions}
        {scan && !isQuiet ? (
          <button type="button" className={classes.nextCode} onClick={onNext}>
            Next
          </button>
        ) : null}
      </div>
    </div>
  )
}

interface WordsProps extends Pick<VerdictProps, 'pass' | 'waitMinutes' | 'whenClosed'> {
  scan: Scanned
  isClosed: boolean
}

function Words({ scan, waitMinutes, ...known }: WordsProps) {
  const isIn = scan.outcome === 'admitted' && !scan.isTakenBack
  const look = lookOf(scan)
  const Mark = marks[look]
  const isAgain = look === 'again'
  const name = scan.name ?? (isIn && scan.ticketType === 'guest' ? namelessOf(scan) : null)
  return (
    <>
      <Mark className={classes.mark} size={56} stroke={2.5} aria-hidden />
      <div className={classes.words}>
        <p className={classes.word}>{scan.elsewhere ? capital(scan.elsewhere.called) : says[look]}</p>
        {isAgain && scan.lastEntryAt ? (
          <p className={classes.name}>since {formatTime(new Date(scan.lastEntryAt))}</p>
        ) : null}
        {name ? <p className={classes.name}>{name}</p> : null}
        {scan.typed ? <p className={classes.name}>{scan.typed}</p> : null}
        {isIn && scan.people > 1 ? <p className={classes.name}>Admit {scan.people}</p> : null}
        {scan.isTakenBack ? <p>This entry counts no more.</p> : <p>{scan.message}</p>}
        {look === 'unchecked' && scan.isKept ? <p>Kept here, and checked once there is a network.</p> : null}
        {scan.outcome === 'refused' && scan.lastEntryAt && !isAgain ? (
          <p>Last entry {whenOf(new Date(scan.lastEntryAt))}</p>
        ) : null}
        {scan.note ? <p>{scan.note}</p> : null}
        {scan.isEarly ? <p>By this device. The server is still asked.</p> : null}
        {isIn && scan.usesLeft !== null ? <p>{formatCount(scan.usesLeft, 'use')} left</p> : null}
        {isIn && scan.pricePence > 0 ? (
          <p className={classes.collect}>
            {scan.ticketType === 'guest' ? 'Paid' : 'Collect'} {formatMoney(scan.pricePence)}
          </p>
        ) : null}
        <Next {...{ scan, waitMinutes, ...known }} />
      </div>
      {scan.personId && scan.name ? (
        <span className={classes.face}>
          <Face id={scan.personId} size="large" />
        </span>
      ) : null}
    </>
  )
}

/** What whoever stands there does next. */
function Next({ scan, pass, waitMinutes, whenClosed, isClosed }: WordsProps) {
  if (scan.elsewhere) return <p className={classes.next}>Nobody was refused: its own scanner checks it.</p>
  if (scan.code === 'TOO_SOON' && scan.lastEntryAt && waitMinutes !== null) {
    const { from } = againFrom(new Date(scan.lastEntryAt), waitMinutes)
    return from === undefined ? null : <p className={classes.next}>{againWords(from)}</p>
  }
  // What its host may do is for another visit.
  if (scan.code === 'USED_UP' && lookOf(scan) === 'again')
    return <p className={classes.next}>This pass has let them in. To come back they need a new one from their host.</p>
  // Where nobody is let in, nothing that was said for other days helps.
  const code = isClosed && pass.refusals.CLOSED ? 'CLOSED' : scan.code
  const next = code === 'CLOSED' && whenClosed ? whenClosed : code && pass.refusals[code]?.next
  return next ? <p className={classes.next}>{next}</p> : null
}

const marks: Record<Look, typeof IconCheck> = {
  ...{ admitted: IconCheck, again: IconUserCheck, refused: IconHandStop, elsewhere: IconArrowRight },
  ...{ unchecked: IconQuestionMark, back: IconRotate, good: IconQuestionMark },
}

const says: Record<Look, string> = {
  admitted: 'Admitted',
  again: 'Already in',
  elsewhere: 'Other scanner',
  refused: 'Refused',
  unchecked: 'Not checked',
  back: 'Taken back',
  good: 'Good, not let in',
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** An instant of today by its time, else with its day. */
function whenOf(at: Date): string {
  const isToday = calendarDate(at) === calendarDate(new Date())
  return isToday ? formatTime(at) : `${formatDate(at)}, ${formatTime(at)}`
}

/** Scans, newest first (MKA-09); `label`: whose. */
export function RecentScans({
  scans,
  label,
  onUndo,
}: {
  scans: Scanned[]
  label: string
  onUndo?: (scan: Scanned) => void
}) {
  if (scans.length === 0) return <p className={classes.quiet}>No scans on this device yet.</p>
  return (
    <ol className={classes.recent} aria-label={label}>
      {scans.map(scan => (
        <li key={scan.scanId}>
          <span className={classes.who}>{scan.name ?? namelessOf(scan)}</span>
          <time dateTime={new Date(scan.at).toISOString()}>{formatTime(new Date(scan.at))}</time>
          <span className={classes.what}>{scan.elsewhere ? 'Another scanner checks it.' : scan.message}</span>
          <span>
            <Status tone={tones[lookOf(scan)]}>{says[lookOf(scan)]}</Status>{' '}
            {scan.isDouble ? <Status tone="warn">Double entry</Status> : null}
            {scan.isLost ? <Status tone="warn">Not counted</Status> : null}
            {onUndo && lookOf(scan) === 'admitted' && !scan.isLost ? (
              <button type="button" className={classes.undo} onClick={() => onUndo(scan)}>
                Undo<span className="visually-hidden"> the entry of {scan.name ?? namelessOf(scan)}</span>
              </button>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

const tones: Record<Look, StatusTone> = {
  ...{ admitted: 'good', again: 'warn', refused: 'bad', elsewhere: 'plain' },
  ...{ unchecked: 'warn', back: 'plain', good: 'warn' },
}

/** A good code of somebody whom this device's list does not have yet is a member all the same. */
function namelessOf({ ticketType, outcome, elsewhere, typed }: Scanned): string {
  if (elsewhere) return capital(elsewhere.called)
  if (typed) return typed
  if (ticketType === 'guest') return 'Guest'
  return ticketType === 'member' && outcome === 'admitted' ? 'Member, name not on this device' : 'Unknown ticket'
}
