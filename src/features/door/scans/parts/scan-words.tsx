import { IconCheck, IconHandStop, IconQuestionMark, IconRotate } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { formatCount, formatMoney, formatTime } from '#platform/words.ts'
import { Face } from '#ui/plain/face.tsx'
import { Status } from '#ui/plain/status.tsx'
import type { PassRules } from '../../passes/rules.ts'
import classes from './scan-words.module.css'
import type { Scanned } from './use-scanner.ts'

interface VerdictProps {
  place: RefObject<HTMLDivElement | null>
  scan: Scanned | undefined
  pass: PassRules
  /** Why nobody is let in today, which is said before anybody stands there. */
  closed: string | null
  /** It was read: the place is the next code's, and what it said is still there for who listens. */
  isQuiet: boolean
  /** What to do for the next decision. */
  waiting: string
  actions: ReactNode
  /** It was read, and the next one comes. */
  onNext: () => void
}

/**
 * The last decision, laid over the camera, on a phone or a tablet over the whole screen: colour, shape, word, name and what to do
 * next, to be read at arm's length.
 */
export function Verdict({ place, scan, pass, closed, isQuiet, waiting, actions, onNext }: VerdictProps) {
  // The same element, whether it is seen or not: nothing is read out a second time.
  const words = scan ? (
    <div className={isQuiet ? 'visually-hidden' : classes.fresh}>
      <Words key={`${scan.scanId}${scan.isTakenBack}`} scan={scan} pass={pass} isClosed={closed !== null} />
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

function Words({ scan, pass, isClosed }: { scan: Scanned; pass: PassRules; isClosed: boolean }) {
  const isIn = scan.outcome === 'admitted' && !scan.isTakenBack
  // Where nobody is let in, nothing that was said for other days helps.
  const next = scan.code ? pass.refusals[isClosed && pass.refusals.CLOSED ? 'CLOSED' : scan.code]?.next : null
  const Mark = marks[lookOf(scan)]
  return (
    <>
      <Mark className={classes.mark} size={56} stroke={2.5} aria-hidden />
      <div className={classes.words}>
        <p className={classes.word}>{outcomeOf(scan)}</p>
        {scan.name ? <p className={classes.name}>{scan.name}</p> : null}
        {scan.isTakenBack ? <p>This entry counts no more.</p> : <p>{scan.message}</p>}
        {scan.outcome === 'refused' && scan.lastEntryAt ? (
          <p>Last entry {formatTime(new Date(scan.lastEntryAt))}</p>
        ) : null}
        {scan.note ? <p>{scan.note}</p> : null}
        {scan.isEarly ? <p>By this device. The server is still asked.</p> : null}
        {isIn && scan.usesLeft !== null ? <p>{formatCount(scan.usesLeft, 'use')} left</p> : null}
        {isIn && scan.ticketType === 'member' && scan.pricePence > 0 ? (
          <p className={classes.collect}>Collect {formatMoney(scan.pricePence)}</p>
        ) : null}
        {next ? <p className={classes.next}>{next}</p> : null}
      </div>
      {scan.personId && scan.name ? (
        <span className={classes.face}>
          <Face id={scan.personId} size="large" />
        </span>
      ) : null}
    </>
  )
}

const marks = {
  ...{ admitted: IconCheck, refused: IconHandStop, unchecked: IconQuestionMark, back: IconRotate },
  good: IconQuestionMark,
}

function lookOf({ outcome, isUnchecked, isTakenBack, wasGood }: Scanned): keyof typeof marks {
  if (isTakenBack) return 'back'
  if (wasGood) return 'good'
  return isUnchecked ? 'unchecked' : outcome
}

const says = {
  admitted: 'Admitted',
  refused: 'Refused',
  unchecked: 'Not checked',
  back: 'Taken back',
  good: 'Good, not let in',
}
const outcomeOf = (scan: Scanned) => says[lookOf(scan)]

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
  if (scans.length === 0) return <p className={classes.quiet}>No scans yet.</p>
  return (
    <ol className={classes.recent} aria-label={label}>
      {scans.map(scan => (
        <li key={scan.scanId}>
          <span className={classes.who}>{scan.name ?? namelessOf(scan)}</span>
          <time dateTime={new Date(scan.at).toISOString()}>{formatTime(new Date(scan.at))}</time>
          <span className={classes.what}>{scan.message}</span>
          <span>
            <Status tone={tones[lookOf(scan)]}>{outcomeOf(scan)}</Status>{' '}
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

const tones = { admitted: 'good', refused: 'bad', unchecked: 'warn', back: 'plain', good: 'warn' } as const

/** A good code of somebody whom this device's list does not have yet is a member all the same. */
function namelessOf({ ticketType, outcome }: Scanned): string {
  if (ticketType === 'guest') return 'Guest'
  return ticketType === 'member' && outcome === 'admitted' ? 'Member, name not on this device' : 'Unknown ticket'
}

/** Tells the hand and the ear, for whoever is not looking. */
export function signal(outcome: 'admitted' | 'refused', withSound: boolean): void {
  navigator.vibrate?.(outcome === 'admitted' ? 80 : [80, 60, 240])
  if (!withSound) return
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  tone.frequency.value = outcome === 'admitted' ? 880 : 220
  tone.connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + (outcome === 'admitted' ? 0.12 : 0.4))
  tone.onended = () => void audio.close()
}
