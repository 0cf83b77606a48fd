import { Button } from '@mantine/core'
import { formatCount, stateWords } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { failedEventList } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.payments.failedEvents>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'type', header: 'Event', kind: 'text', width: 12, of: row => row.type },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: row => <Status tone={row.status === 'refused' ? 'bad' : 'warn'}>{stateWords(row.status)}</Status>,
  },
  { key: 'lastError', header: 'Why', kind: 'text', of: row => row.lastError },
  { key: 'objectId', header: 'Object', kind: 'text', priority: 4, of: row => row.objectId },
  { key: 'receivedAt', header: 'Arrived', kind: 'date', of: row => row.receivedAt },
  {
    key: 'attempts',
    header: 'Tries',
    kind: 'number',
    of: row => row.attempts,
    short: row => formatCount(row.attempts, 'try', 'tries'),
  },
  { key: 'again', header: 'Again', kind: 'action', of: row => (row.can.retry ? <Retry event={row} /> : null) },
]

/** What the provider told and we could not handle; each can be tried again. */
export function FailedEventsTable() {
  const list = useList(failedEventList, api.payments.failedEvents)
  return (
    <>
      <p>
        “Refused” contradicts what we know, and nothing was given for it. What a card paid goes back by itself, and the
        person is told; until it has, it stands among the refunds under way.
      </p>
      <DataTable
        {...list}
        label="Failed payment messages"
        failed="Failed to load payment messages"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.type}
        searchFor="Search payment messages"
        filters={[{ key: 'wants', label: 'Wants', options: [{ value: 'hand', label: 'Somebody to see to it' }] }]}
        empty={<Empty what="Everything was handled" />}
      />
    </>
  )
}

function Retry({ event }: { event: Row }) {
  const retry = useAction(rpc.payments.retryEvent, {
    atOnce: 'it does what was to be done before',
    done: { title: 'Trying again', message: 'The result shows here in a moment.' },
    failed: 'It was not tried again',
  })
  return (
    <Button size="sm" variant="default" loading={retry.isRunning} onClick={() => void retry.run({ id: event.id })}>
      Try again<span className="visually-hidden">: {event.type}</span>
    </Button>
  )
}
