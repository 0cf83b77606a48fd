import { formatDay } from '#platform/words.ts'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import type { PaymentStatus } from '../inputs.ts'
import type { Pause } from '../rules.ts'

const words: Record<PaymentStatus, { tone: StatusTone; words: string }> = {
  paid: { tone: 'good', words: 'Paid' },
  pending: { tone: 'warn', words: 'Payment under way' },
  overdue: { tone: 'bad', words: 'Payment overdue' },
  waived: { tone: 'plain', words: 'Nothing to pay' },
}

export const paymentWords = (status: PaymentStatus): string => words[status].words

/** How it stands with the payment of a membership, as the server tells it; `freeUntil`: what the house gives. */
export function PaymentState({
  of: { paymentStatus, isTakenBack, freeUntil, pause },
}: {
  of: { paymentStatus: PaymentStatus; isTakenBack: boolean; freeUntil: Date | null; pause: Pause | null }
}) {
  if (isTakenBack) return <Status tone="bad">Taken back by the bank</Status>
  if (pause?.isResting) return <Status tone="info">{`Paused until ${formatDay(pause.until)}`}</Status>
  if (pause) return <Status tone="good">{`Paid, paused from ${formatDay(pause.from)}`}</Status>
  if (freeUntil) return <Status tone="info">{`Free until ${formatDay(freeUntil)}`}</Status>
  return <Status tone={words[paymentStatus].tone}>{words[paymentStatus].words}</Status>
}
