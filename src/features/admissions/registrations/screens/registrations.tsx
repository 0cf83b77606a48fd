import { Button } from '@mantine/core'
import { ViewLinks } from '#features/admissions/committee/parts/view-links.tsx'
import { ResendButton } from '#features/house/outbox/parts/resend-button.tsx'
import { formatCount, formatNumber, nameOf } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable, useChoice } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { registrationList, registrationStatuses } from '../inputs.ts'
import { whyNot } from '../rules.ts'

type Row = Awaited<ReturnType<typeof rpc.registrations.list>>['rows'][number]

const tones = { pending: 'warn', approved: 'good', rejected: 'bad' } as const
const words = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const

const decisions = [
  { status: 'approved', label: 'Approve Selected', verb: 'Approve', isDanger: false },
  { status: 'rejected', label: 'Reject Selected', verb: 'Reject', isDanger: true },
] as const

const mailColumn: Column<Row> = {
  key: 'mail',
  header: 'Approval email',
  kind: 'action',
  width: 9,
  of: row => <ApprovalMail row={row} />,
}

/** /admin/member-approvals: people who registered at /launch, approved or rejected together (APPL-18…26). */
export function Registrations() {
  const list = useList(registrationList, api.registrations.list, { canExport: true })
  const { chosen, choose } = useChoice()
  const clear = () => choose(new Map())
  const findPending = useAction(rpc.registrations.pending, {
    atOnce: 'it only reads',
    failed: 'Failed to load applications',
  })
  const selectPending = async () => {
    const found = await findPending.run({ ...(list.search.q && { q: list.search.q }) })
    if (found) choose(new Map(found.ids.map(id => [id, id])))
  }
  const decide = useAction(rpc.registrations.decide, {
    confirm: ({ ids, status }) =>
      status === 'approved'
        ? {
            title: `Approve ${formatCount(ids.length, 'registration')}?`,
            body: 'Each of them gets an email with a way to make their account.',
            action: 'Approve',
          }
        : {
            title: `Reject ${formatCount(ids.length, 'registration')}?`,
            body: 'A decision is final. They are not told.',
            action: 'Reject',
            danger: true,
          },
    done: ({ changed }, { status }) => `${formatCount(changed, 'registration')} ${status}`,
    failed: (_, { status }) =>
      status === 'approved' ? 'Failed to approve application' : 'Failed to reject application',
  })
  const decideOn = async (status: (typeof decisions)[number]['status']) => {
    if (chosen.size === 0) return tellNobodyIsChosen()
    if (await decide.run({ ids: [...chosen.keys()], status })) clear()
  }
  const { data } = list.of
  const hasMails = data?.rows.some(({ approvalMail }) => approvalMail) ?? false
  const columns: Column<Row>[] = [
    { key: 'lastName', header: 'Name', kind: 'person', of: nameOf },
    { key: 'email', header: 'Email', kind: 'text', width: 14.5, of: row => row.email },
    { key: 'city', header: 'City', kind: 'text', width: 7, priority: 4, of: row => row.city },
    // A thumb calls from where the line unfolds: beside it the address would be cut off.
    { key: 'phone', header: 'Phone', kind: 'text', of: row => row.phoneNumber, short: () => null },
    {
      key: 'status',
      header: 'Status',
      kind: 'status',
      of: row => <Status tone={tones[row.status]}>{words[row.status]}</Status>,
    },
    ...(hasMails ? [mailColumn] : []),
    { key: 'createdAt', header: 'Registered', kind: 'date', of: row => row.createdAt },
  ]
  return (
    <Page title="Launch Registrations" chassis="desk">
      <ViewLinks />
      <DataTable
        {...list}
        label="Registrations"
        noun={['registration', 'registrations']}
        totals={data ? `${formatNumber(data.pending)} pending` : null}
        failed="Failed to load applications"
        columns={columns}
        rowId={row => row.id}
        rowName={nameOf}
        choice={{ chosen, choose }}
        bulk={decisions.map(({ status, verb, isDanger }) => ({
          label: count => `${verb} ${formatCount(count, 'registration')}`,
          danger: isDanger,
          // It asks by itself.
          confirm: () => null,
          run: async rows => Boolean(await decide.run({ ids: rows.map(({ id }) => id), status })),
        }))}
        whyNotChoose={row => (row.can.decide ? null : 'is decided')}
        searchFor="Search registrations"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: registrationStatuses.map(value => ({ value, label: words[value] })),
          },
        ]}
        actions={
          <>
            <Button size="xs" variant="default" loading={findPending.isRunning} onClick={() => void selectPending()}>
              Select All Pending
            </Button>
            {/* With a selection they stand at the lower edge, and say how many; without one they say what is missing (APPL-22). */}
            <MoreMenu
              of="registrations"
              items={[
                ...decisions.map(({ status, label, isDanger }) => ({
                  label,
                  isDanger,
                  run: () => void decideOn(status),
                })),
                { label: 'Clear', run: clear },
                { label: 'Refresh', run: () => void list.of.refetch() },
              ]}
            />
          </>
        }
        empty={<Empty what="No registrations yet" why="People register at /launch." />}
      />
    </Page>
  )
}

function tellNobodyIsChosen() {
  const problem = whyNot.decideAny([])
  if (problem) toast.error(problem.title ?? problem.message, problem.message)
}

function ApprovalMail({ row }: { row: Row }) {
  if (!row.approvalMail) return null
  const { id, status } = row.approvalMail
  if (status !== 'failed') return <span>{status === 'sent' ? 'Sent' : 'On its way'}</span>
  return (
    <>
      <Status tone="bad">Not sent</Status> <ResendButton id={id} subject={row.email} />
    </>
  )
}
