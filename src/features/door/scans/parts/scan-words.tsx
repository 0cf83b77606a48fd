import { formatCount, formatMoney, formatTime } from '#platform/words.ts'
import { Status } from '#ui/plain/status.tsx'
import classes from './scan-words.module.css'
import type { Scanned } from './use-scanner.ts'

/** The last decision, to be read at arm's length. */
export function ScanResult({ scan }: { scan: Scanned | undefined }) {
  return (
    <div className={classes.result} data-outcome={scan?.outcome ?? 'none'} role="status" aria-live="assertive">
      {scan ? (
        <>
          <p className={classes.word}>{outcomeOf(scan)}</p>
          {scan.name ? <p className={classes.name}>{scan.name}</p> : null}
          <p className={classes.message}>{scan.message}</p>
          {scan.note ? <p className={classes.message}>{scan.note}</p> : null}
          {scan.outcome === 'admitted' && scan.usesLeft !== null ? (
            <p className={classes.message}>{formatCount(scan.usesLeft, 'use')} left</p>
          ) : null}
          {scan.outcome === 'admitted' && scan.ticketType === 'member' && scan.pricePence > 0 ? (
            <p className={classes.collect}>Collect {formatMoney(scan.pricePence)}</p>
          ) : null}
        </>
      ) : (
        <p className={classes.message}>Hold a code in front of the camera.</p>
      )}
    </div>
  )
}

const outcomeOf = ({ outcome, isUnchecked }: Scanned) =>
  outcome === 'admitted' ? 'Admitted' : isUnchecked ? 'Not checked' : 'Refused'

/** The most recent scans of this device, newest first (MKA-09). */
export function RecentScans({ scans }: { scans: Scanned[] }) {
  if (scans.length === 0) return <p className={classes.quiet}>No scans yet.</p>
  return (
    <ol className={classes.recent} aria-label="Recent scans">
      {scans.map(scan => (
        <li key={scan.scanId}>
          <span className={classes.who}>{scan.name ?? (scan.ticketType === 'guest' ? 'Guest' : 'Unnamed code')}</span>
          <time dateTime={new Date(scan.at).toISOString()}>{formatTime(new Date(scan.at))}</time>
          <span className={classes.what}>{scan.message}</span>
          <span>
            <Status tone={scan.outcome === 'admitted' ? 'good' : 'bad'}>{outcomeOf(scan)}</Status>{' '}
            {scan.isDouble ? <Status tone="warn">Double entry</Status> : null}
          </span>
        </li>
      ))}
    </ol>
  )
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
