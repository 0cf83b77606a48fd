import type { Stripe } from 'stripe'
import { z } from 'zod'
import { askBank, type Decline } from './cards.ts'
import { type Endpoint, endpoint, list, retrieve } from './endpoint.ts'
import { emit } from './events.ts'
import { idOf, listOf, make, nowSeconds, randomText } from './samples.ts'
import { find, load, save, type Work } from './store.ts'
import { invalidRequest } from './wire.ts'

/** One attempt to take money from a card. */
export interface PaymentAttempt {
  amount: number
  currency: string
  customer: string | null
  paymentMethod: string | null
  /** True when the person is not there: renewals. */
  isLater: boolean
  description: string | null
  metadata: Record<string, string>
  receiptEmail: string | null
  setupFutureUsage?: 'off_session' | 'on_session' | null
  /** An earlier intent whose attempt was declined, to be used again. */
  intent?: string | null
}

export interface PaymentOutcome {
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  decline: Decline | null
}

export const paymentEndpoints: Endpoint[] = [
  retrieve('/v1/payment_intents', 'payment_intent'),
  list('/v1/payment_intents', 'payment_intent', { customer: "body->>'customer' = $" }),
  endpoint(
    'POST',
    '/v1/payment_intents/:id/cancel',
    z.strictObject({
      cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
    }),
    async (work, params, ids) => {
      const intent = await load(work, 'payment_intent', ids.id!, 'lock')
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw invalidRequest(
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
          undefined,
          'payment_intent_unexpected_state',
        )
      }
      const reason = params.cancellation_reason ?? null
      const canceled = {
        ...intent,
        canceled_at: nowSeconds(),
        cancellation_reason: reason,
        status: 'canceled' as const,
      }
      await emit(work, 'payment_intent.canceled', canceled)
      return save(work, canceled)
    },
  ),
  retrieve('/v1/charges', 'charge'),
  list('/v1/charges', 'charge', {
    customer: "body->>'customer' = $",
    payment_intent: "body->>'payment_intent' = $",
  }),
  retrieve('/v1/balance_transactions', 'balance_transaction'),
  list('/v1/balance_transactions', 'balance_transaction', {
    source: "body->>'source' = $",
    type: "body->>'type' = $",
  }),
]

/** Takes a payment, or records that the bank declined it; either way intent and charge are kept. */
export async function pay(work: Work, attempt: PaymentAttempt): Promise<PaymentOutcome> {
  const existing = attempt.intent ? await find(work, 'payment_intent', attempt.intent, 'lock') : null
  const intent = existing ?? (await createIntent(work, attempt))
  const decline = await askBank(work, attempt.paymentMethod, attempt.isLater)
  const charge = await createCharge(work, intent, attempt, decline)
  const method = attempt.paymentMethod && (await find(work, 'payment_method', attempt.paymentMethod))
  const settled: Stripe.PaymentIntent = {
    ...intent,
    amount_received: decline ? 0 : attempt.amount,
    customer: attempt.customer,
    last_payment_error: decline
      ? ({
          charge: charge.id,
          code: decline.code,
          decline_code: decline.decline_code,
          message: decline.message,
          payment_method: method || undefined,
          type: 'card_error',
        } as Stripe.PaymentIntent.LastPaymentError)
      : null,
    latest_charge: charge.id,
    payment_method: decline ? null : attempt.paymentMethod,
    status: !decline
      ? 'succeeded'
      : decline.code === 'authentication_required'
        ? 'requires_action'
        : 'requires_payment_method',
  }
  await save(work, settled)
  await emit(work, decline ? 'charge.failed' : 'charge.succeeded', charge)
  await emit(work, decline ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', settled)
  return { intent: settled, charge, decline }
}

async function createIntent(work: Work, attempt: PaymentAttempt) {
  const intent = make('payment_intent', {
    amount: attempt.amount,
    currency: attempt.currency,
    customer: attempt.customer,
    description: attempt.description,
    metadata: attempt.metadata,
    receipt_email: attempt.receiptEmail,
    setup_future_usage: attempt.setupFutureUsage ?? null,
  })
  intent.client_secret = `${intent.id}_secret_${randomText(24)}`
  await save(work, intent)
  await emit(work, 'payment_intent.created', intent)
  return intent
}

async function createCharge(
  work: Work,
  intent: Stripe.PaymentIntent,
  attempt: PaymentAttempt,
  decline: Decline | null,
): Promise<Stripe.Charge> {
  const method = attempt.paymentMethod ? await find(work, 'payment_method', attempt.paymentMethod) : null
  const charge = make('charge', {
    amount: attempt.amount,
    amount_captured: decline ? 0 : attempt.amount,
    calculated_statement_descriptor: 'SIMULATOR',
    captured: !decline,
    currency: attempt.currency,
    customer: attempt.customer,
    description: attempt.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: intent.metadata,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: attempt.paymentMethod,
    receipt_email: attempt.receiptEmail,
    status: decline ? 'failed' : 'succeeded',
  })
  charge.billing_details = method?.billing_details
    ? { ...charge.billing_details, ...method.billing_details }
    : charge.billing_details
  charge.outcome = {
    ...charge.outcome!,
    network_decline_code: decline?.decline_code ?? null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
  Object.assign(charge.payment_method_details!.card!, {
    amount_authorized: decline ? null : attempt.amount,
    brand: method?.card?.brand ?? null,
    country: method?.card?.country ?? null,
    exp_month: method?.card?.exp_month ?? null,
    exp_year: method?.card?.exp_year ?? null,
    installments: null,
    last4: method?.card?.last4 ?? null,
    network: method?.card?.brand ?? null,
    three_d_secure: null,
    wallet: null,
  })
  charge.refunds = listOf(`/v1/charges/${charge.id}/refunds`, [])
  charge.receipt_url = decline ? null : `${work.publicUrl}/dev/stripe/receipt/${charge.id}`
  charge.balance_transaction = decline ? null : await recordBalance(work, charge.id, 'charge', attempt)
  return save(work, charge)
}

/** Books a movement on the account; Stripe's fee for a British card is 1.5 % and 20 p. */
export async function recordBalance(
  work: Work,
  source: string,
  type: 'charge' | 'refund' | 'adjustment',
  { amount, currency }: { amount: number; currency: string },
): Promise<string> {
  const fee = type === 'charge' ? Math.round(amount * 0.015) + 20 : 0
  const signed = type === 'charge' ? amount : -amount
  const movement = make('balance_transaction', {
    amount: signed,
    available_on: nowSeconds(),
    currency,
    description: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency,
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: signed - fee,
    reporting_category: type,
    source,
    type,
  })
  await save(work, movement)
  return idOf(movement)
}
