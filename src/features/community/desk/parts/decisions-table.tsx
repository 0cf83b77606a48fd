import { Button, Group, Stack } from '@mantine/core'
import { type AppealOutcome, appealDecision, longestReason } from '#features/community/moderation/inputs.ts'
import { useAction } from '#ui/action.ts'
import { ChoiceField, TextAreaField } from '#ui/form/fields.tsx'
import { type Field, Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { decisionList, messages } from '../inputs.ts'
import { Evidence } from './evidence.tsx'
import { appealWords, outcomeWords } from './outcome-words.ts'

type DecisionRow = Awaited<ReturnType<typeof rpc.community.decisions>>['rows'][number]

const columns: Column<DecisionRow>[] = [
  { key: 'title', header: 'Post', kind: 'text', width: 12, of: row => row.title },
  {
    key: 'author',
    header: 'Author',
    kind: 'person',
    of: row => row.author,
    opens: row => (row.authorId ? ['person', row.authorId] : null),
  },
  { key: 'createdAt', header: 'Decided', kind: 'date', of: row => row.createdAt },
  {
    key: 'outcome',
    header: 'Decision',
    kind: 'status',
    of: row => <Status tone={row.outcome === 'kept' ? 'good' : 'bad'}>{outcomeWords[row.outcome]}</Status>,
  },
  {
    key: 'appeal',
    header: 'Appeal',
    kind: 'status',
    width: 9,
    of: row =>
      row.appealedAt === null ? (
        <span>None</span>
      ) : (
        <Status tone={row.appealOutcome === null ? 'warn' : 'plain'}>
          {row.appealOutcome === null ? 'Waiting' : appealWords[row.appealOutcome]}
        </Status>
      ),
  },
  { key: 'reason', header: 'Reason', kind: 'text', priority: 4, of: row => row.reason },
]

/** What the house decided, and the appeals of authors against it. */
export function DecisionsTable() {
  const list = useList(decisionList, api.community.decisions, { canExport: true })
  return (
    <DataTable
      {...list}
      label="Decisions"
      noun={['decision', 'decisions']}
      failed={messages.decisions}
      columns={columns}
      rowId={row => row.id}
      rowName={row => row.title}
      searchFor="Search reason or post"
      filters={[
        {
          key: 'appeal',
          label: 'Appeal',
          options: [
            { value: 'waiting', label: 'Waiting' },
            { value: 'restored', label: appealWords.restored },
            { value: 'upheld', label: appealWords.upheld },
          ],
        },
        {
          key: 'outcome',
          label: 'Decision',
          options: [
            { value: 'kept', label: outcomeWords.kept },
            { value: 'hidden', label: outcomeWords.hidden },
            { value: 'deleted', label: outcomeWords.deleted },
          ],
        },
      ]}
      panel={{
        title: row => row?.title ?? 'Decision',
        body: (id, row, leave) =>
          row ? (
            <DecisionPanel key={id} decision={row} onDecided={leave} />
          ) : (
            <p>This decision is not on this page of the list.</p>
          ),
      }}
      empty={
        <Empty what="Nothing was decided yet" why="Decisions about reports and what the house hides stand here." />
      }
    />
  )
}

function DecisionPanel({ decision, onDecided }: { decision: DecisionRow; onDecided: () => void }) {
  const { id, postId, commentId, outcome, reason, author, createdAt, appeal, appealedAt, can } = decision
  const show = useAction(rpc.community.show, {
    atOnce: 'it can be hidden again',
    done: 'Shown again',
    failed: 'It was not shown',
  })
  return (
    <Stack>
      <Evidence of={decision} />
      <Facts
        facts={[
          { label: commentId ? 'Comment of' : 'Post of', value: author },
          { label: 'Decision', value: outcomeWords[outcome] },
          { label: 'Reason', value: reason },
          { label: 'Decided', value: <When at={createdAt} /> },
          decision.decidedBy !== null && { label: 'Decided by', value: decision.decidedBy },
          appeal !== null && { label: 'Appeal', value: appeal },
          appealedAt && { label: 'Appealed', value: <When at={appealedAt} /> },
          decision.appealOutcome && { label: 'Appeal decided', value: appealWords[decision.appealOutcome] },
          decision.appealAnswer !== null && { label: 'Answer', value: decision.appealAnswer },
        ]}
      />
      {can.decideAppeal ? (
        <AppealDecisionForm id={id} isGone={decision.status === 'gone'} onDecided={onDecided} />
      ) : null}
      <Group gap="xs">
        {decision.status === 'gone' ? null : (
          <ButtonLink to="/community/$id" params={{ id: postId }} variant="default" size="sm">
            Open the post
          </ButtonLink>
        )}
        {can.show && !can.decideAppeal ? (
          <Button
            variant="default"
            size="sm"
            loading={show.isRunning}
            onClick={() => void show.run({ postId, ...(commentId && { commentId }) })}
          >
            Show again
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

function AppealDecisionForm({ id, isGone, onDecided }: { id: string; isGone: boolean; onDecided: () => void }) {
  const form = useSchemaForm({
    schema: appealDecision,
    initial: { id, outcome: 'restored' as AppealOutcome, answer: '' },
    keep: `community-appeal-decision:${id}`,
    notKept: ['id'],
    submit: (values, { idempotencyKey }) => rpc.community.decideAppeal(values, { context: { idempotencyKey } }),
    onDone: ({ outcome }) => {
      toast.success(isGone ? 'Appeal decided' : appealWords[outcome], 'Its author is told.')
      onDecided()
    },
    onFailed: () => toast.error(messages.decide),
  })
  return (
    <Form
      of={form}
      label="Appeal"
      actions={
        <Submit of={form} busy="Saving…">
          Decide about the appeal
        </Submit>
      }
    >
      <ChoiceField
        of={form.field('outcome') as Field<string>}
        label="Appeal"
        options={[
          { value: 'restored', label: isGone ? 'Its author was right' : 'Show it again' },
          {
            value: 'upheld',
            label: isGone ? 'The house stays with it' : 'Leave it hidden',
            hint: 'There is no second appeal.',
          },
        ]}
      />
      <TextAreaField of={form.field('answer')} label="Why? Its author reads this" maxLength={longestReason} />
    </Form>
  )
}
