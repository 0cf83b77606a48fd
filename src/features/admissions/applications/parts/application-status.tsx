import { Box, Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Documents } from '#features/admissions/documents/parts/documents.tsx'
import { formatDate } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { keepFocus } from '#ui/focus.ts'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { type Step, Steps } from '#ui/steps.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import type { Me } from '#web/session/session.tsx'
import { answerInput, approvalTakes } from '../inputs.ts'
import { answerFacts } from './answers.tsx'

type Application = NonNullable<Awaited<ReturnType<typeof rpc.applications.mine>>['application']>
type Standing = Me['standing']

/**
 * The applicant's own page: where they stand, as everywhere else (decision 54), what the committee asks, and what became
 * of the application. `children` follow at the end.
 */
export function ApplicationStatus(props: {
  application: Application
  standing: Standing
  /** the form with what was sent in it */
  correction: (close: () => void) => ReactNode
  children?: ReactNode
}) {
  const { application, standing } = props
  const { stage, questions } = application
  const isUndecided = stage === 'voting' || stage === 'deciding'
  return (
    <StandingPage title="Your application" standing={standing} soon={isUndecided ? soon : undefined}>
      {stage === 'rejected' ? (
        <Rejection application={application} />
      ) : stage === 'withdrawn' ? null : (
        <Steps label="Your application" steps={stepsOf(application, standing.kind === 'unpaid')} />
      )}
      {questions.length > 0 ? (
        <Section title="Questions from the committee">
          {questions.map(question => (
            <Question key={question.id} {...question} isOpen={isUndecided} />
          ))}
        </Section>
      ) : null}
      <Box mt="xl">
        <Sent application={application} correction={props.correction} />
      </Box>
      {props.children}
    </StandingPage>
  )
}

export const soon = `Approval usually takes ${approvalTakes}. We write to you as soon as there is a decision.`

/** A page of the way in for somebody who cannot apply now: its head is where they stand, and their next step, if that is elsewhere. */
export function StandingPage(props: { title: string; standing: Standing; soon?: string; children?: ReactNode }) {
  const { kind, title, words, next } = props.standing
  const way =
    next.to !== '/join' ? (
      <ButtonLink to={next.to}>{next.label}</ButtonLink>
    ) : kind === 'applying' ? (
      // Nothing is to be done but to wait, and that need not be here.
      <ButtonLink to="/home" variant="default">
        Look around the house
      </ButtonLink>
    ) : null
  return (
    <Page
      title={props.title}
      kicker="Membership"
      heading={title}
      lead={[words, props.soon].filter(Boolean).join(' ')}
      width="text"
    >
      {way ? <p>{way}</p> : null}
      {props.children}
    </Page>
  )
}

/** The steps of an application, with what each is waiting for; `isUnpaid`: approved, and the first payment is awaited. */
export function stepsOf(application: Application, isUnpaid = false): Step[] {
  const { stage, currentVotes, requiredVotes, reviewedAt, submittedAt, tierName } = application
  const isDecided = stage === 'approved' || stage === 'waiting'
  const steps: Step[] = [
    {
      label: 'Application sent',
      state: 'done',
      detail: `${tierName} membership, ${formatDate(submittedAt, { year: true })}`,
    },
    {
      label: 'The committee votes',
      state: stage === 'voting' ? 'now' : 'done',
      detail: stage === 'voting' ? `${currentVotes} of ${requiredVotes} votes needed` : undefined,
    },
    {
      label: 'Decision',
      state: isDecided ? 'done' : stage === 'deciding' ? 'now' : 'next',
      detail: isDecided && reviewedAt ? `Approved on ${formatDate(reviewedAt, { year: true })}` : undefined,
    },
  ]
  if (stage === 'approved')
    return isUnpaid
      ? [...steps, { label: 'Membership', state: 'now', detail: 'Waiting for your first payment' }]
      : steps
  const isWaiting = stage === 'waiting'
  return [
    ...steps,
    {
      label: 'Membership',
      state: isWaiting ? 'now' : 'next',
      detail: isWaiting ? 'Waiting for a place' : undefined,
    },
  ]
}

