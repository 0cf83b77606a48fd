import type { Problem } from '#platform/problem.ts'
import type { RefundStatus } from './inputs.ts'

export const whyNot = {
  /** The provider is asked again only for a refund that failed there. */
  retry: (refund: { status: RefundStatus }): Problem | null =>
    refund.status === 'failed' ? null : { code: 'NOT_FAILED', message: 'This refund has not failed.' },
}
