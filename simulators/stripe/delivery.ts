import { createHmac } from 'node:crypto'
import { webhooksOf } from '../frame/webhooks.ts'
import { nowSeconds } from './samples.ts'

/** Events on their way to the house. */
export const webhooks = webhooksOf<{ body: { id: string } }>({
  schema: 'simulator_stripe',
  columns: 'o.body',
  beside: { table: 'simulator_stripe.objects o', on: 'o.id = d.event_id' },
  attemptsAtMost: 12,
  answerWithinMs: 10_000,
  written({ body }, secret) {
    const payload = JSON.stringify(body, null, 2)
    return {
      body: payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(payload, secret),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
    }
  },
  afterwards: `update simulator_stripe.objects o set body = jsonb_set(o.body, '{pending_webhooks}', '0')
    from done where done.state = 'delivered' and o.id = done.event_id`,
})

/** Stripe's signature header: the time and an HMAC of time and payload. */
function signature(payload: string, secret: string): string {
  const at = nowSeconds()
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`
}
