import { formatMoney, stateWords } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { takingsList } from '../inputs.ts'
import classes from './takings-sums.module.css'
import { TakingsSums } from './takings-sums.tsx'

type Row = Awaited<ReturnType<typeof rpc.payments.takings>>['rows'][number]

/** Beside what came in: on a phone it unfolds. */
const lesser = (key: string, header: string, of: (row: Row) => number | null, priority: 2 | 3 = 2): Column<Row> => ({
  ...{ key, header, kind: 'money', width: 6, priority, of },
})

const columns: Column<Row>[] = [
  { key: 'on', header: 'Day', kind: 'date', as: 'date', of: row => row.on, priority: 1 },
  { key: 'kind', header: 'Kind', kind: 'text', width: 7, of: row => stateWords(row.kind), priority: 1 },
  { key: 'netPence', header: 'Net', kind: 'money', width: 6, of: row => row.netPence },
  { key: 'takenPence', header: 'Taken', kind: 'money', width: 6, of: row => row.takenPence },
  lesser('refundedPence', 'Refunds', row => row.refundedPence),
  lesser('disputedPence', 'Disputes', row => row.disputedPence, 3),
]

const deskColumn = { ...lesser('deskPence', 'At the desk', row => row.deskPence), width: 7 }
const transferColumn = { ...lesser('transferPence', 'By transfer', row => row.transferPence), width: 7 }

const vatColumns: Column<Row>[] = [
  {
    ...{ key: 'vatPercent', header: 'VAT rate', kind: 'number', width: 5.5, priority: 3 },
    of: ({ vatPercent }) => (vatPercent === null ? null : `${vatPercent}%`),
  },
  lesser('vatPence', 'VAT in net', row => row.vatPence),
]

const entries: Column<Row> = {
  key: 'entries',
  header: 'Entries',
  kind: 'action',
  width: 5,
  of: ({ on, kind }) => (
    <AnchorLink
      to="/admin/payments"
      fz="sm"
      search={{ tab: 'ledger', kind, from: on, to: on }}
      aria-label={`Ledger of ${on}, ${stateWords(kind)}`}
    >
      Ledger
    </AnchorLink>
  ),
}

/** What came in by day and kind, with the sums of the days that are shown. */
export function TakingsTable() {
  const list = useList(takingsList, api.payments.takings, { canExport: true })
  const { data } = list.of
  return (
    <>
      {data ? (
        <TakingsSums of={data} kind={list.search.kind} onDays={days => list.onSearch({ ...days, page: undefined })} />
      ) : null}
      <p className={classes.elsewhere}>
        What is taken at the market’s door is not in these sums: it stands by day under{' '}
        <AnchorLink to="/admin/market-days" inherit>
          Market days
        </AnchorLink>
        .
      </p>
      <DataTable
        {...list}
        label="Takings"
        noun={['sum', 'sums']}
        failed="Failed to load takings"
        columns={[
          ...columns,
          ...(data?.hasDesk ? [deskColumn] : []),
          ...(data?.hasTransfer ? [transferColumn] : []),
          ...(data?.hasVat ? vatColumns : []),
          entries,
        ]}
        rowId={row => `${row.on} ${row.kind} ${row.vatPercent}`}
        rowName={row => `${row.on}, ${stateWords(row.kind)}`}
        filters={[
          {
            key: 'kind',
            label: 'Kind',
            options: (data?.all ?? []).map(value => ({ value, label: stateWords(value) })),
          },
        ]}
        actions={data ? <strong className="tabular">{`Net ${formatMoney(data.sum.netPence)}`}</strong> : null}
        empty={<Empty what="Nothing came in on these days" why="Payments and refunds are added up here by day." />}
      />
    </>
  )
}
