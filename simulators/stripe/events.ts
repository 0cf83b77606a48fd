import { Stripe } from 'stripe'
import { make } from './samples.ts'
import { save, type Work } from './store.ts'

/** The event types that the simulator sends. */
export type EventType =
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.updated'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.succeeded'
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.created'
  | 'customer.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.deleted'
  | 'customer.subscription.updated'
  | 'customer.updated'
  | 'invoice.created'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.marked_uncollectible'
  | 'invoice.payment_action_required'
  | 'invoice.payment_failed'
  | 'invoice.payment_succeeded'
  | 'invoice.voided'
  | 'payment_intent.canceled'
  | 'payment_intent.created'
  | 'payment_intent.payment_failed'
  | 'payment_intent.succeeded'
  | 'refund.created'
  | 'refund.failed'

/** Records an event with the object as it is now, and queues its webhook in the same transaction. */
export async function emit(work: Work, type: EventType, object: object, before?: object): Promise<void> {
  const event = make('event', {
    api_version: Stripe.API_VERSION,
    data: { object, ...(before && { previous_attributes: changed(before, object) }) },
    pending_webhooks: 1,
    request: { id: work.requestId, idempotency_key: work.idempotencyKey },
    type,
  })
  await save(work, event)
  await work.client.query(
    `insert into simulator_stripe.deliveries (event_id, due_at)
     select $1, now() + make_interval(secs => delay_seconds) from simulator_stripe.settings`,
    [event.id],
  )
}

function changed(before: object, after: object): Record<string, unknown> {
  const now = after as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key])),
  )
}
