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

/** A payer objects at their bank: what is left of the payment is withdrawn at once, as with card schemes. */
export async function openDispute(work: Work, intentId: string): Promise<Stripe.Dispute> {
  const intent = await load(work, 'payment_intent', intentId)
  const charge = await load(work, 'charge', idOf(intent.latest_charge) ?? '', 'lock')
  const amount = charge.amount - charge.amount_refunded
  if (!charge.paid || charge.disputed || amount === 0) throw invalidRequest(`${charge.id} cannot be disputed.`)
  const dispute = make('dispute', {
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  dispute.evidence_details.due_by = nowSeconds() + answerWithinSeconds
  await save(work, { ...charge, disputed: true })
  await moveFunds(work, dispute, 'adjustment')
  await emit(work, 'charge.dispute.created', dispute)
  await emit(work, 'charge.dispute.funds_withdrawn', dispute)
  return save(work, dispute)
}

/** The bank decides: a dispute that is won brings the money back. */
export async function closeDispute(work: Work, id: string, outcome: 'won' | 'lost'): Promise<Stripe.Dispute> {
  const dispute = await load(work, 'dispute', id, 'lock')
  if (dispute.status !== 'needs_response') throw invalidRequest(`The dispute is ${dispute.status}.`)
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
