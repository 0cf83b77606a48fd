import type { StatusTone } from '#ui/plain/status.tsx'
import type { IncidentStatus, Severity } from '../inputs.ts'

export const severityTones: Record<Severity, StatusTone> = {
  low: 'plain',
  medium: 'info',
  high: 'warn',
  critical: 'bad',
}

export const statusTones: Record<IncidentStatus, StatusTone> = {
  open: 'warn',
  investigating: 'info',
  resolved: 'good',
  closed: 'plain',
}

export const wantsWords = { office: 'Open, or a decision is due', decision: 'A decision is due' }

export const statusWords: Record<IncidentStatus, string> = {
  open: 'Open',
  investigating: 'Investigating',
  resolved: 'Resolved',
  closed: 'Closed',
}
