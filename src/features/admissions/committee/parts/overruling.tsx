import { Button } from '@mantine/core'
import { useState } from 'react'
import { overrideQuestion, useApprove, useReject } from '#features/admissions/applications/parts/decide.ts'
import { RejectForm } from '#features/admissions/applications/parts/reject-form.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from './review.module.css'
import type { Review } from './review-dialog.tsx'
import { useReviewKeys } from './review-keys.ts'

/** How the committee stands, and both decisions over it, for an admin who has no vote to give (APPL-41); by the keys of a vote. */
export function Overruling({ application }: { application: Review }) {
  const { id, name, can, currentVotes, requiredVotes } = application
  const rejectVotes = application.rejectVotes ?? 0
  const [isRejecting, setRejecting] = useState(false)
  const approve = useApprove('Failed to approve application', () => overrideQuestion({ ...application, rejectVotes }))
  const reject = useReject('Failed to reject application')
  const approveIt = () => void approve.run({ id })
  useReviewKeys({ ...(can.approve && { a: approveIt }), ...(can.reject && { r: () => setRejecting(true) }) })
  return (
    <>
      <p>
        <strong>
          {currentVotes} of {requiredVotes} votes to approve
        </strong>
        , {rejectVotes} to reject. You can decide without waiting for the rest.
      </p>
      <div className={classes.votes}>
        {can.approve ? (
          // The committee decides; going over it is no first choice.
          <Button variant="default" loading={approve.isRunning} aria-keyshortcuts="a" onClick={approveIt}>
            Admin Override Approve
          </Button>
        ) : null}
        {can.reject ? (
          <Button color="red" variant="outline" aria-keyshortcuts="r" onClick={() => setRejecting(true)}>
            Reject
          </Button>
        ) : null}
      </div>
      {isRejecting ? (
        <Dialog title={`Reject ${name}?`} onClose={() => setRejecting(false)}>
          <RejectForm
            onReject={async reason => {
              if (await reject.run({ id, ...reason })) setRejecting(false)
            }}
          />
        </Dialog>
      ) : null}
    </>
  )
}
