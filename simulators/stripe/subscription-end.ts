import type { Stripe } from 'stripe'
import { z } from 'zod'
import { emit } from './events.ts'
import { text, unset } from './params.ts'
import { nowSeconds } from './samples.ts'
import { load, save, type Work } from './store.ts'
import { invalidRequest } from './wire.ts'

export const feedback = z.strictObject({
  comment: z.union([text, unset]).optional(),
  feedback: z.union([text, unset]).optional(),
})

/** Ends a subscription at once, without giving anything back. */
export async function cancelSubscription(work: Work, id: string, details?: z.output<typeof feedback>) {
  const subscription = await load(work, 'subscription', id, 'lock')
  if (subscription.status === 'canceled')
    throw invalidRequest(`No such subscription: '${id}'`, 'id', 'resource_missing')
  return endSubscription(work, subscription, 'cancellation_requested', details)
}

/** The end of a subscription, whatever led to it. */
export async function endSubscription(
  work: Work,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails['reason'],
  details?: object,
): Promise<Stripe.Subscription> {
  const now = nowSeconds()
  const ended: Stripe.Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...subscription.cancellation_details!, ...details, reason },
    ended_at: now,
    status: 'canceled',
  }
  await emit(work, 'customer.subscription.deleted', ended)
  return save(work, ended)
}
