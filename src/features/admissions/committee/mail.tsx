import { approvalTakes } from '#features/admissions/applications/inputs.ts'
import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'

export interface DeclinedMail {
  firstName: string
  applicant: string
  approvals: number
  rejections: number
  required: number
  isReminder: boolean
}

export const declinedMail = mailTemplate<DeclinedMail>({
  name: 'committee.declined',
  example: {
    firstName: 'Grace',
    applicant: 'Ada Lovelace',
    approvals: 1,
    rejections: 2,
    required: 2,
    isReminder: false,
  },
  subject: ({ isReminder }) =>
    isReminder ? 'Still waiting for your decision' : 'The committee did not approve an application',
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview="The applicant waits for an answer."
      venue={venue}
      footer="You get this because you run the house."
    >
      <Heading>{props.isReminder ? 'An applicant is still waiting' : 'Declined by the committee'}</Heading>
      <Greeting name={props.firstName} />
      <Para>
        The vote on the application of {props.applicant} is closed: it can no longer be approved by votes. Please send
        the decision with a reason, or override it.
      </Para>
      <Facts
        rows={[
          ['To approve', `${props.approvals} of ${props.required} needed`],
          ['To reject', String(props.rejections)],
        ]}
      />
      <Button href={`${publicUrl}/admin/admin-applications?waitsFor=admin`}>Decide</Button>
    </MailLayout>
  ),
})

export const tooFewMail = mailTemplate<Omit<DeclinedMail, 'rejections' | 'isReminder'> & { remaining: number }>({
  name: 'committee.too-few',
  example: { firstName: 'Grace', applicant: 'Ada Lovelace', approvals: 1, required: 3, remaining: 1 },
  subject: () => 'An application waits for the committee',
  body: (props, { venue, publicUrl }) => (
    <MailLayout
      preview="Too few members of the committee can vote on it."
      venue={venue}
      footer="You get this because you run the house."
    >
      <Heading>Waiting for the committee</Heading>
      <Greeting name={props.firstName} />
      <Para>
        Too few members of the committee can vote on the application of {props.applicant} at the moment. The vote stays
        open: it goes on once somebody is back or joins the committee. You can also decide it yourself.
      </Para>
      <Facts
        rows={[
          ['To approve', `${props.approvals} of ${props.required} needed`],
          ['Can still vote', String(props.remaining)],
        ]}
      />
      <Button href={`${publicUrl}/admin/admin-applications?waitsFor=committee`}>Look at it</Button>
    </MailLayout>
  ),
})

export const voteReminderMail = mailTemplate<{ firstName: string; count: number }>({
  name: 'committee.vote-reminder',
  example: { firstName: 'Grace', count: 2 },
  subject: ({ count }) =>
    count === 1 ? 'An application waits for your vote' : `${count} applications wait for your vote`,
  body: ({ firstName, count }, { venue, publicUrl }) => (
    <MailLayout
      preview={`Applicants are told that approval takes ${approvalTakes}.`}
      venue={venue}
      footer="You get this because you are on the committee."
    >
      <Heading>Your vote is waited for</Heading>
      <Greeting name={firstName} />
      <Para>
        {count === 1 ? 'one application has' : `${count} applications have`} waited longer than promised. Applicants are
        told that approval usually takes {approvalTakes}.
      </Para>
      <Button href={`${publicUrl}/admin/committee-applications`}>Vote now</Button>
    </MailLayout>
  ),
})
