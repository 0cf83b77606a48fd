import { Button } from '@mantine/core'
import { formatCount, formatExact } from '#platform/words.ts'
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
import classes from './privacy.module.css'

type Entry = Awaited<ReturnType<typeof rpc.privacy.auditLog>>['rows'][number]

const tones: Record<string, StatusTone> = { create: 'good', update: 'info', delete: 'bad', export: 'warn' }

const columns: Column<Entry>[] = [
  { key: 'createdAt', header: 'Timestamp', kind: 'date', of: ({ createdAt }) => createdAt },
  {
    key: 'action',
    header: 'Action',
    kind: 'status',
    of: ({ action }) => <Status tone={tones[action] ?? 'plain'}>{action}</Status>,
  },
  { key: 'tableName', header: 'Table', kind: 'text', of: ({ tableName }) => tableName },
  {
    key: 'actorId',
    header: 'User ID',
    kind: 'text',
    of: ({ actorId }) => actorId?.slice(0, 8) ?? 'System',
    opens: ({ actorId, actorName }) => (actorId && actorName ? ['person', actorId] : null),
  },
  { key: 'ipAddress', header: 'IP', kind: 'text', of: ({ ipAddress }) => ipAddress ?? 'N/A' },
]

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
      failed="Audit logs could not be loaded"
      columns={columns}
      rowId={row => String(row.id)}
      rowName={row => `Entry ${row.id}`}
      searchFor="Search by table or user ID"
      filters={[
        {
          key: 'action',
          label: 'Action',
          options: auditActions.slice(1).map(value => ({ value, label: value })),
        },
      ]}
      actions={
        <Button variant="default" loading={verify.isRunning} onClick={() => void verify.run(undefined)}>
          Check the chain
        </Button>
      }
      panel={{
        title: row => `Entry ${row?.id ?? ''}`,
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
          { label: 'Row', value: `${row.tableName} ${row.rowId}` },
          { label: 'IP', value: row.ipAddress ?? 'N/A' },
        ]}
      />
      {row.before ? <Values title="Before" of={row.before} /> : null}
      {row.after ? <Values title="After" of={row.after} /> : null}
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
