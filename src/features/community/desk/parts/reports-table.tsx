import { Stack } from '@mantine/core'
import { type Answer, decisionInput, longestReason } from '#features/community/moderation/inputs.ts'
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
import { messages, reportList } from '../inputs.ts'
import { Evidence } from './evidence.tsx'
import { outcomeWords } from './outcome-words.ts'

type ReportRow = Awaited<ReturnType<typeof rpc.community.reports>>['rows'][number]

const columns: Column<ReportRow>[] = [
  { key: 'reason', header: 'What is wrong', kind: 'text', width: 14, of: row => row.reason },
  { key: 'title', header: 'Post', kind: 'text', of: row => row.title },
  {
    key: 'author',
    header: 'Author',
    kind: 'person',
    of: row => row.author,
    opens: row => (row.authorId ? ['person', row.authorId] : null),
  },
  {
    key: 'reporter',
    header: 'Reported by',
    kind: 'person',
    priority: 4,
    of: row => row.reporter,
    opens: row => (row.reporterId ? ['person', row.reporterId] : null),
  },
  { key: 'createdAt', header: 'Reported', kind: 'date', of: row => row.createdAt },
  {
    key: 'state',
    header: 'Status',
    kind: 'status',
    of: row => (
      <Status tone={row.outcome === null ? 'warn' : row.outcome === 'kept' ? 'good' : 'bad'}>
        {row.outcome === null ? 'Waiting' : outcomeWords[row.outcome]}
      </Status>
    ),
  },
]

const ofThere = [
  { value: 'kept', label: 'Keep it', hint: 'It stays as it is, and its author hears nothing.' },
  { value: 'hidden', label: 'Hide it', hint: 'Its author reads why, and may appeal once.' },
]
/** Its author was quicker: what is left is to say what the house thinks of it. */
const ofGone = [
  { value: 'kept', label: 'It was in order', hint: 'Its author hears nothing.' },
  { value: 'hidden', label: 'It would have been hidden', hint: 'Its author reads why.' },
]

/** What people reported; those that wait unless another state is chosen. */
export function ReportsTable() {
  const list = useList(reportList, api.community.reports, { canExport: true, usual: { state: 'waiting' } })
  return (
    <DataTable
      {...list}
      label="Reports"
      noun={['report', 'reports']}
      failed={messages.reports}
      columns={columns}
      rowId={row => row.id}
      rowName={row => `${row.title}: ${row.reason}`}
      searchFor="Search reason or post"
      filters={[
        {
          key: 'state',
          label: 'Status',
          options: [
            { value: 'waiting', label: 'Waiting' },
            { value: 'decided', label: 'Decided' },
          ],
        },
      ]}
      panel={{
        title: row => row?.title ?? 'Report',
        body: (id, row, leave) =>
          row ? (
            <ReportPanel key={id} report={row} onDecided={leave} />
          ) : (
            <p>This report is not on this page of the list.</p>
          ),
      }}
      empty={<Empty what="Nobody waits for a decision" why="What members report stands here until it is decided." />}
    />
  )
}

function ReportPanel({ report, onDecided }: { report: ReportRow; onDecided: () => void }) {
  const { postId, commentId, reason, author, reporter, createdAt, outcome, decisionReason, decidedAt } = report
  return (
    <Stack>
      <Evidence of={report} />
      <Facts
        facts={[
          { label: commentId ? 'Comment of' : 'Post of', value: author },
          { label: 'Reported by', value: reporter },
          { label: 'Because', value: reason },
          { label: 'Reported', value: <When at={createdAt} /> },
          outcome && { label: 'Decision', value: outcomeWords[outcome] },
          decisionReason !== null && { label: 'Reason', value: decisionReason },
          decidedAt && { label: 'Decided', value: <When at={decidedAt} /> },
          report.decidedBy !== null && { label: 'Decided by', value: report.decidedBy },
        ]}
      />
      {report.status === 'gone' ? null : (
        <p>
          <ButtonLink to="/community/$id" params={{ id: postId }} variant="default" size="sm">
            Open the post
          </ButtonLink>
        </p>
      )}
      {report.can.decide ? (
        <DecisionForm id={report.id} isGone={report.status === 'gone'} onDecided={onDecided} />
      ) : null}
    </Stack>
  )
}

function DecisionForm({ id, isGone, onDecided }: { id: string; isGone: boolean; onDecided: () => void }) {
  const form = useSchemaForm({
    schema: decisionInput,
    initial: { id, outcome: 'kept' as Answer, reason: '' },
    keep: `community-decision:${id}`,
    notKept: ['id'],
    submit: (values, { idempotencyKey }) => rpc.community.decide(values, { context: { idempotencyKey } }),
    onDone: ({ outcome }) => {
      if (outcome === 'kept') toast.success('Kept', 'Every report of it is answered.')
      else toast.success('Hidden', isGone ? 'Its author reads why.' : 'Its author reads why, and may appeal.')
      onDecided()
    },
    onFailed: () => toast.error(messages.decide),
  })
  const isHidden = form.values.outcome === 'hidden'
  return (
    <Form
      of={form}
      label="Decision"
      actions={
        <Submit of={form} busy="Saving…">
          Decide
        </Submit>
      }
    >
      <ChoiceField of={form.field('outcome') as Field<string>} label="Decision" options={isGone ? ofGone : ofThere} />
      <TextAreaField
        of={form.field('reason')}
        label={isHidden ? 'Why? Its author reads this' : 'A note for the house'}
        optional={!isHidden}
        maxLength={longestReason}
      />
    </Form>
  )
}
