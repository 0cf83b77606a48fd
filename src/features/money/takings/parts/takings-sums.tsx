import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { exportPath } from '#platform/list.ts'
import { formatDay, formatMoney, formatMonth, stateWords } from '#platform/words.ts'
import type { rpc } from '#web/client.ts'
import { type Days, isMonth, monthOf } from '../rules.ts'
import classes from './takings-sums.module.css'

type Takings = Awaited<ReturnType<typeof rpc.payments.takings>>
type Sums = Takings['sum']

interface Head {
  head: string
  of: (sums: Sums) => number | null
}

const heads: Head[] = [
  { head: 'Taken', of: sums => sums.takenPence },
  { head: 'Refunds', of: sums => sums.refundedPence },
  { head: 'Disputes', of: sums => sums.disputedPence },
  { head: 'Net', of: sums => sums.netPence },
]
const deskHead: Head = { head: 'At the desk', of: sums => sums.deskPence }
const transferHead: Head = { head: 'By transfer', of: sums => sums.transferPence }
const vatHead: Head = { head: 'VAT in net', of: sums => sums.vatPence }

/** Which days are added up, with the way to the months beside them, and the sums of each kind and of all. */
export function TakingsSums(props: { of: Takings; kind: string | undefined; onDays: (days: Days) => void }) {
  const { of, kind, onDays } = props
  const { from, to, today, kinds, sum, hasDesk, hasTransfer, hasVat } = of
  const shown = [
    ...heads,
    ...(hasDesk ? [deskHead] : []),
    ...(hasTransfer ? [transferHead] : []),
    ...(hasVat ? [vatHead] : []),
  ]
  // Pence all the way down a column, or none in it.
  const exact = shown.filter(({ of }) => [...kinds, sum].some(sums => (of(sums) ?? 0) % 100 !== 0))
  const days = { from, to }
  const next = monthOf(from, 1)
  return (
    <section className={classes.sums} aria-label="Sums">
      <div className={classes.days}>
        <ActionIcon variant="default" size="lg" aria-label="Month before" onClick={() => onDays(monthOf(from, -1))}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <h2 aria-live="polite">{isMonth(days) ? formatMonth(from) : `${formatDay(from)} to ${formatDay(to)}`}</h2>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Month after"
          disabled={next.from > today}
          onClick={() => onDays(next)}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
        {/* The same days, for a span that is no month. */}
        <DayField label="From" value={from} onDay={on => onDays({ from: on, to: on > to ? monthOf(on).to : to })} />
        <DayField label="To" value={to} onDay={on => onDays({ from: on < from ? monthOf(on).from : from, to: on })} />
        <Button
          component="a"
          href={exportPath(['payments', 'ledger'], { ...days, ...(kind && { kind }), sort: 'createdAt' })}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Every entry (CSV)
        </Button>
      </div>
      {kinds.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              {shown.map(({ head }) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, ...each }) => (
              <SumRow key={kind} label={stateWords(kind)} sums={each} heads={shown} exact={exact} />
            ))}
          </tbody>
          <tfoot>
            <SumRow label="All" sums={sum} heads={shown} exact={exact} />
          </tfoot>
        </table>
      ) : null}
    </section>
  )
}

function DayField({ label, value, onDay }: { label: string; value: string; onDay: (on: string) => void }) {
  return (
    <TextInput
      type="date"
      size="xs"
      aria-label={label}
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth="3.25rem"
      value={value}
      // Empty while a day is half typed.
      onChange={({ currentTarget: { value: on } }) => on && onDay(on)}
    />
  )
}

function SumRow(props: { label: string; sums: Sums; heads: Head[]; exact: Head[] }) {
  const { label, sums, exact } = props
  return (
    <tr>
      <th scope="row">{label}</th>
      {props.heads.map(column => {
        const pence = column.of(sums)
        return (
          <td key={column.head} data-head={column.head}>
            {pence === null ? '' : formatMoney(pence, { isExact: exact.includes(column) })}
          </td>
        )
      })}
    </tr>
  )
}
