import type { DisputeStatus } from './inputs.ts'

/** A dispute as the provider tells it: its word for the state, and what the bank took (negative) and returned, in pence. */
export interface ToldDispute {
  status: string
  balance_transactions: readonly { amount: number }[]
}

/** What the bank has taken of a disputed payment and not returned, in pence. */
export const takenOf = (dispute: ToldDispute): number =>
  dispute.balance_transactions.reduce((sum, { amount }) => sum - amount, 0)

/** Our word for the provider's state of a dispute, which is true of the money as well. A word that we do not know is for the office to look at. */
export function disputeStatusOf(dispute: ToldDispute): DisputeStatus {
  switch (dispute.status) {
    case 'warning_needs_response':
      return 'inquiry'
    case 'warning_under_review':
    case 'under_review':
    case 'appeal_under_review':
      return 'under_review'
    case 'won':
      return dispute.balance_transactions.length > 0 ? 'won' : 'closed'
    case 'warning_closed':
    case 'prevented':
      return takenOf(dispute) > 0 ? 'lost' : 'closed'
    case 'lost':
      return 'lost'
    default:
      return 'to_answer'
  }
}

/** Whether the bank waits for what the house has to say. */
export const wantsAnswer = (status: DisputeStatus): boolean => status === 'inquiry' || status === 'to_answer'

/** Whether the bank has decided. */
export const isOver = (status: DisputeStatus): boolean => !wantsAnswer(status) && status !== 'under_review'

/** Whether the house is told of a dispute: each time that an answer is wanted, and of one that was lost before anybody heard of it. */
export const isNews = (status: DisputeStatus, before: DisputeStatus | undefined): boolean =>
  (wantsAnswer(status) && status !== before) || (status === 'lost' && before === undefined)
