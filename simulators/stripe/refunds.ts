import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type Endpoint, endpoint, list, retrieve } from './endpoint.ts'
import { emit } from './events.ts'
import { mergeMetadata, metadata, natural, text } from './params.ts'
import { recordBalance } from './payments.ts'
import { idOf, listOf, make } from './samples.ts'
import { load, save, select, type Work } from './store.ts'
import { invalidRequest, StripeFailure } from './wire.ts'

const createParams = z.strictObject({
  amount: natural.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

export const refundEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/refunds', createParams, createRefund),
  retrieve('/v1/refunds', 'refund'),
  endpoint('POST', '/v1/refunds/:id', z.strictObject({ metadata: metadata.optional() }), async (work, params, ids) => {
    const refund = await load(work, 'refund', ids.id!, 'lock')
    return save(work, { ...refund, metadata: mergeMetadata(refund.metadata, params.metadata) })
  }),
  list('/v1/refunds', 'refund', {
    charge: "body->>'charge' = $",
    payment_intent: "body->>'payment_intent' = $",
  }),
]

/** Refunds all that is left of a charge, or `amount` of it; never more than was taken. */
async function createRefund(work: Work, params: z.output<typeof createParams>): Promise<Stripe.Refund> {
  const charge = await chargeToRefund(work, params)
  const [open] = await select(
    work,
    'dispute',
    "body->>'charge' = $1 and body->>'status' <> 'won' and body->>'status' not like 'warning%'",
    [charge.id],
  )
  if (open)
    throw new StripeFailure(400, 'invalid_request_error', `Charge ${charge.id} has been charged back.`, {
      charge: charge.id,
      code: 'charge_disputed',
    })
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw new StripeFailure(400, 'invalid_request_error', `Charge ${charge.id} has already been refunded.`, {
      charge: charge.id,
      code: 'charge_already_refunded',
    })
  }
  const amount = params.amount ?? left
  if (amount < 1) throw invalidRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${money(amount, charge)}) is greater than unrefunded amount on charge (${money(left, charge)})`,
      'amount',
    )
  }
  const refund = make('refund', {
    amount,
    charge: charge.id,
    currency: charge.currency,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
  })
  refund.balance_transaction = await recordBalance(work, refund.id, 'refund', refund)
  await save(work, refund)
  const refunded = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
    refunds: listOf(`/v1/charges/${charge.id}/refunds`, [refund, ...(charge.refunds?.data ?? [])]),
  }
  await save(work, refunded)
  await emit(work, 'refund.created', refund)
  await emit(work, 'charge.refunded', refunded, charge)
  return refund
}

async function chargeToRefund(
  work: Work,
  params: { charge?: string; payment_intent?: string },
): Promise<Stripe.Charge> {
  if (!params.charge && !params.payment_intent) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  if (params.charge) return paid(await load(work, 'charge', params.charge, 'lock', 'charge'))
  const intent = await load(work, 'payment_intent', params.payment_intent!, 'look', 'payment_intent')
  const id = intent.status === 'succeeded' ? idOf(intent.latest_charge) : null
  if (!id) {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    )
  }
  return paid(await load(work, 'charge', id, 'lock', 'charge'))
}

function paid(charge: Stripe.Charge): Stripe.Charge {
  if (charge.paid) return charge
  throw invalidRequest(
    `Charge ${charge.id} was not successful and cannot be refunded.`,
    'charge',
    'charge_not_refundable',
  )
}

function money(amount: number, { currency }: { currency: string }): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
}
