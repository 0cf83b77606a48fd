import { Button, Facts, Greeting, Heading, MailLayout, Para, Quote } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatDate, formatMoney } from '#platform/words.ts'
import { approvalTakes } from './inputs.ts'

const footer = 'You get this because you applied for membership of our house.'

export const receivedMail = mailTemplate<{ firstName: string }>({
  name: 'applications.received',
  example: { firstName: 'Ada' },
  subject: () => 'We have your application',
  body: ({ firstName }, { venue, publicUrl }) => (
    <MailLayout preview="The Exchange Committee reads it next." venue={venue} footer={footer}>
      <Heading>We have your application</Heading>
      <Greeting name={firstName} />
      <Para>
        Thank you for applying. The Exchange Committee reads every application; approval usually takes {approvalTakes}.
        We write to you as soon as there is a decision, or if the committee has a question.
      </Para>
      <Button href={`${publicUrl}/join`}>See where it stands</Button>
    </MailLayout>
  ),
})

export const withdrawnMail = mailTemplate<{ firstName: string }>({
  name: 'applications.withdrawn',
  example: { firstName: 'Ada' },
  subject: () => 'You withdrew your application',
  body: ({ firstName }, { venue, publicUrl }) => (
    <MailLayout preview="The committee does not read it any more." venue={venue} footer={footer}>
      <Heading>You withdrew your application</Heading>
      <Greeting name={firstName} />
      <Para>
        You withdrew your application for membership. The committee does not decide on it any more. Documents that you
        sent with it are deleted. Your account stays open. If this was not you, change your password and write to us.
      </Para>
      <Button href={`${publicUrl}/join`}>Your application</Button>
    </MailLayout>
  ),
})

export interface ApprovedMail {
  firstName: string
  tierName: string
  /** Per month; 0 for a free tier. */
  pricePence: number
  /** The tier can be chosen now; it may have been taken out of the catalogue since they applied. */
  isOffered: boolean
  /** The house is full: how many are in line up to this person. */
  placeInLine: number | null
  /** A new account: the token with which its password is set. */
  invitationToken: string | null
}

export const approvedMail = mailTemplate<ApprovedMail>({
  name: 'applications.approved',
  secretMinutes: 7 * 24 * 60,
  example: {
    firstName: 'Ada',
    tierName: 'Creator',
    pricePence: 9_000,
    isOffered: true,
    placeInLine: null,
    invitationToken: 'example',
  },
  subject: ({ placeInLine }) =>
    placeInLine === null ? 'Your application was approved' : 'Your application was approved: you are in line',
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview="Your application was approved." venue={venue} footer={footer}>
      <Heading>{props.placeInLine === null ? 'You are in' : 'Approved, and in line'}</Heading>
      <Greeting name={props.firstName} />
      <Para>Your application for membership of Exchange was approved.</Para>
      {props.placeInLine !== null && (
        <Para>
          The house is full at the moment. You are number {props.placeInLine} in line; we write to you as soon as there
          is a place.
        </Para>
      )}
      {props.invitationToken && (
        <>
          <Para>We made an account for you. Set its password first; the link works once, for 7 days.</Para>
          <Button href={`${publicUrl}/invite?token=${encodeURIComponent(props.invitationToken)}`}>
            Set my password
          </Button>
        </>
      )}
      {props.placeInLine === null && props.pricePence > 0 && !props.isOffered && (
        <Para>
          You start as an Explorer. The {props.tierName} plan that you applied for is no longer offered: open Membership
          and choose one of the plans there are now.
        </Para>
      )}
      {props.placeInLine === null && props.pricePence > 0 && props.isOffered && (
        <>
          <Para>
            You start as an Explorer. To begin your {props.tierName} membership, open Membership, choose{' '}
            {props.tierName} and pay the first month by card.
          </Para>
          <Facts
            rows={[
              ['Membership', props.tierName],
              ['Price', `${formatMoney(props.pricePence)} a month`],
            ]}
          />
        </>
      )}
      {props.placeInLine === null && (
        <Button href={`${publicUrl}/members`}>
          {props.pricePence === 0 ? 'Open my membership' : props.isOffered ? 'Start my membership' : 'Choose a plan'}
        </Button>
      )}
    </MailLayout>
  ),
})

export const rejectedMail = mailTemplate<{ firstName: string; reason: string; mayReapplyAt: string }>({
  name: 'applications.rejected',
  example: {
    firstName: 'Ada',
    reason: 'No capacity in this discipline',
    mayReapplyAt: '2027-02-16T10:00:00.000Z',
  },
  subject: () => 'Your application to Exchange',
  body: ({ firstName, reason, mayReapplyAt }, { venue, publicUrl }) => (
    <MailLayout preview="About your application." venue={venue} footer={footer}>
      <Heading>About your application</Heading>
      <Greeting name={firstName} />
      <Para>Thank you for applying. We have not approved your application this time, for this reason:</Para>
      <Quote>{reason}</Quote>
      <Para>You can apply again from {formatDate(mayReapplyAt, { year: true })}, on the page of your application.</Para>
      <Button href={`${publicUrl}/join`}>Your application</Button>
    </MailLayout>
  ),
})

export interface DecidedMail {
  firstName: string
  applicant: string
  decision: 'approved' | 'rejected'
  /** The admin who decided; null when the committee did. */
  decidedBy: string | null
}

export const decidedMail = mailTemplate<DecidedMail>({
  name: 'applications.decided',
  example: { firstName: 'Grace', applicant: 'Ada Lovelace', decision: 'approved', decidedBy: null },
  subject: ({ applicant, decision }) => `${applicant} was ${decision === 'approved' ? 'approved' : 'rejected'}`,
  body: ({ firstName, applicant, decision, decidedBy }, { venue, publicUrl }) => (
    <MailLayout
      preview="A membership application was decided."
      venue={venue}
      footer="You get this because you are on the committee or run the house."
    >
      <Heading>A decision on {applicant}</Heading>
      <Greeting name={firstName} />
      <Para>
        The application of {applicant} was {decision === 'approved' ? 'approved' : 'rejected'}
        {decidedBy ? ` by ${decidedBy}` : ' by the committee'}.
      </Para>
      <Button href={`${publicUrl}/admin`}>Open Committee Home</Button>
    </MailLayout>
  ),
})

export const questionMail = mailTemplate<{ firstName: string; question: string }>({
  name: 'applications.question',
  example: { firstName: 'Ada', question: 'Which press do you print on?' },
  subject: () => 'A question about your application',
  body: ({ firstName, question }, { venue, publicUrl }) => (
    <MailLayout preview="The committee would like to know more." venue={venue} footer={footer}>
      <Heading>The committee has a question</Heading>
      <Greeting name={firstName} />
      <Quote>{question}</Quote>
      <Button href={`${publicUrl}/join`}>Answer it</Button>
    </MailLayout>
  ),
})
