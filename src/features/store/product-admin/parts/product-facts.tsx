import { formatMoney } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
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

/** £19.99 – £29, or the one price. */
export const pricesOf = ({ minPence, maxPence }: Pick<ProductRow, 'minPence' | 'maxPence'>) =>
  maxPence > minPence ? `${formatMoney(minPence)} – ${formatMoney(maxPence)}` : formatMoney(minPence)
