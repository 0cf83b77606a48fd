import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { DaysBar, daysInWords } from '#features/money/ledger/parts/days-bar.tsx'
import type { Days } from '#features/money/ledger/rules.ts'
import { exportPath } from '#platform/list.ts'
import { formatDate, isOfAnotherYear, stateWords } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { takingsList } from '../inputs.ts'
import { type Part, PartFacts, type PartSums } from './part-facts.tsx'
import classes from './takings-sums.module.css'
import { type Takings, TakingsSums } from './takings-sums.tsx'

/** A day, or before the days all of them, whose parts then are the kinds. */
interface Line extends Days, PartSums {
  id: string
  name: string
  parts: readonly Part[]
}

const allDays = 'all'

function linesOf(data: Takings): Line[] {
  const { from, to, sum, hasDesk, hasTransfer, kinds, rows } = data
  const whole = { ...sum, hasDesk, hasTransfer, from, to, id: allDays, name: daysInWords(data), parts: kinds }
  const days = rows.map(({ on, ...day }) => ({
    ...{ ...day, from: on, to: on, id: on, name: formatDate(on, { year: isOfAnotherYear(on) }) },
  }))
  return days.length > 0 ? [whole, ...days] : []
}

/** What came in: all of the days that are meant, and each of them, by what it was for. */
export function TakingsTable() {
  const { everyRow: _, ...list } = useList(takingsList, api.payments.takings, { canExport: true })
  const { data } = list.of
  const { kind } = list.search
  return (
    <>
      {data ? (
        <>
          <DaysBar
            days={data}
            today={data.today}
            onDays={days => list.onSearch({ ...days, page: undefined, open: undefined })}
          >
            <Button
              component="a"
              href={exportPath(['payments', 'ledger'], {
                ...{ from: data.from, to: data.to, ...(kind && { kind }), sort: 'createdAt' },
              })}
              download
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Every entry (CSV)
            </Button>
          </DaysBar>
          <TakingsSums of={data} />
        </>
      ) : null}
      <DataTable
        {...list}
        of={{ ...list.of, data: data && { ...data, rows: linesOf(data) } }}
        label="Takings"
        noun={['day', 'days']}
        failed="Failed to load takings"
        columns={data ? [...columns, ...kindColumns(data, kind), ...wayColumns(data)] : columns}
        rowId={line => line.id}
        rowName={line => line.name}
        isSum={line => line.id === allDays}
        filters={[
          {
            key: 'kind',
            label: 'Kind',
            options: (data?.all ?? []).map(value => ({ value, label: stateWords(value) })),
          },
        ]}
        panel={{
          title: line => line?.name ?? 'Takings',
          body: (_, line) => (line ? <Parts of={line} /> : <p>Nothing came in on this day.</p>),
        }}
        empty={<Empty what="Nothing came in on these days" why="Payments and refunds are added up here by day." />}
      />
      <p className={classes.elsewhere}>
        Net is what was taken, less what went back. What is taken at the market’s door is not in these sums: it stands
        by day under{' '}
        <AnchorLink to="/admin/market-days" inherit>
          Market days
        </AnchorLink>
        .
      </p>
    </>
  )
}

const columns: Column<Line>[] = [
  { key: 'on', header: 'Day', kind: 'text', width: 7, priority: 1, of: line => line.name },
  { key: 'netPence', header: 'Net', kind: 'money', width: 6, priority: 1, of: line => line.netPence },
]

/**
 * What it was for, a column each; of one kind that is the net itself. A phone's line has room for some of them only, which would be read as
 * all: it says the net, and opens on the rest.
 */
const kindColumns = ({ kinds }: Takings, only: string | undefined): Column<Line>[] =>
  only
    ? []
    : kinds.map(({ kind }) => ({
        ...{ key: `kind-${kind}`, header: stateWords(kind), kind: 'money', width: 5, priority: 4 },
        of: ({ parts }) => {
          const own = parts.filter(part => part.kind === kind)
          return own.length > 0 ? own.reduce((sum, { netPence }) => sum + netPence, 0) : null
        },
      }))

/** How it moved, where not all of it is with the provider of card payments: not one more that it was for. */
const wayColumns = ({ hasDesk, hasTransfer }: Takings): Column<Line>[] => [
  ...(hasDesk ? [wayColumn('deskPence', 'Of it at the desk', line => (line.hasDesk ? line.deskPence : null))] : []),
  ...(hasTransfer
    ? [wayColumn('transferPence', 'Of it by transfer', line => (line.hasTransfer ? line.transferPence : null))]
    : []),
]
const wayColumn = (key: string, header: string, of: (line: Line) => number | null): Column<Line> => ({
  ...{ key, header, kind: 'money', width: 6, priority: 4, isWithin: true, of },
})

/** A day by what it was for, each with the way to its entries. */
function Parts({ of: line }: { of: Line }) {
  return (
    <div className={classes.parts}>
      {line.parts.length > 1 ? <PartFacts of={line} /> : null}
      {line.parts.map(part => (
        <section key={`${part.kind} ${part.vatPercent}`} aria-label={stateWords(part.kind)}>
          <header>
            <h3>{stateWords(part.kind)}</h3>
            <AnchorLink
              to="/admin/payments"
              search={{ tab: 'ledger', kind: part.kind, from: line.from, to: line.to }}
              aria-label={`Ledger of ${line.name}, ${stateWords(part.kind)}`}
            >
              Ledger
            </AnchorLink>
          </header>
          <PartFacts of={part} />
        </section>
      ))}
    </div>
  )
}
