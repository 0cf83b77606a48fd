import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#ui/action.ts'
import { Section } from '#ui/plain/section.tsx'
import { Status } from '#ui/plain/status.tsx'
import { rpc } from '#web/client.ts'
import type { Review } from './review-dialog.tsx'

/** The vote with its optional reason; afterwards, also after a reload, a badge in its place (APPL-03, APPL-04). */
export function Ballot({ application }: { application: Review }) {
  const [reason, setReason] = useState('')
  const applicationId = application.id
  const { name } = application
  const vote = useAction(rpc.applications.vote, {
    confirm: ({ vote: chosen }) =>
      chosen === 'approve'
        ? { title: `Vote to approve ${name}?`, body: final, action: 'Approve' }
        : { title: `Vote to reject ${name}?`, body: final, action: 'Reject', danger: true },
    done: ({ message, outcome }) => ({
      title: message,
      message: outcome === 'approved' ? 'With it the application is approved.' : null,
    }),
    failed: error =>
      (error as { code?: string }).code === 'UNAUTHORIZED' ? { title: 'Not authenticated', message: null } : 'Error',
  })
  const stepBack = useAction(rpc.applications.recuse, {
    confirm: () => ({
      title: 'Step back from this vote?',
      body: 'For instance because you know the applicant. It is recorded and cannot be undone.',
      action: 'Step back',
    }),
    done: 'You do not vote on this application.',
    failed: 'Error',
  })
  return (
    <Section title="Your vote">
      {application.myVote ? (
        <p>
          <Status tone="good">You already voted</Status>
        </p>
      ) : application.can.vote ? (
        <>
          <Textarea
            label="Reason"
            description="Optional. Admins read it, the applicant does not."
            value={reason}
            maxLength={2_000}
            autosize
            minRows={2}
            onChange={event => setReason(event.currentTarget.value)}
          />
          <Group gap="sm" my="md">
            <Button
              loading={vote.running?.vote === 'approve'}
              disabled={vote.isRunning}
              onClick={() => void vote.run({ applicationId, vote: 'approve', reason })}
            >
              Vote to Approve
            </Button>
            <Button
              color="red"
              variant="outline"
              loading={vote.running?.vote === 'reject'}
              disabled={vote.isRunning}
              onClick={() => void vote.run({ applicationId, vote: 'reject', reason })}
            >
              Vote to Reject
            </Button>
            <Button variant="subtle" color="gray" onClick={() => void stepBack.run({ applicationId })}>
              Step back
            </Button>
          </Group>
        </>
      ) : (
        <p>{reasonOf(application)}</p>
      )}
    </Section>
  )
}

const final = 'Your vote is final. It may be the one that decides.'

/** Why there is nothing to vote on here, as the row says. */
function reasonOf({ recusal, status }: Review): string {
  if (recusal === 'referrer') return 'You referred this applicant, so you do not vote on them.'
  if (recusal) return 'You stepped back from this vote.'
  return status === 'pending' ? 'Only committee members vote.' : 'The vote on this application is closed.'
}
