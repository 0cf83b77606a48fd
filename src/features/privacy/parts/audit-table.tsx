import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { formatExact, When } from '#ui/dates.tsx'
import { Facts } from '#ui/facts.tsx'
import { Empty } from '#ui/states.tsx'
import { Status, type StatusTone } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { auditActions } from '../inputs.ts'
import classes from './privacy.module.css'

type Entry = Awaited<ReturnType<typeof rpc.privacy.auditLog>>['rows'][number]

const tones: Record<string, StatusTone> = { create: 'good', update: 'info', delete: 'bad', export: 'warn' }

const columns: Column<Entry>[] = [
  { key: 'createdAt', header: 'Timestamp', cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    key: 'action',
    header: 'Action',
    cell: ({ action }) => <Status tone={tones[action] ?? 'plain'}>{action}</Status>,
  },
  { key: 'tableName', header: 'Table', cell: ({ tableName }) => tableName },
  {
    key: 'actorId',
    header: 'User ID',
    cell: ({ actorId, actorName }) => <span title={actorName ?? ''}>{actorId?.slice(0, 8) ?? 'System'}</span>,
  },
  { key: 'ipAddress', header: 'IP', cell: ({ ipAddress }) => ipAddress ?? 'N/A' },
]

/** The last 100 entries of the audit log, with what each one changed beside it (OPS-15…17). */
export function AuditTable(props: {
  search: TableSearch
  onSearch: (next: Record<string, string | number | undefined>) => void
}) {
  const view = readTableSearch(props.search, ['action'], 100)
  const action = auditActions.find(each => each === view.filters.action)
  const query = useQuery(
    api.privacy.auditLog.queryOptions({
      input: {
        page: view.page,
        pageSize: view.size,
        ...(view.q && { q: view.q }),
        ...(action && { action }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <DataTable
      label="Audit Logs"
      of={query}
      failed="Audit logs could not be loaded"
      columns={columns}
      rowId={row => String(row.id)}
      rowName={row => `Entry ${row.id}`}
      search={props.search}
      onSearch={props.onSearch}
      searchFor="Search by table or user ID"
      filters={[
        {
          key: 'action',
          label: 'Action',
          options: auditActions.slice(1).map(value => ({ value, label: value })),
        },
      ]}
      size={100}
      actions={
        <Button variant="default" onClick={() => void verify()}>
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
          { label: 'Who', value: row.actorName ?? 'System' },
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

async function verify() {
  try {
    const { firstBad, rows } = await rpc.privacy.verifyAudit()
    if (firstBad === null) toast.success('The chain holds', `${rows.toLocaleString('en-GB')} entries, none altered`)
    else toast.error('The audit log was altered', `The first entry that does not hold is ${firstBad}.`)
  } catch {
    toast.error('The chain could not be checked')
  }
}
