import { Button } from '@mantine/core'
import { type StallType, stallTypes, stallTypeWords } from '#features/market/stalls/inputs.ts'
import { sizeWords } from '#features/market/stalls/rules.ts'
import { formatDate, formatDateTime } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { waitList } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.stalls.waits>>['rows'][number]

const wordsOf = ({ stallType, stallSize }: { stallType: StallType; stallSize: 'single' | 'double' }) =>
  `${sizeWords[stallSize]}, ${stallTypeWords[stallType].toLowerCase()}`

const columns: Column<Row>[] = [
  { key: 'startsAt', header: 'Market', kind: 'text', width: 9, of: row => formatDate(row.on, { year: true }) },
  { key: 'what', header: 'Stall', kind: 'text', priority: 2, of: wordsOf },
  {
    key: 'person',
    header: 'Person',
    kind: 'person',
    of: row => row.person.name,
    opens: row => ['person', row.person.id],
  },
  { key: 'position', header: 'In line', kind: 'number', width: 6, of: row => row.position ?? '' },
  {
    key: 'status',
    header: 'State',
    kind: 'status',
    width: 12,
    of: row => (
      <Status {...(row.status === 'offered' && { tone: 'warn' as const })}>
        {row.heldUntil ? `Offered until ${formatDateTime(row.heldUntil)}` : 'Waits'}
      </Status>
    ),
  },
  { key: 'place', header: 'Joined', kind: 'date', priority: 3, of: row => row.createdAt },
  { key: 'can', header: 'Change', kind: 'action', of: row => (row.can.remove ? <Remove entry={row} /> : null) },
]

/** Who waits for which stall, in which place, and what is offered to whom. */
export function WaitsTable() {
  const list = useList(waitList, api.stalls.waits, { canExport: true })
  return (
    <DataTable
      {...list}
      label="Waiting lists of stalls"
      noun={['person', 'people']}
      failed="Failed to load the waiting lists"
      columns={columns}
      rowId={row => row.id}
      rowName={row => `${row.person.name}, ${formatDate(row.on)}`}
      searchFor="Name or email"
      filters={[
        { key: 'type', label: 'Sells', options: stallTypes.map(value => ({ value, label: stallTypeWords[value] })) },
      ]}
      empty={
        <Empty what="Nobody waits" why="Members can wait for a pitch when a day or a kind is full; they appear here." />
      }
    />
  )
}

function Remove({ entry }: { entry: Row }) {
  const what = `${wordsOf(entry)}, ${formatDate(entry.on)}`
  const remove = useAction(rpc.waiting.remove, {
    confirm: () => ({
      title: `Take ${entry.person.name} off the list?`,
      body: entry.heldUntil
        ? `${what} is offered to them. It goes to the next in line.`
        : `They wait for ${what}. Their place in line is lost.`,
      action: 'Take off the list',
      danger: true,
    }),
    done: `${entry.person.name} is off the list`,
    failed: 'The person was not taken off the list',
  })
  return (
    <Button
      variant="default"
      size="sm"
      loading={remove.isRunning}
      onClick={() => void remove.run({ id: entry.id })}
      aria-label={`Take off ${entry.person.name}: ${what}`}
    >
      Take off
    </Button>
  )
}
