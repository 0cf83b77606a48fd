import { Button } from '@mantine/core'
import { formatCount, formatExact, stateWords } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { auditActions, auditList } from '../inputs.ts'
import { auditNouns, valuesOf, whatChanged } from '../rules.ts'
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
const nounOf = (table: string) => auditNouns[table] ?? stateWords(table)

/** `Text of the pages, Hero: title` */
const whatOf = ({ tableName, before, after }: Entry) =>
  [nounOf(tableName), whatChanged(before, after)].filter(Boolean).join(', ')

const columns: Column<Entry>[] = [
  { key: 'createdAt', header: 'Timestamp', kind: 'date', of: ({ createdAt }) => createdAt },
  {
    key: 'action',
    header: 'Action',
    kind: 'status',
    of: ({ action }) => <Status tone={deedOf(action).tone}>{deedOf(action).label}</Status>,
  },
  { key: 'tableName', header: 'Table', kind: 'text', width: 14, of: row => whatOf(row) },
  {
    key: 'actorId',
    header: 'User ID',
    kind: 'status',
    width: 12,
    of: row => <Actor row={row} />,
    short: ({ actorId, actorName }) => (actorId === null ? 'System' : actorName || shortId(actorId)),
  },
  { key: 'ipAddress', header: 'IP', kind: 'text', of: ({ ipAddress }) => ipAddress ?? 'N/A' },
]

const shortId = (id: string) => id.slice(0, 8)

/** Who did it, by name, with the first eight characters of their id, the whole of it on hover; nobody is the house itself. */
function Actor({ row: { actorId, actorName } }: { row: Entry }) {
  if (actorId === null) return 'System'
  const short = <small className={classes.id}>{shortId(actorId)}</small>
  if (!actorName) return <span title={actorId}>{short}</span>
  return (
    <span title={actorId}>
      <ObjectLink noun="person" id={actorId}>
        {actorName}
      </ObjectLink>{' '}
      {short}
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
      rowName={row => `${nounOf(row.tableName)}, entry ${row.id}`}
      searchFor="Search by person, table or user ID"
      filters={[
        {
          key: 'action',
          label: 'Action',
          options: auditActions.slice(1).map(value => ({ value, label: deedOf(value).label })),
        },
        { key: 'from', label: 'From', kind: 'day' },
        { key: 'to', label: 'To', kind: 'day' },
      ]}
      actions={
        <Button variant="default" loading={verify.isRunning} onClick={() => void verify.run(undefined)}>
          Check the chain
        </Button>
      }
      panel={{
        title: row => (row ? `${deedOf(row.action).label}: ${nounOf(row.tableName)}` : 'Entry'),
        body: (_, row) => (row ? <Details row={row} /> : null),
      }}
      empty={<Empty what="Nothing has been recorded yet" why="What staff do appears here as they do it." />}
    />
  )
}

function Details({ row }: { row: Entry }) {
  return (
    <>
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
          { label: 'User ID', value: row.actorId },
          { label: 'What', value: `${deedOf(row.action).label}: ${nounOf(row.tableName)}` },
          { label: 'Row', value: `${row.tableName} ${row.rowId}` },
          { label: 'IP', value: row.ipAddress ?? 'N/A' },
        ]}
      />
      <Changes row={row} />
      {row.before || row.after ? (
        <details>
          <summary>As it was recorded</summary>
          {row.before ? <Values title="Before" of={row.before} /> : null}
          {row.after ? <Values title="After" of={row.after} /> : null}
        </details>
      ) : null}
    </>
  )
}

/** What was changed, each part with what stood there before. */
function Changes({ row: { before, after } }: { row: Entry }) {
  const values = valuesOf(before, after)
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
