import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { nowSeconds } from './samples.ts'

export interface DeliveryTarget {
  pool: pg.Pool
  webhookUrl: string
  webhookSecret: string
}

interface Claimed {
  id: string
  attempts: number
  body: { id: string }
}

/** How many webhooks one process has under way. */
export const deliveriesAtOnce = 8
const attemptsAtMost = 12
const answerWithinMs = 10_000
/** A process that dies while it delivers leaves the webhook to the others after this time. */
const leaseSeconds = 30
/** Pauses between attempts double from 0.2 seconds up to this. */
const longestPauseSeconds = 300

/** Claims due webhooks and posts them; returns what is under way, so that the caller can wait for it. */
export async function deliverDue(target: DeliveryTarget, free: number, giveUp: AbortSignal): Promise<Promise<void>[]> {
  if (free <= 0) return []
  const { rows } = await target.pool.query<Claimed>(
    `with due as (
       select d.id from simulator_stripe.deliveries d, simulator_stripe.settings s
       where d.state = 'pending' and d.due_at <= now() and not s.hold
       order by d.due_at, d.id limit $1 for update of d skip locked
     )
     update simulator_stripe.deliveries d
     set attempts = d.attempts + 1, due_at = now() + make_interval(secs => $2)
     from due, simulator_stripe.objects o
     where d.id = due.id and o.id = d.event_id
     returning d.id, d.attempts, o.body`,
    [free, leaseSeconds],
  )
  return rows.map(row => deliver(target, row, giveUp))
}

export const deliveryOrders = ['in order', 'reversed', 'shuffled'] as const
export type DeliveryOrder = (typeof deliveryOrders)[number]

/** Posts what is held now, one after the other, the last first or in any order; what comes meanwhile waits for the next call. */
export async function deliverHeld(target: DeliveryTarget, order: DeliveryOrder): Promise<number> {
  const by = { 'in order': 'd.id', reversed: 'd.id desc', shuffled: 'md5(d.id::text)' }[order]
  const { rows } = await target.pool.query<Claimed>(
    `with held as (
       update simulator_stripe.deliveries set attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
       where state = 'pending' returning id, attempts, event_id
     )
     select d.id, d.attempts, o.body from held d join simulator_stripe.objects o on o.id = d.event_id order by ${by}`,
    [leaseSeconds],
  )
  for (const row of rows) await deliver(target, row, new AbortController().signal)
  return rows.length
}

/** Stripe's signature header: the time and an HMAC of time and payload. */
export function signature(payload: string, secret: string, at = nowSeconds()): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`
}

async function deliver(target: DeliveryTarget, { id, attempts, body }: Claimed, giveUp: AbortSignal): Promise<void> {
  const payload = JSON.stringify(body, null, 2)
  const { isAccepted, answer } = await post(target, payload, giveUp)
  if (isAccepted) {
    await target.pool.query(
      `with done as (
         update simulator_stripe.deliveries set state = 'delivered', answer = $2 where id = $1 returning event_id
       )
       update simulator_stripe.objects o set body = jsonb_set(o.body, '{pending_webhooks}', '0')
       from done where o.id = done.event_id`,
      [id, answer],
    )
    return
  }
  const pause = Math.min(longestPauseSeconds, 0.2 * 2 ** (attempts - 1))
  await target.pool.query(
    `update simulator_stripe.deliveries set state = case when attempts >= $4 then 'failed' else 'pending' end,
     answer = $2, due_at = now() + make_interval(secs => $3) where id = $1`,
    [id, answer, giveUp.aborted ? 0 : pause, attemptsAtMost],
  )
}

async function post({ webhookUrl, webhookSecret }: DeliveryTarget, payload: string, giveUp: AbortSignal) {
  try {
    const response = await fetch(webhookUrl, {
      body: payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(payload, webhookSecret),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([giveUp, AbortSignal.timeout(answerWithinMs)]),
    })
    await response.body?.cancel()
    return { isAccepted: response.ok, answer: String(response.status) }
  } catch (error) {
    return { isAccepted: false, answer: error instanceof Error ? error.message.slice(0, 200) : 'failed' }
  }
}
