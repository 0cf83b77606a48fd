import { formatMoney } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
import { Status } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'
import { deedWords } from '../inputs.ts'

export type ProductRow = Awaited<ReturnType<typeof rpc.shopProducts.list>>['rows'][number]

/** What was done to a product last, by whom and when. */
export const Deed = ({ deed, by, at }: NonNullable<ProductRow['edit']>) => (
  <>
    {`${deedWords[deed]}${by ? ` by ${by}` : ''}, `}
    <When at={at} />
  </>
)

/** Whether it can be bought, and why not. */
export function SaleState({ of: { isAvailable, left } }: { of: Pick<ProductRow, 'isAvailable' | 'left'> }) {
  if (isAvailable) return <Status tone="good">On sale</Status>
  return left === 0 ? <Status tone="warn">Sold out</Status> : <Status tone="bad">Not for sale</Status>
}

/** £19.99 – £29, or the one price. */
export const pricesOf = ({ minPence, maxPence }: Pick<ProductRow, 'minPence' | 'maxPence'>) =>
  maxPence > minPence ? `${formatMoney(minPence)} – ${formatMoney(maxPence)}` : formatMoney(minPence)
