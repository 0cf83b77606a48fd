import { ways, wayWords } from '#features/money/orders/inputs.ts'
import { formatMoney, stateWords } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { directions, ledgerList } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.payments.ledger>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'createdAt', header: 'When', kind: 'date', of: row => row.createdAt },
  {
    key: 'person',
    header: 'Person',
    kind: 'person',
    of: row => row.person,
    opens: row => (row.userId ? ['person', row.userId] : null),
  },
  {
    key: 'description',
    header: 'For',
    kind: 'text',
    width: 11,
    of: row => row.description,
    opens: row => (row.orderId ? ['order', row.orderId] : null),
  },
  {
    key: 'amountPence',
    header: 'Amount',
    kind: 'money',
    of: row => row.amountPence,
  },
]

/** Every penny that came in or went back, with the sum of what the filter finds. */
export function LedgerTable() {
  const list = useList(ledgerList, api.payments.ledger, { canExport: true })
  const { data } = list.of
  return (
    <DataTable
      {...list}
      label="Ledger"
      noun={['entry', 'entries']}
      failed="Failed to load the ledger"
      columns={columns}
      rowId={row => row.id}
      rowName={row => `${row.person}, ${row.description}`}
      searchFor="Search people and references"
      filters={[
        {
          key: 'direction',
          label: 'Direction',
          options: directions.map(value => ({ value, label: { in: 'Paid', out: 'Given back' }[value] })),
        },
        {
          key: 'kind',
          label: 'Kind',
          options: (data?.kinds ?? []).map(value => ({ value, label: stateWords(value) })),
        },
        { key: 'way', label: 'How', options: ways.map(value => ({ value, label: wayWords[value] })) },
        { key: 'from', label: 'From', kind: 'day' },
        { key: 'to', label: 'To', kind: 'day' },
      ]}
      actions={data ? <strong className="tabular">{`Sum ${formatMoney(data.sumPence)}`}</strong> : null}
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
        {
          label: 'Person',
          value: row.userId ? (
            <ObjectLink noun="person" id={row.userId}>
              {row.person}
            </ObjectLink>
          ) : (
            row.person
          ),
        },
        { label: 'Email', value: row.email && <Email of={row.email} /> },
        { label: 'Amount', value: formatMoney(row.amountPence) },
        {
          label: `VAT, ${row.vatPercent}%`,
          value: row.vatPence === null ? null : formatMoney(row.vatPence),
        },
        { label: 'When', value: <When at={row.createdAt} /> },
        { label: 'Kind', value: stateWords(row.kind) },
        { label: 'How', value: wayWords[row.way] },
        // What the house itself calls an entry by says nothing to anybody.
        { label: 'Reference', value: row.externalRef?.includes(':') ? null : row.externalRef },
        {
          label: 'Order',
          value: row.orderId ? (
            <ObjectLink noun="order" id={row.orderId}>
              Open the order
            </ObjectLink>
          ) : null,
        },
      ]}
    />
  )
}
