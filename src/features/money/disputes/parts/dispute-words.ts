import type { StatusTone } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'
import type { DisputeStatus } from '../inputs.ts'

export type Dispute = Awaited<ReturnType<typeof rpc.payments.disputes>>['rows'][number]

export const disputeStates: Record<DisputeStatus, { tone: StatusTone; words: string }> = {
  inquiry: { tone: 'warn', words: 'Answer the question' },
  to_answer: { tone: 'warn', words: 'Answer it' },
  under_review: { tone: 'info', words: 'With the bank' },
  won: { tone: 'good', words: 'Won, money returned' },
  lost: { tone: 'bad', words: 'Lost' },
  closed: { tone: 'good', words: 'Closed, nothing taken' },
}

/** The provider's word for what the payer says, such as `product_not_received`, as people write. */
export const reasonWords = (reason: string) =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll('_', ' ')}`