/** Everything that was sent, with what may still be done about it (decision 53). */
function Sent(props: { application: Application; correction: (close: () => void) => ReactNode }) {
  const { application } = props
  const { id, can, tierName, submittedAt, correctedAt, withdrawnAt, afterWithdrawalAt, documents } = application
  const [isCorrecting, setCorrecting] = useState(false)
  const open = (isOpen: boolean) => {
    // The button that was pressed goes.
    keepFocus()
    setCorrecting(isOpen)
  }
  const withdraw = useAction(
    (input: { id: string; waits: boolean }, sending) => rpc.applications.withdraw(input, sending),
    {
      confirm: () => ({
        title: `Withdraw your application for ${tierName}?`,
        body: `The committee does not decide on it any more. ${documents.length > 0 ? 'The documents you sent are deleted. ' : ''}Your account stays open. ${
          afterWithdrawalAt
            ? `You can apply again from ${formatDate(afterWithdrawalAt, { year: true })}.`
            : 'You can apply again whenever you like.'
        }`,
        action: 'Withdraw application',
        keep: 'Keep it',
        danger: true,
      }),
      done: { title: 'Application withdrawn', message: 'An email to you says so too.' },
      failed: 'Your application was not withdrawn',
    },
  )
  if (isCorrecting && can.correct)
    return (
      <Section title="Correct your application" lead="It can be corrected until the first vote on it.">
        {props.correction(() => open(false))}
      </Section>
    )
  return (
    <Section title="What you sent">
      <Facts
        facts={[
          { label: 'Membership', value: tierName },
          { label: 'Sent', value: <When at={submittedAt} year /> },
          correctedAt ? { label: 'Corrected', value: <When at={correctedAt} year /> } : null,
          withdrawnAt ? { label: 'Withdrawn', value: <When at={withdrawnAt} year /> } : null,
          { label: 'Name', value: application.fullName },
          { label: 'Email', value: application.email && <Email of={application.email} /> },
          ...answerFacts(application, 'Why you want to join'),
        ]}
      />
      <Documents documents={documents} />
      {application.documentsDeletedAt ? (
        <p>
          Your documents were deleted on <When at={application.documentsDeletedAt} as="date" year />.
        </p>
      ) : null}
      <Group gap="sm" mt="md">
        {can.correct ? (
          <Button variant="default" onClick={() => open(true)}>
            Correct it
          </Button>
        ) : null}
        {can.withdraw ? (
          <Button
            variant="subtle"
            color="gray"
            loading={withdraw.isRunning}
            onClick={() => void withdraw.run({ id, waits: afterWithdrawalAt !== null })}
          >
            Withdraw application
          </Button>
        ) : null}
      </Group>
      {can.withdraw && !can.correct ? (
        <p>The committee has begun to vote, so your application stays as it is.</p>
      ) : null}
    </Section>
  )
}

function Rejection({ application: { submittedAt, rejectionReason } }: { application: Application }) {
  return (
    <>
      <p>
        The reason we were given for the application of <When at={submittedAt} as="date" year />:
      </p>
      <blockquote>{rejectionReason}</blockquote>
    </>
  )
}

function Question(props: { id: string; question: string; answer: string | null; isOpen: boolean }) {
  const form = useSchemaForm({
    schema: answerInput,
    initial: { questionId: props.id, answer: '' },
    keep: `answer:${props.id}`,
    submit: (values, { idempotencyKey }) => rpc.applications.answer(values, { context: { idempotencyKey } }),
    onDone: () => toast.success('Answer sent'),
  })
  if (props.answer !== null || !props.isOpen) {
    return (
      <article>
        <h3>{props.question}</h3>
        <p>{props.answer ?? 'Not answered.'}</p>
      </article>
    )
  }
  return (
    <Form
      of={form}
      label={props.question}
      actions={
        <Submit of={form} busy="Sending…">
          Send answer
        </Submit>
      }
    >
      <TextAreaField of={form.field('answer')} label={props.question} maxLength={4_000} />
    </Form>
  )
}
