import { wayWords } from '#features/money/orders/inputs.ts'
import { formatMoney } from '#platform/words.ts'
import type { rpc } from '#web/client.ts'
import classes from './takings-sums.module.css'

export type Takings = Awaited<ReturnType<typeof rpc.payments.takings>>

/** What all the days that are meant add up to, in the order in which it does; and which way it moved. */
export function TakingsSums({ of: { sum, hasDesk, hasTransfer, hasVat } }: { of: Takings }) {
  return (
    <section className={classes.sums} aria-label="Sums">
      <dl className={classes.adding}>
        <Figure label="Taken" pence={sum.takenPence} />
        <Figure label="Refunds" pence={sum.refundedPence} />
        <Figure label="Disputes" pence={sum.disputedPence} />
        <Figure label="Net" pence={sum.netPence} isTotal />
      </dl>
      <dl className={classes.within}>
        {hasDesk || hasTransfer ? (
          <>
            <Figure label={wayWords.card} pence={sum.netPence - sum.deskPence - sum.transferPence} />
            {hasDesk ? <Figure label={wayWords.desk} pence={sum.deskPence} /> : null}
            {hasTransfer ? <Figure label={wayWords.transfer} pence={sum.transferPence} /> : null}
          </>
        ) : null}
        {hasVat ? <Figure label="VAT in net" pence={sum.vatPence} /> : null}
      </dl>
    </section>
  )
}

function Figure({ label, pence, isTotal = false }: { label: string; pence: number | null; isTotal?: boolean }) {
  return (
    <div data-total={isTotal}>
      <dt>{label}</dt>
      <dd>{formatMoney(pence ?? 0)}</dd>
    </div>
  )
}
