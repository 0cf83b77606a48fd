import { describeProblem } from '#ui/problem.ts'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import type { rpc } from '#web/client.ts'

export type ListedApplication = Awaited<ReturnType<typeof rpc.applications.list>>['rows'][number]

/** Says what an approval did (APPL-47, APPL-48). */
export function tellApproved({ isAccountCreated, isWaiting }: { isAccountCreated: boolean; isWaiting: boolean }): void {
  const what = isAccountCreated
    ? 'The account was created and a welcome e-mail was sent.'
    : 'A welcome e-mail was sent.'
  toast.success('Application approved', isWaiting ? 'The house is full: the applicant is on the waiting list.' : what)
}

/** The server's words for a failed decision; where it has none for people, the specified ones (APPL-44). */
export function failureMessage(error: unknown): string {
  const fallback = 'An unexpected error occurred'
  const isMasked = (error as { code?: string } | null)?.code === 'INTERNAL_SERVER_ERROR'
  return isMasked ? fallback : describeProblem(error, fallback).message
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
