import { useAction } from '#ui/action.ts'
import type { Question } from '#ui/confirm.ts'
import { describeProblem } from '#ui/plain/problem.ts'
import { rpc } from '#web/client.ts'
import { closedWords } from './application-state.tsx'

type Approve = typeof rpc.applications.approve
type Approval = Awaited<ReturnType<Approve>>

/** Approving one application; `failed` are the screen's own words (APPL-42, APPL-44, APPL-47, APPL-48). */
export const useApprove = (failed: string, confirm: (input: { id: string }) => Question) =>
  useAction((input: { id: string }, sending) => rpc.applications.approve(input, sending), {
    done: approvedWords,
    failed: error => ({ title: failed, message: failureMessage(error) }),
    confirm,
  })

/** Rejecting one application with a reason; `failed` are the screen's own words (APPL-42, APPL-43). */
export const useReject = (failed: string) =>
  useAction(
    (input: { id: string; reasonId: string; notes: string }, sending) => rpc.applications.reject(input, sending),
    {
      done: 'Application rejected',
      failed: error => ({ title: failed, message: failureMessage(error) }),
      atOnce: 'its form names the applicant and asks for the reason',
    },
  )

/** What an admin is asked before they approve without the committee: also what the committee has said so far. */
export const overrideQuestion = (a: Overridden): Question => {
  const closed = closedWords(a)
  const votes = `${a.currentVotes} of ${a.requiredVotes} votes to approve are there, ${a.rejectVotes} to reject.`
  return {
    title: `Approve ${a.name} without the committee?`,
    body: `${closed ? `${closed}. ` : ''}${votes} The applicant is told at once, and the override is recorded under your name.`,
    action: 'Approve',
  }
}

interface Overridden {
  name: string
  currentVotes: number
  rejectVotes: number
  requiredVotes: number
  declinedAt: Date | null
}

/** The server's words for a failed decision; where it has none for people, the specified ones (APPL-44). */
export const failureMessage = (error: unknown): string => describeProblem(error, 'An unexpected error occurred').message

function approvedWords({ isAccountCreated, isWaiting }: Approval) {
  const mailed = isAccountCreated
    ? 'The account was created and a welcome email was sent.'
    : 'A welcome email was sent.'
  return {
    title: 'Application approved',
    message: isWaiting ? 'The house is full: the applicant is on the waiting list.' : mailed,
  }
}
