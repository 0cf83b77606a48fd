import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Documents } from '#features/admissions/documents/parts/documents.tsx'
import { History } from '#features/house/objects/parts/history.tsx'
import { ResendButton } from '#features/house/outbox/parts/resend-button.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { usePanelTitle } from '#ui/panel-title.ts'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, type rpc } from '#web/client.ts'
import { answerFacts } from './answers.tsx'
import classes from './application-panel.module.css'
import { ApplicationState } from './application-state.tsx'
import { overrideQuestion, useApprove, useReject } from './decide.ts'
import { RejectForm } from './reject-form.tsx'

type Detail = Awaited<ReturnType<typeof rpc.applications.detail>>

/**
 * One application in full, with the override, the rejection, and how its mails fared (APPL-33…38). `approveWord` is what the override
 * is called where it stands beside a list that calls it otherwise.
 */
export function ApplicationPanel({ id, approveWord = 'Admin Override Approve' }: { id: string; approveWord?: string }) {
  const detail = useQuery(api.applications.detail.queryOptions({ input: { id } }))
  return (
    <Query of={detail} failed="Failed to load applications">
      {application => (
        <>
          <Named title={`Application of ${application.fullName}`} />
          <Decide application={application} approveWord={approveWord} />
          <Answers application={application} />
          <Documents documents={application.documents} />
          {application.documentsDeletedAt ? (
            <p>
              The documents were deleted on <When at={application.documentsDeletedAt} as="date" year />.
            </p>
          ) : null}
          <Votes application={application} />
          <Mails application={application} />
          <History noun="application" id={id} />
        </>
      )}
    </Query>
  )
}

function Named({ title }: { title: string }) {
  usePanelTitle(title)
  return null
}

function Decide({ application, approveWord }: { application: Detail; approveWord: string }) {
  const [isRejecting, setRejecting] = useState(false)
  const approve = useApprove('Failed to approve application', () =>
    overrideQuestion({ ...application, name: application.fullName }),
  )
  const reject = useReject('Failed to reject application')
  const { id, can } = application
  if (!can.approve && !can.reject) return null
  return (
    <Stack mb="lg" className={classes.deciding}>
      <Group gap="sm">
        {can.approve ? (
          // The committee decides; going over it is no first choice.
          <Button variant="default" onClick={() => void approve.run({ id })}>
            {approveWord}
          </Button>
        ) : null}
        {can.reject ? (
          <Button color="red" variant="outline" aria-expanded={isRejecting} onClick={() => setRejecting(!isRejecting)}>
            Reject
          </Button>
        ) : null}
      </Group>
      {isRejecting ? <RejectForm onReject={reason => reject.run({ id, ...reason })} /> : null}
    </Stack>
  )
}

function Answers({ application: a }: { application: Detail }) {
  return (
    <Facts
      facts={[
        { label: 'Applicant', value: <Applicant application={a} /> },
        { label: 'Status', value: <ApplicationState application={a} /> },
        { label: 'Membership', value: a.tierName },
        {
          label: 'Votes',
          value: `${a.currentVotes}/${a.requiredVotes} to approve, ${a.rejectVotes} to reject`,
        },
        { label: 'Sent', value: <When at={a.submittedAt} /> },
        a.correctedAt ? { label: 'Corrected', value: <When at={a.correctedAt} /> } : null,
        a.withdrawnAt ? { label: 'Withdrawn', value: <When at={a.withdrawnAt} /> } : null,
        a.reviewedAt ? { label: 'Decided', value: <When at={a.reviewedAt} /> } : null,
        a.isOverridden ? { label: 'Decision', value: 'By an admin, without the committee' } : null,
        { label: 'Reason', value: a.rejectionReason },
        { label: 'Email', value: <Email of={a.email} /> },
        ...answerFacts(a, 'Why they want to join'),
      ]}
    />
  )
}

/** Who applied; an account that is erased since has no panel. */
function Applicant({ application: { userId, fullName } }: { application: Detail }) {
  return userId ? (
    <ObjectLink noun="person" id={userId}>
      {fullName}
    </ObjectLink>
  ) : (
    fullName
  )
}

function Votes({ application }: { application: Detail }) {
  if (application.votes.length + application.recused.length === 0) return null
  return (
    <section aria-label="Votes">
      <h3>Votes</h3>
      <ul>
        {application.votes.map(({ voter, vote, reason }) => (
          <li key={voter}>
            {voter}: {vote === 'approve' ? 'approve' : 'reject'}
            {reason ? `, “${reason}”` : ''}
          </li>
        ))}
        {application.recused.map(({ person, cause }) => (
          <li key={person}>
            {person}: does not vote ({causes[cause]})
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mails({ application }: { application: Detail }) {
  if (application.mails.length === 0) return null
  return (
    <section aria-label="Emails">
      <h3>Emails</h3>
      <ul>
        {application.mails.map(({ id, subject, status }) => (
          <li key={id}>
            {subject}{' '}
            <Status tone={status === 'failed' ? 'bad' : status === 'sent' ? 'good' : 'plain'}>{status}</Status>
            {status === 'failed' ? <ResendButton id={id} subject={subject} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

const causes = {
  applicant: 'the applicant',
  referrer: 'referred the applicant',
  declared: 'stepped back',
} as const
