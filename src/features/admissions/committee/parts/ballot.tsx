import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '#ui/action.ts'
import { Status } from '#ui/plain/status.tsx'
import { rpc } from '#web/client.ts'
import classes from './review.module.css'
import type { Review } from './review-dialog.tsx'

/**
 * The vote with its optional reason, always in view; afterwards, also after a reload, a badge in its place (APPL-03, APPL-04).
 * Keys: A approves, R rejects (both ask first), J goes to the next one, K to the one before. While one of
 * these deeds is asked or under way, no other begins, whatever is pressed.
 */
export function Ballot(props: { application: Review; onVoted: () => void; step: (way: 'next' | 'previous') => void }) {
  const { application } = props
  const [reason, setReason] = useState('')
  // A vote is on what was read when it was opened; what changes under the reader is read again first.
  const [read, setRead] = useState(application.version)
  const [refused, setRefused] = useState<string>()
  useEffect(() => {
    if (refused === undefined || application.version === refused) return
    setRead(application.version)
    setRefused(undefined)
  }, [refused, application.version])
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
    onDone: props.onVoted,
    onFailed: error => {
      if (codeOf(error) === 'APPLICATION_CHANGED') setRefused(read)
    },
    failed: error => (codeOf(error) === 'UNAUTHORIZED' ? { title: 'Not authenticated', message: null } : 'Error'),
  })
  const stepBack = useAction(rpc.applications.recuse, {
    confirm: () => ({
      title: `Do not vote on ${name}?`,
      body: 'Whoever knows an applicant does not judge them. It is recorded, and cannot be undone.',
      action: 'Do not vote',
      danger: true,
    }),
    done: 'You do not vote on this application.',
    failed: 'Error',
  })
  const isRunning = vote.isRunning || stepBack.isRunning
  const isDeciding = useRef(false)
  const decide = async (deed: () => Promise<unknown>) => {
    if (isDeciding.current) return
    isDeciding.current = true
    await deed()
    isDeciding.current = false
  }
  const cast = (choice: 'approve' | 'reject') =>
    void decide(() => vote.run({ applicationId, version: read, vote: choice, reason }))
  const step = (way: 'next' | 'previous') => {
    if (!isDeciding.current) props.step(way)
  }
  useReviewKeys({
    ...(application.can.vote && { a: () => cast('approve'), r: () => cast('reject') }),
    j: () => step('next'),
    k: () => step('previous'),
  })
  return (
    <>
      {application.can.vote ? (
        <p>
          <Button
            variant="default"
            size="sm"
            disabled={isRunning}
            onClick={() => void decide(() => stepBack.run({ applicationId }))}
          >
            I know them: do not vote
          </Button>
        </p>
      ) : null}
      <section className={classes.ballot} aria-label="Your vote">
        {application.myVote ? (
          <p>
            <Status tone="good">You already voted</Status>
          </p>
        ) : application.can.vote ? (
          <>
            <Textarea
              label="Reason, for the admins only"
              labelProps={{ 'data-optional': true }}
              classNames={{ label: classes.reason }}
              placeholder="Reason, for the admins only (optional)"
              value={reason}
              maxLength={2_000}
              autosize
              minRows={1}
              maxRows={4}
              onChange={event => setReason(event.currentTarget.value)}
            />
            <div className={classes.votes}>
              <Button
                loading={vote.running?.vote === 'approve'}
                disabled={isRunning}
                aria-keyshortcuts="a"
                onClick={() => cast('approve')}
              >
                Vote to Approve
              </Button>
              <Button
                color="red"
                variant="outline"
                loading={vote.running?.vote === 'reject'}
                disabled={isRunning}
                aria-keyshortcuts="r"
                onClick={() => cast('reject')}
              >
                Vote to Reject
              </Button>
            </div>
          </>
        ) : (
          <p>{reasonOf(application)}</p>
        )}
      </section>
    </>
  )
}

const final = 'Your vote is final. It may be the one that decides.'
const codeOf = (error: unknown) => (error as { code?: string }).code

/** Keys of the review; they rest while something is typed, a question is open, or another key is held. */
function useReviewKeys(keys: Partial<Record<string, () => void>>): void {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return
      if (document.querySelectorAll('[role="dialog"]').length > 1) return
      now.current[key.toLowerCase()]?.()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

/** Why there is nothing to vote on here, as the row says. */
function reasonOf({ recusal, status }: Review): string {
  if (recusal === 'referrer') return 'You referred this applicant, so you do not vote on them.'
  if (recusal) return 'You know them, so you do not vote.'
  return status === 'pending' ? 'Only committee members vote.' : 'The vote on this application is closed.'
}
