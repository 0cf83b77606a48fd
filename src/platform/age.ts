import { formatCount } from './words.ts'

const minuteMs = 60_000
const justNow = 'just now'

/** How long ago something began, in the one unit that says enough: `just now`, `20 minutes`, `3 hours`, `2 days` (INCA-33). */
export function ageOf(beganAt: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - beganAt.getTime()) / minuteMs))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return minutes === 0 ? justNow : formatCount(minutes, 'minute')
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day')
}

/** An age where a sentence goes on: `3 hours ago`, `3 hours old`. */
export const agedBy = (age: string, word: 'ago' | 'old') => (age === justNow ? age : `${age} ${word}`)
