import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { When } from '#ui/dates.tsx'
import { Facts } from '#ui/facts.tsx'
import { formatMoney } from '#ui/money.tsx'
import { Empty } from '#ui/states.tsx'
import { api, type rpc } from '#web/client.ts'

type Row = Awaited<ReturnType<typeof rpc.payments.ledger>>['rows'][number]
type Sort = NonNullable<Parameters<typeof rpc.payments.ledger>[0]>['sort']

const columns: Column<Row>[] = [
  { key: 'createdAt', header: 'When', cell: row => <When at={row.createdAt} />, canSort: true },
  { key: 'person', header: 'Person', cell: row => row.person },
  { key: 'description', header: 'For', cell: row => row.description },
  {
    key: 'amountPence',
    header: 'Amount',
    cell: row => formatMoney(row.amountPence),
    canSort: true,
    align: 'right',
  },
]

/** Every penny in or out, with the sum of what the filter shows. */
export function LedgerTable(props: {
  search: TableSearch
  onSearch: (next: Record<string, string | number | undefined>) => void
}) {
  const view = readTableSearch(props.search, ['kind', 'direction', 'from', 'to'])
  const { kind, direction, from, to } = view.filters
  const query = useQuery(
    api.payments.ledger.queryOptions({
      input: {
        page: view.page,
        pageSize: view.size,
        ...(view.sort && { sort: view.sort as Sort }),
        ...(view.q && { q: view.q }),
        ...(kind && { kind }),
        ...((direction === 'in' || direction === 'out') && { direction }),
        ...(from && { from }),
        ...(to && { to }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <DataTable
      label="Ledger"
      of={query}
      failed="Failed to load the ledger"
      columns={columns}
      rowId={row => row.id}
      rowName={row => `${row.person}, ${row.description}`}
      search={props.search}
      onSearch={props.onSearch}
      searchFor="Search people and references"
      filters={[
        {
          key: 'direction',
          label: 'Direction',
          options: [
            { value: 'in', label: 'Paid' },
            { value: 'out', label: 'Given back' },
          ],
        },
        {
          key: 'kind',
          label: 'Kind',
          options: ['booking', 'membership', 'tokens'].map(value => ({ value, label: value })),
        },
        { key: 'from', label: 'From', kind: 'day' },
        { key: 'to', label: 'To', kind: 'day' },
      ]}
      actions={query.data ? <strong className="tabular">{`Sum ${formatMoney(query.data.sumPence)}`}</strong> : null}
      panel={{
        title: row => row?.description ?? 'Entry',
        body: (_, row) => (row ? <EntryFacts row={row} /> : null),
      }}
      empty={<Empty what="No entries yet" why="Payments and refunds appear here the moment they are confirmed." />}
    />
  )
}

function EntryFacts({ row }: { row: Row }) {
  return (
    <Facts
      facts={[
        { label: 'Person', value: row.person },
        { label: 'Email', value: row.email },
        { label: 'Amount', value: formatMoney(row.amountPence) },
        { label: 'When', value: <When at={row.createdAt} /> },
        { label: 'Kind', value: row.kind },
        { label: 'Reference', value: row.externalRef },
        { label: 'Order', value: row.orderId },
      ]}
    />
  )
}
