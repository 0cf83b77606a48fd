import { Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { applicationStatuses } from '#features/admissions/applications/inputs.ts'
import { ApplicationPanel } from '#features/admissions/applications/parts/application-panel.tsx'
import { statusWords } from '#features/admissions/applications/parts/application-state.tsx'
import { BatchProgress } from '#features/admissions/applications/parts/batch.tsx'
import { overrideQuestion, useApprove } from '#features/admissions/applications/parts/decide.ts'
import { ReasonsEditor } from '#features/admissions/reasons/parts/reasons-editor.tsx'
import { Section } from '#ui/plain/section.tsx'
import type { DataTableProps } from '#ui/table/data-table.tsx'
import { ApplicationList, type ApplicationRow, useApplications, type View } from '../parts/application-list.tsx'
import { useDeciding } from '../parts/deciding.tsx'
import { ReviewDialog } from '../parts/review-dialog.tsx'

const searchFor = 'Search applicants'

const voting: View = {
  title: 'Committee Voting',
  lead: 'Read, ask, and vote. More than half of the committee approves.',
  label: 'Applications to vote on',
  failed: 'Failed to load applications',
  columns: ['blindName', 'tier', 'votes', 'mine', 'submittedAt', 'dueAt'],
  why: 'New applications appear here by themselves.',
}

/** For who has no vote and may decide over the others'. */
const lookingOn: View = {
  ...voting,
  lead: 'How the committee stands. You have no vote; open one to approve or reject it without waiting.',
  columns: ['blindName', 'tier', 'votes', 'submittedAt', 'dueAt'],
}

/**
 * /admin/committee-applications: applications to vote on, those that wait for one's own vote before the others and the oldest
 * first, each opening its review (APPL-01…04).
 */
export function Voting() {
  const list = useApplications({ always: { view: 'voting' }, usual: { sort: 'submittedAt' } })
  const { open } = list.search
  const isVoter = list.of.data?.isVotingMember !== false
  return (
    <ApplicationList
      view={isVoter ? voting : lookingOn}
      // Names that are read blind are no order, and the day is one only where all of them wait for one's vote.
      list={{ ...list, sorts: list.search.waitsFor ? ['submittedAt'] : [] }}
      more={{ filters: isVoter ? votingFilters : [], opensOver: true }}
    >
      {open ? (
        <ReviewDialog
          key={open}
          id={open}
          open={id => list.onSearch({ open: id })}
          onClose={() => list.onSearch({ open: undefined })}
        />
      ) : null}
    </ApplicationList>
  )
}

const votingFilters = [{ key: 'waitsFor', label: 'Waits for', options: [{ value: 'me', label: 'My vote' }] }]

/** What was sent, what the committee said, and both decisions: beside every list of an admin's. */
const panel: DataTableProps<ApplicationRow>['panel'] = {
  title: row => row?.name ?? 'Application',
  body: id => <ApplicationPanel key={id} id={id} />,
}

/** Where the line has the same button, in its word. */
const pendingPanel: DataTableProps<ApplicationRow>['panel'] = {
  ...panel,
  body: id => <ApplicationPanel key={id} id={id} approveWord="Approve" />,
}

const pending: View = {
  title: 'Pending Applications',
  lead: 'Approving here does not wait for the committee.',
  label: 'Pending applications',
  failed: 'Error fetching applications',
  columns: ['name', 'discipline', 'email', 'tierLast', 'waits', 'votesLast'],
}

/** /admin/approvals: the pending list, decided one by one or together (APPL-27…30, APPL-43…45). */
export function Approvals() {
  const list = useApplications({ always: { status: 'pending' }, canExport: true })
  const deciding = useDeciding()
  const approve = useApprove('Error approving application', ({ id }) => {
    const row = list.of.data?.rows.find(row => row.id === id)
    return overrideQuestion({ ...row!, rejectVotes: row?.ofAdmin?.rejectVotes ?? 0 })
  })
  const approveOne = ({ id }: { id: string }) => void approve.run({ id })
  return (
    <ApplicationList
      view={pending}
      list={list}
      ownColumn={{
        key: 'decide',
        header: 'Decide',
        kind: 'action',
        width: 12.5,
        // Beside an open application that has the same buttons they give way to where each stands.
        priority: 2,
        // A thumb decides where the line opens, with the application before it.
        short: () => null,
        of: row => (
          <Group gap="xs" wrap="nowrap">
            <Button size="sm" variant="default" disabled={!row.can.approve} onClick={() => approveOne(row)}>
              Approve<span className="visually-hidden"> {row.name}</span>
            </Button>
            <Button
              size="sm"
              color="red"
              variant="outline"
              disabled={!row.can.reject}
              onClick={() => deciding.reject(row)}
            >
              Reject<span className="visually-hidden"> {row.name}</span>
            </Button>
          </Group>
        ),
      }}
      above={<BatchProgress batch={deciding.batch} />}
      more={{
        searchFor,
        panel: pendingPanel,
        bulk: deciding.bulk,
        deeds: [
          { key: 'a', does: 'approves', run: row => row.can.approve && approveOne(row) },
          { key: 'r', does: 'rejects', run: row => row.can.reject && deciding.reject(row) },
        ],
        actions: (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void list.of.refetch()}
          >
            Refresh
          </Button>
        ),
      }}
    >
      {deciding.dialog}
    </ApplicationList>
  )
}

const everything: View = {
  title: 'Membership Applications',
  label: 'Membership applications',
  failed: 'Failed to load applications',
  columns: ['name', 'email', 'tier', 'status', 'votes', 'submittedAt'],
  why: 'People apply at /join. Choose another status to see what was decided.',
}

const filters = [
  {
    key: 'status',
    label: 'Status',
    options: applicationStatuses.map(value => ({ value, label: statusWords[value] })),
  },
  {
    key: 'waitsFor',
    label: 'Waits for',
    options: [
      { value: 'committee', label: 'The committee' },
      { value: 'admin', label: 'An admin' },
    ],
  },
]

/** /admin/admin-applications: every application with its votes; override and rejection beside the list (APPL-33…38). */
export function AdminApplications() {
  const list = useApplications({ canExport: true })
  return (
    <ApplicationList
      view={everything}
      list={list}
      more={{
        searchFor,
        filters,
        panel,
      }}
    >
      <Section title="Rejection reasons" lead="What can be chosen when an application is rejected.">
        <ReasonsEditor />
      </Section>
    </ApplicationList>
  )
}
