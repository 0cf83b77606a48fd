import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type WaitingStatus, waitingStatuses } from '#features/spaces/waiting/inputs.ts'
import { formatDate, formatDateTime, formatDay, formatTime, formatTimeRange } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { ButtonLink } from '#ui/link.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { messages, waitingList } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.waiting.list>>['rows'][number]

const statusWords: Record<WaitingStatus, string> = {
  waiting: 'Waits',
  offered: 'Offered',
  taken: 'Booked',
  lapsed: 'Lapsed',
  left: 'Left',
  over: 'Over',
}

const slotOf = (row: Row) => `${formatDate(row.on)}, ${formatTimeRange(row.startsAt, row.endsAt)}`

/** Today by the hour alone. */
const soon = (at: Date) => (formatDay(at) === formatDay(new Date()) ? formatTime(at) : formatDateTime(at))

const columns: Column<Row>[] = [
  { key: 'person', header: 'Person', kind: 'person', of: row => row.person.name },
  { key: 'startsAt', header: 'Time', kind: 'text', width: 11.5, priority: 1, of: slotOf },
  { key: 'facility', header: 'Facility', kind: 'text', priority: 2, of: row => row.facilityName },
  {
    key: 'position',
    header: 'In line',
    kind: 'number',
    width: 6,
    priority: 3,
    of: row => row.position ?? '',
    short: row => (row.position ? `number ${row.position}` : null),
  },
  {
    key: 'status',
    header: 'State',
    kind: 'status',
    width: 12,
    of: row => (
      <Status {...(row.status === 'offered' && { tone: 'warn' as const })}>
        {row.heldUntil ? `Offered until ${soon(row.heldUntil)}` : statusWords[row.status]}
      </Status>
    ),
  },
  { key: 'place', header: 'Joined', kind: 'date', priority: 3, of: row => row.createdAt },
]

/** /admin/waiting-list: who waits for which slot, in which place, and what is offered to whom. */
export function WaitingList() {
  const list = useList(waitingList, api.waiting.list, { canExport: true })
  const facilities = useQuery(api.facilities.list.queryOptions())
  return (
    <Page
      title="Waiting for Slots"
      chassis="desk"
      lead="What is freed is offered to the first in line by itself, held for a time, then to the next."
      actions={
        <ButtonLink to="/admin/bookings" variant="default">
          Bookings
        </ButtonLink>
      }
    >
      <DataTable
        {...list}
        label="Waiting lists of slots"
        noun={['person', 'people']}
        failed="Failed to load the waiting lists"
        columns={columns}
        rowId={row => row.id}
        rowName={row => `${row.person.name}, ${row.facilityName}, ${slotOf(row)}`}
        panel={{
          title: row => (row ? row.person.name : 'Waiting'),
          when: row => `${row.facilityName}, ${slotOf(row)}`,
          body: (_, row) => (row ? <Entry entry={row} /> : <p>It is not on this page of the list.</p>),
        }}
        searchFor="Name or email"
        filters={[
          {
            key: 'status',
            label: 'State',
            options: waitingStatuses.map(value => ({ value, label: statusWords[value] })),
          },
          {
            key: 'facility',
            label: 'Facility',
            options: (facilities.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
        empty={<Empty what="Nobody waits" why="Members can wait for a slot that is taken; they appear here." />}
      />
    </Page>
  )
}

const Entry = ({ entry }: { entry: Row }) => (
  <>
    <Facts
      facts={[
        {
          label: 'Person',
          value: (
            <ObjectLink noun="person" id={entry.person.id}>
              {entry.person.name}
            </ObjectLink>
          ),
        },
        { label: 'Time', value: slotOf(entry) },
        { label: 'Facility', value: entry.facilityName },
        { label: 'In line', value: entry.position ?? '' },
        {
          label: 'State',
          value: entry.heldUntil ? `Offered until ${soon(entry.heldUntil)}` : statusWords[entry.status],
        },
        { label: 'Joined', value: <When at={entry.createdAt} /> },
      ]}
    />
    {entry.can.remove ? <Remove entry={entry} /> : null}
  </>
)

function Remove({ entry }: { entry: Row }) {
  const what = `${entry.facilityName}, ${slotOf(entry)}`
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
    failed: messages.removeFailed,
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
