import { formatDay } from '#platform/words.ts'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import type { PaymentStatus } from '../inputs.ts'

const words: Record<PaymentStatus, { tone: StatusTone; words: string }> = {
  paid: { tone: 'good', words: 'Paid' },
  pending: { tone: 'warn', words: 'Payment under way' },
  overdue: { tone: 'bad', words: 'Payment overdue' },
  waived: { tone: 'plain', words: 'Nothing to pay' },
}

export const paymentWords = (status: PaymentStatus): string => words[status].words

/** How it stands with the payment of a membership; `freeUntil`: what the house gives. */
export function PaymentState({ of, freeUntil }: { of: PaymentStatus; freeUntil: Date | null }) {
  if (freeUntil) return <Status tone="info">{`Free until ${formatDay(freeUntil)}`}</Status>
  return <Status tone={words[of].tone}>{words[of].words}</Status>
}
