import { calendarDate } from '#platform/time.ts'
import type { Scanned } from './use-scanner.ts'

/** How a decision looks, sounds and feels: to whoever stands there these are different things, though most let nobody in. */
export type Look = 'admitted' | 'again' | 'refused' | 'elsewhere' | 'unchecked' | 'back' | 'good'

/** `again`: a good code of somebody who came in with it today, which is no bad one. */
export function lookOf({
  outcome,
  code,
  isUnchecked,
  isTakenBack,
  wasGood,
  elsewhere,
  lastEntryAt,
  at,
}: Scanned): Look {
  if (isTakenBack) return 'back'
  if (wasGood) return 'good'
  // Where the check itself failed nobody was refused either.
  if (isUnchecked || code === 'FAILED') return 'unchecked'
  if (elsewhere) return 'elsewhere'
  if (code === 'TOO_SOON') return 'again'
  const isOfToday = lastEntryAt && calendarDate(new Date(lastEntryAt)) === calendarDate(new Date(at))
  return code === 'USED_UP' && isOfToday ? 'again' : outcome
}

interface Signal {
  /** Of the hand, in milliseconds: on, off, on … */
  buzz: number[]
  /** In Hz, one after the other. */
  tones: number[]
  toneMs: number
}
const known = { buzz: [60, 80, 60], tones: [587, 587], toneMs: 120 }
const unsure = { buzz: [40, 60, 40, 60, 40], tones: [440, 587], toneMs: 120 }
const signals: Record<Look, Signal> = {
  admitted: { buzz: [80], tones: [880], toneMs: 120 },
  again: known,
  back: known,
  refused: { buzz: [80, 60, 240], tones: [220], toneMs: 400 },
  ...{ elsewhere: unsure, unchecked: unsure, good: unsure },
}

/** Tells the hand and the ear, for whoever is not looking. */
export function signal(look: Look, withSound: boolean): void {
  const { buzz, tones, toneMs } = signals[look]
  navigator.vibrate?.(buzz)
  if (!withSound) return
  const audio = new AudioContext()
  const seconds = toneMs / 1000
  for (const [index, hertz] of tones.entries()) {
    const tone = audio.createOscillator()
    tone.frequency.value = hertz
    tone.connect(audio.destination)
    // With a pause between them, so that two are not heard as one.
    tone.start(audio.currentTime + index * seconds * 1.6)
    tone.stop(audio.currentTime + index * seconds * 1.6 + seconds)
    if (index === tones.length - 1) tone.onended = () => void audio.close()
  }
}
