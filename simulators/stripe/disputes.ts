import type { Stripe } from 'stripe'
import { type Endpoint, list, retrieve } from './endpoint.ts'
import { emit } from './events.ts'
import { recordBalance } from './payments.ts'
import { idOf, make, nowSeconds } from './samples.ts'
import { load, save, type Work } from './store.ts'
import { invalidRequest } from './wire.ts'

export const disputeEndpoints: Endpoint[] = [
  retrieve('/v1/disputes', 'dispute'),
  list('/v1/disputes', 'dispute', {
    charge: "body->>'charge' = $",
    payment_intent: "body->>'payment_intent' = $",
  }),
]

const answerWithinSeconds = 14 * 24 * 60 * 60

/**
 * A payer objects at their bank: what is left of the payment, or a part of it, is withdrawn at once, as with card schemes; by a
 * mere inquiry nothing. To parts one may object again and again.
 */
export async function openDispute(
  work: Work,
  intentId: string,
  as: 'dispute' | 'inquiry' = 'dispute',
  part?: number,
): Promise<Stripe.Dispute> {
  const intent = await load(work, 'payment_intent', intentId)
  const charge = await load(work, 'charge', idOf(intent.latest_charge) ?? '', 'lock')
  const amount = part ?? charge.amount - charge.amount_refunded
  if (!charge.paid || (charge.disputed && part === undefined) || amount === 0)
    throw invalidRequest(`${charge.id} cannot be disputed.`)
  const dispute = make('dispute', {
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: intentId,
    reason: 'fraudulent',
    status: as === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  })
  dispute.evidence_details.due_by = nowSeconds() + answerWithinSeconds
  if (as === 'dispute') {
    await save(work, { ...charge, disputed: true })
    await moveFunds(work, dispute, 'adjustment')
  }
  await emit(work, 'charge.dispute.created', dispute)
  if (as === 'dispute') await emit(work, 'charge.dispute.funds_withdrawn', dispute)
  return save(work, dispute)
}

/** The house has answered: the bank looks at it. */
export async function answerDispute(work: Work, id: string): Promise<Stripe.Dispute> {
  const dispute = await load(work, 'dispute', id, 'lock')
  if (!dispute.status.endsWith('needs_response')) throw invalidRequest(`The dispute is ${dispute.status}.`)
  dispute.status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review'
  await emit(work, 'charge.dispute.updated', dispute)
  return save(work, dispute)
}

/** An inquiry ends: nobody objects any more, or it becomes a dispute, which takes the money. */
export async function endInquiry(work: Work, id: string, outcome: 'closed' | 'disputed'): Promise<Stripe.Dispute> {
  const dispute = await load(work, 'dispute', id, 'lock')
  if (!dispute.status.startsWith('warning') || dispute.status === 'warning_closed')
    throw invalidRequest(`The dispute is ${dispute.status}.`)
  if (outcome === 'closed') {
    dispute.status = 'warning_closed'
    await emit(work, 'charge.dispute.closed', dispute)
    return save(work, dispute)
  }
  dispute.status = 'needs_response'
  const charge = await load(work, 'charge', idOf(dispute.charge) ?? '', 'lock')
  await save(work, { ...charge, disputed: true })
  await moveFunds(work, dispute, 'adjustment')
  await emit(work, 'charge.dispute.updated', dispute)
  await emit(work, 'charge.dispute.funds_withdrawn', dispute)
  return save(work, dispute)
}

/** The bank decides: a dispute that is won brings the money back. */
export async function closeDispute(work: Work, id: string, outcome: 'won' | 'lost'): Promise<Stripe.Dispute> {
  const dispute = await load(work, 'dispute', id, 'lock')
  if (!['needs_response', 'under_review'].includes(dispute.status))
    throw invalidRequest(`The dispute is ${dispute.status}.`)
  dispute.status = outcome
  if (outcome === 'won') {
    await moveFunds(work, dispute, 'adjustment_reversal')
    await emit(work, 'charge.dispute.funds_reinstated', dispute)
  }
  await emit(work, 'charge.dispute.closed', dispute)
  return save(work, dispute)
}

async function moveFunds(work: Work, dispute: Stripe.Dispute, way: 'adjustment' | 'adjustment_reversal') {
  const amount = way === 'adjustment' ? dispute.amount : -dispute.amount
  const id = await recordBalance(work, dispute.id, 'adjustment', { amount, currency: dispute.currency })
  dispute.balance_transactions.push(await load(work, 'balance_transaction', id))
}
