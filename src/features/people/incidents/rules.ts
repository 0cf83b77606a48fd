import type { Problem } from '#platform/problem.ts'
import { formatCount } from '#platform/words.ts'
import type { IncidentStatus, IncidentType, Severity } from './inputs.ts'

/** What the committee promises to whoever answers (INCA-33), wherever it stands. */
export const decisionHours = 48
export const decisionWithin = `within ${decisionHours} hours`
/** A link is good for so long (decision 40). */
export const linkDays = 30

/** Nobody looks into it any more; the data map says the same of what may be erased. */
export const isOver = (status: IncidentStatus): boolean => status === 'resolved' || status === 'closed'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Why something may not be done with an incident now; null: it may. */
export const whyNot = {
  /** It has happened, to the minute. */
  record: (at: Date, now: Date): Problem | null =>
    at <= now ? null : { code: 'INCIDENT_AHEAD', message: 'An incident has happened already.', field: 'incidentOn' },

  /** What was seen before pressing must be what is so: of two presses one sends. */
  send: (sentCount: number, seenCount: number): Problem | null =>
    sentCount === seenCount
      ? null
      : { code: 'CHANGED_MEANWHILE', message: 'This report was sent meanwhile. Look who has it, and send it again.' },

  /** A decision is written once (INCA-15). */
  decide: ({ isDecided }: { isDecided: boolean }): Problem | null =>
    isDecided ? { code: 'DECIDED', message: 'The final decision has been made.' } : null,
}

const justNow = 'just now'

/** How old an incident is since it was recorded (INCA-33): `just now`, `20 minutes`, `3 hours`, `2 days`. */
export function ageOf(createdAt: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / minuteMs))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return minutes === 0 ? justNow : formatCount(minutes, 'minute')
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day')
}

/** An age where a sentence goes on: `3 hours ago`, `3 hours old`. */
export const agedBy = (age: string, word: 'ago' | 'old') => (age === justNow ? age : `${age} ${word}`)

/** By when the committee promised to decide: so long after the first answer. */
export const decisionDueAt = (firstAnswerAt: Date) => new Date(firstAnswerAt.getTime() + decisionHours * hourMs)

/** What an incident is called where one is mentioned: `Theft, Print Room`. */
export const nameOfIncident = (type: string, location: string) => `${type}, ${location}`

export interface IncidentFacts {
  incidentType: IncidentType
  severity: Severity
  incidentAt: string
  location: string
}
