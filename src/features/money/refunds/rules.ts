import type { Problem } from '#platform/problem.ts'
import { formatMoney } from '#platform/words.ts'
import type { RefundStatus } from './inputs.ts'

/** A sum in the smallest unit of its currency: `£90`, `US$90.00`. */
export const formatSum = (pence: number, currency: string): string =>
  currency === 'gbp'
    ? formatMoney(pence)
    : new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(pence / 100)

export const whyNot = {
  /** The provider is asked again only for a refund that failed there. */
  retry: (refund: { status: RefundStatus }): Problem | null =>
    refund.status === 'failed' ? null : { code: 'NOT_FAILED', message: 'This refund has not failed.' },
}
