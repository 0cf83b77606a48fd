import { Status } from '#ui/plain/status.tsx'
import type { ApplicationStatus } from '../inputs.ts'

export const statusWords: Record<ApplicationStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

interface Standing {
  status: ApplicationStatus
  declinedAt: Date | null
  rejectVotes: number
}

/** Why the vote on it is over before its decision; null while it goes on. */
export function closedWords({ declinedAt, rejectVotes }: Omit<Standing, 'status'>): string | null {
  if (!declinedAt) return null
  return rejectVotes > 0 ? 'Declined by the committee' : 'Too few voters'
}

/** Where an application stands, in a word; `isBrief` where it stands beside others that only the committee could decline yet. */
export function ApplicationState({ application, isBrief = false }: { application: Standing; isBrief?: boolean }) {
  const { status } = application
  if (status === 'approved') return <Status tone="good">{statusWords.approved}</Status>
  if (status === 'withdrawn') return <Status tone="plain">{statusWords.withdrawn}</Status>
  if (status === 'rejected') return <Status tone="bad">{statusWords.rejected}</Status>
  const closed = closedWords(application)
  if (closed && application.rejectVotes > 0) return <Status tone="bad">{isBrief ? 'Declined' : closed}</Status>
  return <Status tone="warn">{closed ?? statusWords.pending}</Status>
}
