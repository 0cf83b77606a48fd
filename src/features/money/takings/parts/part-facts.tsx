import { wayWords } from '#features/money/orders/inputs.ts'
import { formatMoney } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import type { Takings } from './takings-sums.tsx'

export type PartSums = Takings['sum'] & { hasDesk?: boolean; hasTransfer?: boolean; vatPercent?: number | null }
export type Part = PartSums & { kind: string }

/** Sums one below the other; nothing is said of what there is none of. */
export function PartFacts({ of: sums }: { of: PartSums }) {
  const { takenPence, refundedPence, disputedPence, netPence, deskPence, transferPence, vatPence, vatPercent } = sums
  const hasDesk = sums.hasDesk ?? deskPence !== 0
  const hasTransfer = sums.hasTransfer ?? transferPence !== 0
  return (
    <Facts
      facts={[
        // Where nothing went back it is the net.
        takenPence !== netPence && { label: 'Taken', value: formatMoney(takenPence) },
        refundedPence !== 0 && { label: 'Refunds', value: formatMoney(refundedPence) },
        disputedPence !== 0 && { label: 'Disputes', value: formatMoney(disputedPence) },
        { label: 'Net', value: <strong>{formatMoney(netPence)}</strong> },
        hasDesk && { label: wayWords.desk, value: formatMoney(deskPence) },
        hasTransfer && { label: wayWords.transfer, value: formatMoney(transferPence) },
        vatPence !== null && {
          label: typeof vatPercent === 'number' ? `VAT at ${vatPercent}%` : 'VAT in net',
          value: formatMoney(vatPence),
        },
      ]}
    />
  )
}
