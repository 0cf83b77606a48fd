import type { DisputeStatus } from './inputs.ts'

/** Our word for the provider's state of a dispute. A mere question of the bank that ends without taking money is `won`. */
export function disputeStatusOf(status: string): DisputeStatus {
  if (status === 'lost') return 'lost'
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'
}
