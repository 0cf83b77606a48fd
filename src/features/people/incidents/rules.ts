import type { Problem } from '#platform/problem.ts'
import type { IncidentStatus, IncidentType, Severity } from './inputs.ts'

/** What the committee promises to whoever answers (INCA-33), wherever it stands. */
export const decisionHours = 48
export const decisionWithin = `within ${decisionHours} hours`
/** A link is good for so long (decision 40). */
export const linkDays = 30

/** Nobody looks into it any more; the data map says the same of what may be erased. */
export const isOver = (status: IncidentStatus): boolean => status === 'resolved' || status === 'closed'

const hourMs = 3_600_000

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
