import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type Stripe from 'stripe'
import type { HttpEnv } from '#platform/http.ts'
import type { Runtime } from '#platform/runtime.ts'
import { transact } from '#platform/work.ts'
import { handleEvent } from './model.ts'
import { isFollowed } from './rules.ts'
import { paymentEvents } from './table.ts'

/**
 * POST /webhooks/stripe: checks the signature over the raw body (two secrets during a rotation), keeps the event by its id
 * and queues it. Answers 200 also for one that is known; 400 when the signature is wrong.
 */
export function stripeWebhook(runtime: Runtime): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.post(
    '/webhooks/stripe',
    bodyLimit({
      maxSize: 1_000_000,
      onError: c => c.json({ code: 'TOO_LARGE', message: 'This is too large.' }, 413),
    }),
    async c => {
      const event = verify(runtime, await c.req.text(), c.req.header('stripe-signature') ?? '')
      if (!event) return c.json({ code: 'BAD_SIGNATURE', message: 'The signature is wrong.' }, 400)
      const isOurs = isFollowed(event.type)
      const now = runtime.clock.now()
      const cause = {
        actorId: null,
        isAudited: false,
        ipAddress: c.get('ipAddress'),
        requestId: c.get('requestId'),
        now,
      }
      await transact(runtime, cause, async tx => {
        const [mine] = await tx
          .insert(paymentEvents)
          .values({
            id: event.id,
            type: event.type,
            objectId: (event.data.object as { id?: string }).id ?? '',
            receivedAt: now,
            ...(!isOurs && { status: 'ignored', handledAt: now }),
          })
          .onConflictDoNothing()
          .returning({ id: paymentEvents.id })
        if (mine && isOurs) await tx.enqueue(handleEvent, { eventId: event.id })
      })
      return c.json({ received: true })
    },
  )
  return app
}

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
