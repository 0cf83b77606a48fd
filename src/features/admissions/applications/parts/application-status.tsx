import { formatDate } from '#platform/words.ts'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { type Step, Steps } from '#ui/steps.tsx'
import { toast } from '#ui/toast.tsx'
import { rpc } from '#web/client.ts'
import { answerInput } from '../inputs.ts'
import type { Stage } from '../rules.ts'

type Application = NonNullable<Awaited<ReturnType<typeof rpc.applications.mine>>['application']>

const headings: Record<Stage, string> = {
  voting: 'Your application is under review',
  deciding: 'Your application is under review',
  approved: 'You are in',
  waiting: 'Approved, and in line',
  rejected: 'Not approved this time',
}

/** The applicant's own page: where the application stands, what the committee asks, and what was decided. */
export function ApplicationStatus({ application }: { application: Application }) {
  const { stage, tierName, submittedAt } = application
  return (
    <Page
      title="Your application"
      kicker={`${tierName} membership`}
      heading={headings[stage]}
      lead={
        <>
          Sent on <When at={submittedAt} as="date" year />. {leadOf(application)}
        </>
      }
      width="text"
    >
      {stage === 'rejected' ? (
        <Rejection application={application} />
      ) : (
        <Steps label="Your application" steps={stepsOf(application)} />
      )}
      {stage === 'approved' ? (
        <p>
          <ButtonLink to="/members">
            {application.isPaid ? `Start your ${tierName} membership` : 'Open your membership'}
          </ButtonLink>
        </p>
      ) : null}
      {application.questions.length > 0 ? (
        <Section title="Questions from the committee">
          {application.questions.map(question => (
            <Question key={question.id} {...question} isOpen={stage === 'voting' || stage === 'deciding'} />
          ))}
        </Section>
      ) : null}
    </Page>
  )
}

function leadOf({ stage, placeInLine, isPaid }: Application): string {
  switch (stage) {
    case 'approved':
      return isPaid ? 'You are a member. Your paid membership starts with its first payment.' : 'You are a member.'
    case 'waiting':
      return `The house is full at the moment. You are number ${placeInLine} in line; we write to you as soon as there is a place.`
    case 'rejected':
      return 'The decision and its reason are below.'
    default:
      return 'Approval usually takes 24-48 hours. We write to you as soon as there is a decision.'
  }
}

function stepsOf({ stage, currentVotes, requiredVotes, reviewedAt }: Application): Step[] {
  const isDecided = stage === 'approved' || stage === 'waiting'
  const membership: Step['state'] = stage === 'approved' ? 'done' : stage === 'waiting' ? 'now' : 'next'
  return [
    { label: 'Application sent', state: 'done' },
    {
      label: 'The committee votes',
      state: stage === 'voting' ? 'now' : 'done',
      detail: stage === 'voting' ? `${currentVotes} of ${requiredVotes} votes needed` : undefined,
    },
    {
      label: 'Decision',
      state: isDecided ? 'done' : stage === 'deciding' ? 'now' : 'next',
      detail: isDecided && reviewedAt ? `Approved on ${formatDate(reviewedAt)}` : undefined,
    },
    {
      label: 'Membership',
      state: membership,
      detail: stage === 'waiting' ? 'Waiting for a place' : undefined,
    },
  ]
}

function Rejection({ application }: { application: Application }) {
  const { rejectionReason, mayReapplyAt } = application
  return (
    <>
      <p>The reason we were given:</p>
      <blockquote>{rejectionReason}</blockquote>
      {mayReapplyAt ? (
        <p>
          You can apply again from <When at={mayReapplyAt} as="date" year />.
        </p>
      ) : null}
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
