import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import type { rpc } from '#web/client.ts'

export type ListedApplication = Awaited<ReturnType<typeof rpc.applications.list>>['rows'][number]

/** Says what an approval did (APPL-47, APPL-48). */
export function tellApproved({
  isAccountCreated,
  isWaiting,
}: {
  isAccountCreated: boolean
  isWaiting: boolean
}): void {
  const what = isAccountCreated
    ? 'The account was created and a welcome e-mail was sent.'
    : 'A welcome e-mail was sent.'
  toast.success(
    'Application approved',
    isWaiting ? 'The house is full: the applicant is on the waiting list.' : what,
  )
}

/** Where an application stands, in a word. */
export function ApplicationState({
  application,
}: {
  application: Pick<ListedApplication, 'status' | 'declinedAt' | 'rejectVotes'>
}) {
  const { status, declinedAt, rejectVotes } = application
  if (status === 'approved') return <Status tone="good">Approved</Status>
  if (status === 'rejected') return <Status tone="bad">Rejected</Status>
  if (!declinedAt) return <Status tone="warn">Pending</Status>
  return <Status tone="accent">{rejectVotes > 0 ? 'Declined by the committee' : 'Too few voters'}</Status>
}
