import { Status } from '#ui/plain/status.tsx'
import type { ApplicationStatus } from '../inputs.ts'

export const statusWords: Record<ApplicationStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

/** Where an application stands, in a word. */
export function ApplicationState(props: {
  application: { status: ApplicationStatus; declinedAt: Date | null; rejectVotes: number }
}) {
  const { status, declinedAt, rejectVotes } = props.application
  if (status === 'approved') return <Status tone="good">{statusWords.approved}</Status>
  if (status === 'withdrawn') return <Status tone="plain">{statusWords.withdrawn}</Status>
  if (status === 'rejected') return <Status tone="bad">{statusWords.rejected}</Status>
  if (!declinedAt) return <Status tone="warn">{statusWords.pending}</Status>
  return <Status tone="accent">{rejectVotes > 0 ? 'Declined by the committee' : 'Too few voters'}</Status>
}
