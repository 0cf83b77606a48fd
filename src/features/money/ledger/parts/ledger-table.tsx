import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { ways, wayWords } from '#features/money/orders/inputs.ts'
import { isCalendarDate } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
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
import { monthOf } from '../rules.ts'
import { DaysBar } from './days-bar.tsx'

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

const everything = 'all'
const isDayOf = (value: unknown): value is string => typeof value === 'string' && isCalendarDate(value)

/**
 * Every penny that came in or went back, with the sum of what the filter finds: of this month, until other days are chosen. A search
 * looks through all there is.
 */
export function LedgerTable() {
  const { from, to, q }: Readonly<Record<string, unknown>> = useSearch({ from: '/admin/payments' })
  const chosen = { ...(isDayOf(from) && { from }), ...(isDayOf(to) && { to }) }
  const today = calendarDate(new Date())
  const isOfThisMonth = Object.keys(chosen).length === 0 && !q && from !== everything
  const days = isOfThisMonth ? monthOf(today) : chosen
  const list = useList(ledgerList, api.payments.ledger, { canExport: true, ...(isOfThisMonth && { always: days }) })
  const { data } = list.of
  return (
    <>
      <DaysBar
        days={days}
        today={today}
        onDays={days => list.onSearch({ ...days, page: undefined, open: undefined })}
        others={
          days.from || days.to ? (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => list.onSearch({ from: everything, to: undefined, page: undefined, open: undefined })}
            >
              All time
            </Button>
          ) : null
        }
      />
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
            label: 'In or out',
            options: directions.map(value => ({ value, label: { in: 'Came in', out: 'Went out' }[value] })),
          },
          {
            key: 'kind',
            label: 'Kind',
            options: (data?.kinds ?? []).map(value => ({ value, label: stateWords(value) })),
          },
          { key: 'way', label: 'How', options: ways.map(value => ({ value, label: wayWords[value] })) },
        ]}
        actions={data ? <strong className="tabular">{`Sum ${formatMoney(data.sumPence)}`}</strong> : null}
        panel={{
          title: row => row?.description ?? 'Entry',
          body: (_, row) => (row ? <EntryFacts row={row} /> : null),
        }}
        empty={
          <Empty
            what="Nothing moved on these days"
            why="Payments and refunds appear here the moment they are confirmed."
          />
        }
      />
    </>
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
