import { Button } from '@mantine/core'
import { formatCount, formatNumber, formatTime, formatTokens, stateWords } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type BulkAction, type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { messages, registrationList } from '../inputs.ts'
import { comingEveryMs } from '../rules.ts'
import { CancelRegistration } from './cancel-registration.tsx'
import classes from './office.module.css'

type Row = Awaited<ReturnType<typeof rpc.events.registrations>>['rows'][number]

/**
 * Who is registered for the event in the address, and marking who was there (EVA-15, EVA-20); of one that is over, taking back what
 * was marked by mistake, for as long as that is possible.
 */
export function RegistrationsTable({ isPast }: { isPast: boolean }) {
  const list = useList(registrationList, api.events.registrations, {
    canExport: true,
    refetchMs: answer =>
      answer?.rows.some(({ can, marksFrom }) => can.markAttended || marksFrom !== null) ? comingEveryMs : false,
  })
  const markMany = useMarkMany()
  const { rows = [] } = list.of.data ?? {}
  const marksFrom = rows.find(row => row.marksFrom !== null)?.marksFrom
  const isMarked = rows.some(({ can }) => can.markAttended || can.unmarkAttended)
  return (
    <>
      {marksFrom ? <p className={classes.ahead}>Attendance can be marked from {formatTime(marksFrom)}.</p> : null}
      <DataTable
        {...list}
        label="Registrations"
        noun={['registration', 'registrations']}
        failed={messages.load}
        columns={[...columns, ...(isMarked ? [marking] : []), ...(rows.some(({ can }) => can.cancel) ? [more] : [])]}
        bulk={!isPast && !marksFrom ? [markMany] : []}
        rowId={row => row.id}
        rowName={row => row.person.name}
        searchFor="Name or email"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: [
              { value: 'registered', label: 'Registered' },
              { value: 'attended', label: 'Attended' },
              { value: 'cancelled', label: 'Cancelled' },
            ],
          },
        ]}
        empty={<Empty what="Nobody has registered" why="Registrations appear here as they come." />}
      />
    </>
  )
}

/** Several who are there at once; who cannot be marked is left as they are, and counted. */
function useMarkMany(): BulkAction {
  const mark = useAction(
    async ({ ids }: { ids: readonly string[] }) => {
      const done: string[] = []
      let refused: unknown
      for (const id of ids)
        try {
          await rpc.events.markAttended({ id })
          done.push(id)
        } catch (error) {
          refused = error
        }
      if (done.length === 0) throw refused
      return { done, left: ids.length - done.length }
    },
    {
      undo:
        ({ done }) =>
        async () => {
          for (const id of done) await rpc.events.unmarkAttended({ id })
        },
      done: ({ done, left }) => ({
        title: `${formatCount(done.length, 'registration')} attended`,
        message:
          left > 0 ? `${formatCount(left, 'registration')} could not be marked and stay as they are.` : undefined,
      }),
      failed: messages.markFailed,
    },
  )
  return {
    label: count => `Mark ${formatCount(count, 'registration')} attended`,
    confirm: () => null,
    run: async chosen => (await mark.run({ ids: chosen.map(({ id }) => id) })) !== undefined,
  }
}

const tones = { registered: 'info', attended: 'good', cancelled: 'bad' } as const

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Person',
    kind: 'person',
    priority: 1,
    of: row => row.person.name,
    opens: row => ['person', row.person.id],
  },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: ({ status }) => <Status tone={tones[status]}>{stateWords(status)}</Status>,
    isUsual: ({ status }) => status === 'registered',
  },
  { key: 'plusOnes', header: 'Brings', kind: 'number', of: row => formatNumber(row.plusOnes) },
  {
    key: 'tokensUsed',
    header: 'Paid',
    kind: 'number',
    priority: 4,
    of: row => (row.tokensUsed > 0 ? formatTokens(row.tokensUsed) : null),
  },
  { key: 'registeredAt', header: 'Registered', kind: 'date', of: row => row.registeredAt, as: 'dateTime' },
  {
    key: 'attendedAt',
    header: 'Attended',
    kind: 'date',
    priority: 4,
    // Before the event there is nothing to say in it.
    seldom: true,
    of: row => row.attendedAt,
    as: 'dateTime',
  },
]

const marking: Column<Row> = {
  key: 'can',
  header: 'Attendance',
  kind: 'action',
  width: 9,
  of: row => <Attendance registration={row} />,
}

/** What is seldom done with a registration: behind three dots, on a phone at the end of its line. */
const more: Column<Row> = {
  key: 'more',
  header: 'More',
  kind: 'action',
  width: 4,
  isBeside: true,
  of: row => (row.can.cancel ? <CancelRegistration registration={row} /> : null),
}

function Attendance({ registration: row }: { registration: Row }) {
  if (row.can.markAttended) return <MarkAttended registration={row} />
  return row.can.unmarkAttended ? <TakeBack registration={row} /> : null
}

function MarkAttended({ registration: { id, person } }: { registration: Row }) {
  const mark = useAction(rpc.events.markAttended, {
    undo: (_, input) => sending => rpc.events.unmarkAttended(input, sending),
    done: ({ name, points }) => ({
      title: 'Registration attended',
      message: `${name} was there${points > 0 ? ` and has ${points === 1 ? 'a point' : `${points} points`} for it` : ''}.`,
    }),
    failed: messages.markFailed,
  })
  return (
    <Button
      size="sm"
      variant="default"
      loading={mark.isRunning}
      onClick={() => void mark.run({ id })}
      aria-label={`Mark Attended: ${person.name}`}
    >
      Mark Attended
    </Button>
  )
}

/** For a mistake that is seen later than Undo is offered. */
function TakeBack({ registration: { id, person } }: { registration: Row }) {
  const unmark = useAction(rpc.events.unmarkAttended, {
    confirm: () => ({
      title: `Take back that ${person.name} was there?`,
      body: 'They are registered as before, and the points for it go back.',
      action: 'Take back',
      keep: 'They were there',
    }),
    done: 'Attendance taken back',
    failed: 'The attendance was not taken back',
  })
  return (
    <Button
      size="sm"
      variant="subtle"
      loading={unmark.isRunning}
      onClick={() => void unmark.run({ id })}
      aria-label={`Take back: ${person.name} was there`}
    >
      Take back
    </Button>
  )
}
