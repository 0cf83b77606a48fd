import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '#ui/action.ts'
import { confirm } from '#ui/confirm.ts'
import { KeyHints } from '#ui/key-hints.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Status } from '#ui/plain/status.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { Overruling } from './overruling.tsx'
import classes from './review.module.css'
import type { Review } from './review-dialog.tsx'
import { useReviewKeys } from './review-keys.ts'

/**
 * The vote, always in view, with its optional reason before it, which a rejection asks for once more; afterwards, also after a reload, a badge in its place (APPL-03, APPL-04).
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
    atOnce: 'the question was asked with the reason in it',
    done: ({ message, outcome }) => ({
      title: message,
      // By then the next one lies open: whose it was is said.
      message: outcome === 'approved' ? `With your vote ${name} is approved.` : `Your vote on ${name} is recorded.`,
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
  const isOverruling = application.can.approve || application.can.reject
  const isDeciding = useRef(false)
  const decide = async (deed: () => Promise<unknown>) => {
    if (isDeciding.current) return
    isDeciding.current = true
    try {
      await deed()
    } catch (error) {
      // Without a network nothing is asked.
      toast.error('Error', describeProblem(error).message)
    } finally {
      isDeciding.current = false
    }
  }
  const cast = (choice: 'approve' | 'reject') =>
    void decide(async () => {
      // What is typed while it is asked is the reason as well.
      let typed = reason
      const isSure = await confirm(
        choice === 'approve'
          ? { title: `Vote to approve ${name}?`, body: final, action: 'Approve' }
          : {
              title: `Vote to reject ${name}?`,
              body: (
                <>
                  <p>{final}</p>
                  <Reason
                    defaultValue={reason}
                    onChange={text => {
                      typed = text
                      setReason(text)
                    }}
                  />
                </>
              ),
              action: 'Reject',
              danger: true,
            },
      )
      if (isSure) await vote.run({ applicationId, version: read, vote: choice, reason: typed })
    })
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
        <div className={classes.beforeVote}>
          <Reason value={reason} onChange={setReason} />
          <Button
            variant="default"
            size="sm"
            disabled={isRunning}
            onClick={() => void decide(() => stepBack.run({ applicationId }))}
          >
            I know them: do not vote
          </Button>
        </div>
      ) : null}
      <section className={classes.ballot} aria-label="Your vote">
        {application.myVote ? (
          <p>
            <Status tone="good">You already voted</Status>
          </p>
        ) : application.can.vote ? (
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
            <KeyHints keys={keys} />
          </div>
        ) : isOverruling ? null : (
          <p>{reasonOf(application)}</p>
        )}
        {isOverruling ? <Overruling application={application} /> : null}
      </section>
    </>
  )
}

/** What the admins read beside the vote; it may be left out. */
function Reason(props: { value?: string; defaultValue?: string; onChange: (text: string) => void }) {
  const { onChange, ...text } = props
  return (
    <Textarea
      label="Reason, for the admins only"
      labelProps={{ 'data-optional': true }}
      {...text}
      maxLength={2_000}
      autosize
      minRows={1}
      maxRows={4}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

const keys = [
  ['a', 'approves'],
  ['r', 'rejects'],
  ['j k', 'next and previous'],
] as const

const final = 'Your vote is final. It may be the one that decides.'
const codeOf = (error: unknown) => (error as { code?: string }).code

/** Why there is nothing to vote on here, as the row says. */
function reasonOf({ recusal, status }: Review): string {
  if (recusal === 'referrer') return 'You referred this applicant, so you do not vote on them.'
  if (recusal) return 'You know them, so you do not vote.'
  return status === 'pending' ? 'Only committee members vote.' : 'The vote on this application is closed.'
}
