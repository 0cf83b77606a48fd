import type Stripe from 'stripe'
import { z } from 'zod'
import { systemCause, transact } from '#platform/db/transaction.ts'
import type { Mount } from '#platform/http/gate.ts'
import type { Runtime } from '#platform/runtime.ts'
import { type EventFollower, keepEvent } from './model.ts'

/**
 * POST /webhooks/stripe: checks the signature over the raw body (two secrets during a rotation), keeps the event by its id
 * and queues it. Answers 200 also for one that is known; 400 when the signature is wrong, or what is signed is no event.
 */
export function stripeWebhook(runtime: Runtime, followers: EventFollower[]): Mount {
  return {
    path: '/webhooks/stripe',
    methods: ['POST'],
    ways: ['signature'],
    bodyBytes: 1_000_000,
    cost: 'usual',
    isPersonal: true,
    async serve(c) {
      const signed = verify(runtime, await c.req.text(), c.req.header('stripe-signature') ?? '')
      const from = { ipAddress: c.get('ipAddress'), requestId: c.get('requestId') }
      if (!signed) {
        runtime.securityEvents.note({ kind: 'signature-wrong', detail: 'Payment messages', ...from })
        return c.json({ code: 'BAD_SIGNATURE', message: 'The signature is wrong.' }, 400)
      }
      const event = keptEvent.safeParse(signed)
      if (!event.success) return c.json({ code: 'BAD_EVENT', message: 'This is not an event.' }, 400)
      const { id, type, data } = event.data
      await transact(runtime, systemCause(runtime.clock.now(), { isAudited: false, ...from }), tx =>
        keepEvent(tx, followers, { id, type, objectId: data.object.id }),
      )
      return c.json({ received: true })
    },
  }
}

// Longer ones, and halves of characters, could be kept in no queue.
const name = z
  .string()
  .max(255)
  .refine(text => text.isWellFormed())

/** What is kept of an event; the object itself is read again from the provider. */
const keptEvent = z.object({
  id: name.min(1),
  type: name.min(1),
  data: z.object({ object: z.object({ id: name.default('') }) }),
})

function verify({ env, stripe }: Runtime, body: string, signature: string): Stripe.Event | null {
  for (const secret of [env.STRIPE_WEBHOOK_SECRET, env.STRIPE_WEBHOOK_SECRET_PREVIOUS]) {
    if (!secret) continue
    try {
      return stripe.webhooks.constructEvent(body, signature, secret)
    } catch {
      // The other secret may fit.
    }
  }
  return null
}
