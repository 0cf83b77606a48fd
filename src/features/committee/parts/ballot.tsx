import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Section } from '#ui/section.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import type { Review } from './review-dialog.tsx'

/** The vote with its optional reason; afterwards, also after a reload, a badge in its place (APPL-03, APPL-04). */
export function Ballot({ application }: { application: Review }) {
  const cache = useQueryClient()
  const [reason, setReason] = useState('')
  const refresh = () => void cache.invalidateQueries({ queryKey: api.applications.key() })
  const vote = useMutation({
    mutationFn: (choice: 'approve' | 'reject') =>
      rpc.applications.vote({ applicationId: application.id, vote: choice, reason }),
    onSuccess: ({ message, outcome }) => {
      toast.success(message, outcome === 'approved' ? 'With it the application is approved.' : undefined)
    },
    onError: error => {
      const isSignedOut = (error as { code?: string }).code === 'UNAUTHORIZED'
      if (isSignedOut) toast.error('Not authenticated')
      else toast.error('Error', describeProblem(error).message)
    },
    onSettled: refresh,
  })
  const stepBack = async () => {
    const isSure = await confirm({
      title: 'Step back from this vote?',
      body: 'For instance because you know the applicant. It is recorded and cannot be undone.',
      action: 'Step back',
    })
    if (!isSure) return
    try {
      await rpc.applications.recuse({ applicationId: application.id })
      toast.success('You do not vote on this application.')
    } catch (error) {
      toast.error('Error', describeProblem(error).message)
    }
    refresh()
  }
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
          <p style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
            <Button
              loading={vote.isPending && vote.variables === 'approve'}
              disabled={vote.isPending}
              onClick={() => vote.mutate('approve')}
            >
              Vote to Approve
            </Button>
            <Button
              color="red"
              variant="outline"
              loading={vote.isPending && vote.variables === 'reject'}
              disabled={vote.isPending}
              onClick={() => vote.mutate('reject')}
            >
              Vote to Reject
            </Button>
            <Button variant="subtle" color="gray" onClick={() => void stepBack()}>
              Step back
            </Button>
          </p>
        </>
      ) : (
        <p>{whyNot(application)}</p>
      )}
    </Section>
  )
}

function whyNot({ recusal, status }: Review): string {
  if (recusal === 'referrer') return 'You referred this applicant, so you do not vote on them.'
  if (recusal) return 'You stepped back from this vote.'
  return status === 'pending' ? 'Only committee members vote.' : 'The vote on this application is closed.'
}
