import { Status } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'
import type { ApplicationStatus } from '../inputs.ts'

export type ApplicationRow = Awaited<ReturnType<typeof rpc.applications.list>>['rows'][number]

export const statusWords: Record<ApplicationStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** Where an application stands, in a word. */
export function ApplicationState(props: {
  application: Pick<ApplicationRow, 'status' | 'declinedAt' | 'rejectVotes'>
}) {
  const { status, declinedAt, rejectVotes } = props.application
  if (status === 'approved') return <Status tone="good">{statusWords.approved}</Status>
  if (status === 'rejected') return <Status tone="bad">{statusWords.rejected}</Status>
  if (!declinedAt) return <Status tone="warn">{statusWords.pending}</Status>
  return <Status tone="accent">{rejectVotes > 0 ? 'Declined by the committee' : 'Too few voters'}</Status>
}
