import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import {
  type LeavingState,
  leavingList,
  leavingReasons,
  leavingStates,
  leavingStateWords,
  leavingWords,
} from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.memberships.leaving>>['rows'][number]

const tones: Record<LeavingState, StatusTone> = { leaving: 'warn', left: 'plain', back: 'good', stayed: 'good' }

const columns: Column<Row>[] = [
  { key: 'name', header: 'Person', kind: 'person', of: row => row.name, opens: row => ['person', row.userId] },
  { key: 'tier', header: 'Plan', kind: 'text', width: 6.5, of: row => row.tier },
  { key: 'reason', header: 'Reason', kind: 'text', width: 11, of: row => row.reason && leavingWords[row.reason] },
  { key: 'words', header: 'In their words', kind: 'text', width: 12, lines: 2, of: row => row.words },
  { key: 'createdAt', header: 'Cancelled', kind: 'date', as: 'date', year: true, of: row => row.createdAt },
  { key: 'endsAt', header: 'Last day', kind: 'date', as: 'date', year: true, of: row => row.endsAt },
  {
    key: 'state',
    header: 'Now',
    kind: 'status',
    of: row => <Status tone={tones[row.state]}>{leavingStateWords[row.state]}</Status>,
  },
]

/** Who cancelled and said why, until when they are members, and where they stand now. */
export function LeavingTable() {
  const list = useList(leavingList, api.memberships.leaving, { canExport: true })
  return (
    <DataTable
      {...list}
      label="Why members leave"
      noun={['member', 'members']}
      failed="Failed to load why members leave"
      columns={columns}
      rowId={row => row.id}
      rowName={row => row.name}
      searchFor="Name or words"
      filters={[
        {
          key: 'reason',
          label: 'Reason',
          options: leavingReasons.map(value => ({ value, label: leavingWords[value] })),
        },
        {
          key: 'state',
          label: 'Now',
          options: leavingStates.map(value => ({ value, label: leavingStateWords[value] })),
        },
      ]}
      empty={<Empty what="Nobody has said why they leave" why="Who cancels and gives a reason appears here." />}
    />
  )
}
