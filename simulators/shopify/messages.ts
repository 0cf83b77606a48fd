import { createHmac, randomUUID } from 'node:crypto'
import { webhooksOf } from '../frame/webhooks.ts'
import type { Work } from './store.ts'

interface Message {
  webhook_id: string
  topic: string
  payload: string
  triggered_at: Date
}

/** Messages on their way to the house. */
export const webhooks = webhooksOf<Message>({
  schema: 'simulator_shopify',
  columns: 'd.webhook_id, d.topic, d.payload, d.triggered_at',
  attemptsAtMost: 9,
  answerWithinMs: 5_000,
  written: ({ webhook_id: id, topic, payload, triggered_at: at }, secret) => ({
    body: payload,
    headers: {
      'content-type': 'application/json',
      'x-shopify-api-version': '2025-07',
      'x-shopify-event-id': id,
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(payload, 'utf8').digest('base64'),
      'x-shopify-shop-domain': 'simulator.myshopify.com',
      'x-shopify-topic': topic,
      'x-shopify-triggered-at': at.toISOString(),
      'x-shopify-webhook-id': id,
    },
  }),
})

/** Queues a message in the same transaction as what it tells of. */
export async function queueMessage(work: Work, topic: string, body: object): Promise<void> {
  await work.client.query(
    `insert into simulator_shopify.deliveries (webhook_id, topic, payload, triggered_at, due_at)
     select $1, $2, $3, $4, now() + make_interval(secs => delay_seconds) from simulator_shopify.settings`,
    [randomUUID(), topic, JSON.stringify(body), work.now],
  )
}

/** The same message once more; false when there is none by this number. */
export async function repeatMessage(work: Work, id: string): Promise<boolean> {
  const { rowCount } = await work.client.query(
    `insert into simulator_shopify.deliveries (webhook_id, topic, payload, triggered_at, due_at)
     select webhook_id, topic, payload, triggered_at, now() from simulator_shopify.deliveries where id::text = $1`,
    [id],
  )
  return rowCount === 1
}
