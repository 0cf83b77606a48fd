import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { exportPath } from '#platform/list.ts'
import { formatDay, formatMoney, formatMonth, stateWords } from '#platform/words.ts'
import type { rpc } from '#web/client.ts'
import { type Days, isMonth, monthOf } from '../rules.ts'
import classes from './takings-sums.module.css'

type Takings = Awaited<ReturnType<typeof rpc.payments.takings>>
type Sums = Takings['sum']

const heads = ['Taken', 'Refunds', 'Disputes', 'Net'] as const

/** Which days are added up, with the way to the months beside them, and the sums of each kind and of all. */
export function TakingsSums({ of, onDays }: { of: Takings; onDays: (days: Days) => void }) {
  const { from, to, today, kinds, sum, hasVat } = of
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
        <Button
          component="a"
          href={exportPath(['payments', 'ledger'], { ...days, sort: 'createdAt' })}
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
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              {hasVat ? <th scope="col">VAT in net</th> : null}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, ...each }) => (
              <SumRow key={kind} label={stateWords(kind)} sums={each} hasVat={hasVat} />
            ))}
          </tbody>
          <tfoot>
            <SumRow label="All" sums={sum} hasVat={hasVat} />
          </tfoot>
        </table>
      ) : null}
    </section>
  )
}

function SumRow({ label, sums, hasVat }: { label: string; sums: Sums; hasVat: boolean }) {
  const { takenPence, refundedPence, disputedPence, netPence, vatPence } = sums
  return (
    <tr>
      <th scope="row">{label}</th>
      {[takenPence, refundedPence, disputedPence, netPence].map((pence, index) => (
        <td key={heads[index]} data-head={heads[index]}>
          {formatMoney(pence)}
        </td>
      ))}
      {hasVat ? <td data-head="VAT in net">{vatPence === null ? '' : formatMoney(vatPence)}</td> : null}
    </tr>
  )
}
