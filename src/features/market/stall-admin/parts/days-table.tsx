import { Link } from '@tanstack/react-router'
import { formatDate, formatNumber } from '#platform/words.ts'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { dayIncomeList } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.stalls.days>>['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'on',
    header: 'Market',
    kind: 'status',
    width: 10,
    of: row => (
      <Link to="/admin/markets" search={{ tab: 'plan', on: row.on }}>
        {formatDate(row.on, { year: true })}
      </Link>
    ),
  },
  {
    key: 'taken',
    header: 'Pitches taken',
    kind: 'text',
    of: row => `${formatNumber(row.taken)} of ${formatNumber(row.pitches)}`,
  },
  { key: 'stalls', header: 'Stalls', kind: 'number', of: row => row.stalls },
  { key: 'waiting', header: 'Waiting', kind: 'number', of: row => row.waiting },
  { key: 'income', header: 'Income', kind: 'money', of: row => row.income },
  {
    ...{ key: 'state', header: 'State', kind: 'status', priority: 3 },
    of: row => (row.isCancelled ? <Status tone="bad">Cancelled</Status> : null),
  },
]

/** What stalls come to, by market day. */
export function DaysTable() {
  const list = useList(dayIncomeList, api.stalls.days, { canExport: true })
  return (
    <DataTable
      {...list}
      label="Income by market day"
      noun={['market day', 'market days']}
      failed="Failed to load market days"
      columns={columns}
      rowId={row => row.id}
      rowName={row => formatDate(row.on, { year: true })}
      empty={<Empty what="No market day yet" why="Add the first one under Market Days." />}
    />
  )
}
