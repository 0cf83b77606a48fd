import { Button } from '@mantine/core'
import { formatCount, formatExact, stateWords } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { AnchorLink } from '#ui/link.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { auditActions, auditList } from '../inputs.ts'
import { nounOf, objectOf, pages, sentenceOf, subjectName, valuesOf } from './audit-words.ts'
import classes from './privacy.module.css'

type Entry = Awaited<ReturnType<typeof rpc.privacy.auditLog>>['rows'][number]

const deeds: Record<string, { label: string; tone: StatusTone }> = {
  create: { label: 'Created', tone: 'good' },
  update: { label: 'Changed', tone: 'info' },
  delete: { label: 'Deleted', tone: 'bad' },
  login: { label: 'Signed in', tone: 'plain' },
  logout: { label: 'Signed out', tone: 'plain' },
  export: { label: 'Exported', tone: 'warn' },
}

const deedOf = (action: string) => deeds[action] ?? { label: stateWords(action), tone: 'plain' as const }

/** What the house does by itself, nobody does. */
const whoOf = ({ actorId, actorName }: Entry) => actorName || (actorId === null ? 'The house' : 'Somebody')

const columns: Column<Entry>[] = [
  {
    ...{ key: 'what', header: 'What happened', kind: 'text', width: 18, lines: 2 },
    of: row => `${whoOf(row)} ${sentenceOf(row)}`,
  },
  { key: 'createdAt', header: 'Timestamp', kind: 'date', priority: 1, of: ({ createdAt }) => createdAt },
  {
    key: 'action',
    header: 'Action',
    kind: 'status',
    width: 7.25,
    of: ({ action }) => <Status tone={deedOf(action).tone}>{deedOf(action).label}</Status>,
  },
  {
    ...{ key: 'tableName', header: 'Table', kind: 'text', width: 7, grows: false },
    of: ({ tableName }) => nounOf(tableName),
    opens: objectOf,
  },
  {
    key: 'actorId',
    header: 'User ID',
    kind: 'status',
    width: 5.5,
    of: row => <Actor row={row} />,
    short: ({ actorId }) => (actorId === null ? 'System' : shortId(actorId)),
  },
  {
    ...{ key: 'ipAddress', header: 'IP', kind: 'text', width: 6, grows: false },
    of: ({ ipAddress }) => ipAddress ?? 'N/A',
  },
]

const shortId = (id: string) => id.slice(0, 8)

/** The first eight characters of the id of whoever did it, the whole of it on hover; nobody is the house itself. */
function Actor({ row: { actorId, actorName } }: { row: Entry }) {
  if (actorId === null) return 'System'
  const short = <small className={classes.id}>{shortId(actorId)}</small>
  return (
    <span title={actorName ? `${actorName}, ${actorId}` : actorId}>
      {actorName ? (
        <ObjectLink noun="person" id={actorId}>
          {short}
        </ObjectLink>
      ) : (
        short
      )}
    </span>
  )
}

/** The last 100 entries of the audit log, with what each one changed beside it (OPS-15…17). */
export function AuditTable() {
  const list = useList(auditList, api.privacy.auditLog, { canExport: true })
  const verify = useAction(() => rpc.privacy.verifyAudit(), {
    atOnce: 'it only reads',
    done: ({ firstBad, rows }) =>
      firstBad === null
        ? { title: 'The chain holds', message: `${formatCount(rows, 'entry', 'entries')}, none altered` }
        : '',
    onDone: ({ firstBad }) => {
      if (firstBad !== null)
        toast.error('The audit log was altered', `The first entry that does not hold is ${firstBad}.`)
    },
    failed: 'The chain could not be checked',
  })
  return (
    <DataTable
      {...list}
      label="Audit Logs"
      noun={['entry', 'entries']}
      failed="Audit logs could not be loaded"
      columns={columns}
      rowId={row => String(row.id)}
      rowName={row => `${whoOf(row)} ${sentenceOf(row)}`}
      searchFor="Search by person, table or user ID"
      filters={[
        {
          key: 'action',
          label: 'Action',
          options: auditActions.slice(1).map(value => ({ value, label: deedOf(value).label })),
        },
        { key: 'signIns', label: 'Sign-ins', options: [{ value: 'without', label: 'left out' }] },
        { key: 'from', label: 'From', kind: 'day' },
        { key: 'to', label: 'To', kind: 'day' },
      ]}
      actions={
        <Button variant="default" loading={verify.isRunning} onClick={() => void verify.run(undefined)}>
          Check the chain
        </Button>
      }
      panel={{
        title: row => (row ? nounOf(row.tableName) : 'Entry'),
        mark: row => <Status tone={deedOf(row.action).tone}>{deedOf(row.action).label}</Status>,
        body: (_, row) => (row ? <Details row={row} /> : null),
      }}
      empty={<Empty what="Nothing has been recorded yet" why="What staff do appears here as they do it." />}
    />
  )
}

function Details({ row }: { row: Entry }) {
  return (
    <>
      <p>
        {whoOf(row)} {sentenceOf(row)}.
      </p>
      <Facts
        facts={[
          { label: 'When', value: formatExact(row.createdAt) },
          {
            label: 'Who',
            value:
              row.actorId && row.actorName ? (
                <ObjectLink noun="person" id={row.actorId}>
                  {row.actorName}
                </ObjectLink>
              ) : (
                'System'
              ),
          },
          { label: 'About', value: <About row={row} /> },
          { label: 'IP', value: row.ipAddress ?? 'N/A' },
        ]}
      />
      <Changes row={row} />
      <details>
        <summary>As it was recorded</summary>
        <Facts
          facts={[
            { label: 'Table', value: row.tableName },
            { label: 'Row', value: row.rowId },
            { label: 'User ID', value: row.actorId ?? 'System' },
          ]}
        />
        {row.before ? <Values title="Before" of={row.before} /> : null}
        {row.after ? <Values title="After" of={row.after} /> : null}
      </details>
    </>
  )
}

/** The way to what the entry is about: its own panel, or the page on which it is kept. */
function About({ row }: { row: Entry }) {
  const object = objectOf(row)
  const words = row.subject?.name ? `${nounOf(row.tableName)}: ${subjectName(row)}` : nounOf(row.tableName)
  if (object) {
    const [noun, id] = object
    return (
      <ObjectLink noun={noun} id={id}>
        {words}
      </ObjectLink>
    )
  }
  const to = pages[row.tableName]
  return to ? <AnchorLink to={to}>{words}</AnchorLink> : words
}

/** What was changed, each part with what stood there before. */
function Changes({ row }: { row: Entry }) {
  const { before, after } = row
  const values = valuesOf(row)
  if (values.length === 0) return null
  return (
    <>
      <h3>{before && after ? 'What was changed' : before ? 'What was there' : 'What it was made with'}</h3>
      <Facts
        facts={values.map(({ part, was, is }) => ({
          label: part,
          value: before && after ? `${was ?? 'Nothing'} → ${is ?? 'nothing'}` : (is ?? was),
        }))}
      />
    </>
  )
}

function Values({ title, of }: { title: string; of: unknown }) {
  return (
    <>
      <h3>{title}</h3>
      <pre className={classes.values}>{JSON.stringify(of, null, 2)}</pre>
    </>
  )
}
