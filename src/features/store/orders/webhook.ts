import { verifyWebhook, webhookPath } from '#features/store/storefront/model.ts'
import { systemCause, transact } from '#platform/db/transaction.ts'
import type { Mount } from '#platform/http/gate.ts'
import type { Runtime } from '#platform/runtime.ts'
import { keepMessage } from './model.ts'

/**
 * POST /webhooks/shopify: checks the signature over the raw body, keeps the message by its id and queues it. Answers 200 also for
 * one that is known; 400 when it is not signed by the storefront, or what is signed is no message.
 */
export function shopifyWebhook(runtime: Runtime): Mount {
  return {
    path: webhookPath,
    methods: ['POST'],
    ways: ['signature'],
    bodyBytes: 1_000_000,
    cost: 'usual',
    isPersonal: true,
    async serve(c) {
      const message = verifyWebhook(runtime, await c.req.text(), c.req.raw.headers)
      const from = { ipAddress: c.get('ipAddress'), requestId: c.get('requestId') }
      if (!message) {
        runtime.securityEvents.note({ kind: 'signature-wrong', detail: 'Messages of the storefront', ...from })
        return c.json({ code: 'BAD_SIGNATURE', message: 'The signature is wrong.' }, 400)
      }
      await transact(runtime, systemCause(runtime.clock.now(), { isAudited: false, ...from }), tx =>
        keepMessage(tx, message),
      )
      return c.json({ received: true })
    },
  }
}
