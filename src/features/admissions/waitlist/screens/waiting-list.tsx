import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { nameOf } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { entryList, type WaitingStatus, waitingStatuses } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.waitlist.list>>['rows'][number]

const labels: Record<WaitingStatus, string> = {
  pending: 'Pending',
  contacted: 'Contacted',
  approved: 'Approve & Create Member',
  rejected: 'Rejected',
}
// As filters they say who is shown, not what choosing them does (OPS-37).
const filterWords: Partial<typeof labels> = { pending: 'Pending and contacted', approved: 'Approved, in line' }

/** /admin/waitlist: who waits, and making members of them where there is room (OPS-29…42). */
export function WaitingList() {
  const list = useList(entryList, api.waitlist.list, { canExport: true, usual: { status: 'pending' } })
  const setStatus = useAction(
    ({ row, status }: { row: Row; status: WaitingStatus }, sending) =>
      rpc.waitlist.setStatus({ id: row.id, status }, sending),
    {
      confirm: ({ row, status }) => (status === 'approved' ? memberQuestion(row) : null),
      undo: (_, { row, status }) =>
        status === 'approved' ? null : sending => rpc.waitlist.setStatus({ id: row.id, status: row.status }, sending),
      done: ({ isConverted }, { row, status }) => {
        if (isConverted) return { title: 'Member created', message: `${nameOf(row)} was sent a welcome email.` }
        return status === 'approved'
          ? { title: 'The house is full', message: `${nameOf(row)} gets the next free place.` }
          : 'Status changed'
      },
      failed: 'Failed to update status',
    },
  )
  const remove = useAction((row: Row, sending) => rpc.waitlist.remove({ id: row.id }, sending), {
    confirm: row => ({
      title: `Delete ${nameOf(row)} from the waiting list?`,
      body: 'This cannot be undone. They are not told.',
      action: 'Delete',
      danger: true,
    }),
    done: 'Deleted from the waiting list',
    failed: 'Failed to delete entry',
  })
  const columns: Column<Row>[] = [
    { key: 'name', header: 'Name', kind: 'person', of: nameOf },
    { key: 'email', header: 'Email', kind: 'text', width: 8, of: row => row.email },
    { key: 'phone', header: 'Phone', kind: 'text', width: 7.5, of: row => row.phoneNumber, short: () => null },
    { key: 'createdAt', header: 'Joined', kind: 'date', as: 'date', width: 6.5, of: row => row.createdAt },
    {
      key: 'status',
      header: 'Status',
      kind: 'action',
      width: 10.5,
      of: row => (
        <StatusMenu row={row} isBusy={setStatus.isRunning} onChoose={status => void setStatus.run({ row, status })} />
      ),
      short: nowWords,
    },
    {
      key: 'source',
      header: 'From',
      kind: 'status',
      width: 8.5,
      of: row => (row.hasApplication ? <Status tone="info">Application</Status> : 'The form'),
      short: row => (row.hasApplication ? 'Application' : null),
    },
    {
      key: 'more',
      header: 'More',
      kind: 'action',
      width: 4,
      of: row => (
        <MoreMenu
          of={nameOf(row)}
          items={[row.can.remove && { label: 'Delete…', isDanger: true, run: () => void remove.run(row) }]}
        />
      ),
      short: () => null,
    },
  ]
  const places = list.of.data?.places
  return (
    <Page title="Waiting List" chassis="desk">
      <DataTable
        {...list}
        label="Waiting list"
        noun={['person', 'people']}
        totals={places ? `${places.taken} of ${places.limit} places are taken` : null}
        failed="Failed to fetch waiting list entries"
        columns={columns}
        rowId={row => row.id}
        rowName={nameOf}
        searchFor="Search the waiting list"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: waitingStatuses.map(value => ({
              value,
              label: filterWords[value] ?? labels[value],
            })),
          },
          { key: 'heard', label: 'Heard from us', options: [{ value: 'no', label: 'Not yet' }] },
        ]}
        empty={
          <Empty
            what="Nobody is waiting"
            why="Visitors join at /waitlist; approved applicants wait here while the house is full."
          />
        }
      />
    </Page>
  )
}

const nowWords = ({ status }: Row) => (status === 'approved' ? 'Approved, in line' : labels[status])

/** A menu and no select: choosing does something, so arrow keys only move through it. */
function StatusMenu(props: { row: Row; isBusy: boolean; onChoose: (status: WaitingStatus) => void }) {
  const { row } = props
  const now = nowWords(row)
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="sm"
          variant="default"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          disabled={props.isBusy}
          aria-label={`Status of ${nameOf(row)}: ${now}`}
        >
          {now}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {waitingStatuses
          .filter(status => status !== row.status)
          .map(status => (
            <Menu.Item
              key={status}
              disabled={!row.can.setStatus.includes(status)}
              onClick={() => props.onChoose(status)}
            >
              {labels[status]}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const memberQuestion = (row: Row) => ({
  title: `Make ${nameOf(row)} a member?`,
  body: `If there is room they are a member at once, and ${row.email} gets a welcome email. Otherwise they get the next free place.`,
  action: 'Make member',
})
