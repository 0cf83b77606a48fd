import { createHmac, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Work } from './store.ts'

export interface MessageTarget {
  pool: pg.Pool
  webhookUrl: string
  webhookSecret: string
}

interface Claimed {
  id: string
  webhook_id: string
  topic: string
  payload: string
  triggered_at: Date
  attempts: number
}

export const deliveriesAtOnce = 8
const attemptsAtMost = 9
/** As at Shopify: whoever answers later has not answered. */
const answerWithinMs = 5_000
/** A process that dies while it delivers leaves the message to the others after this time. */
const leaseSeconds = 30
const longestPauseSeconds = 300

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

/** Claims due messages and posts them; returns what is under way, so that the caller can wait for it. */
export async function deliverDue(target: MessageTarget, free: number, giveUp: AbortSignal): Promise<Promise<void>[]> {
  if (free <= 0) return []
  return (await claim(target, 'd.due_at <= now() and not s.hold', free)).map(each => deliver(target, each, giveUp))
}

/** Posts what is held now, the first or the last first; what comes meanwhile waits for the next call. */
export async function deliverHeld(target: MessageTarget, order: 'in order' | 'reversed'): Promise<number> {
  const claimed = (await claim(target, 'true', 1_000)).sort((a, b) => Number(a.id) - Number(b.id))
  if (order === 'reversed') claimed.reverse()
  for (const each of claimed) await deliver(target, each, new AbortController().signal)
  return claimed.length
}

async function claim({ pool }: MessageTarget, where: string, most: number): Promise<Claimed[]> {
  const { rows } = await pool.query<Claimed>(
    `with due as (
       select d.id from simulator_shopify.deliveries d, simulator_shopify.settings s
       where d.state = 'pending' and ${where}
       order by d.due_at, d.id limit $1 for update of d skip locked
     )
     update simulator_shopify.deliveries d
     set attempts = d.attempts + 1, due_at = now() + make_interval(secs => $2)
     from due where d.id = due.id
     returning d.id, d.webhook_id, d.topic, d.payload, d.triggered_at, d.attempts`,
    [most, leaseSeconds],
  )
  return rows
}

/** The signature that Shopify sends beside a body. */
export const signature = (payload: string, secret: string) =>
  createHmac('sha256', secret).update(payload, 'utf8').digest('base64')

async function deliver(target: MessageTarget, message: Claimed, giveUp: AbortSignal): Promise<void> {
  const { isAccepted, answer } = await post(target, message, giveUp)
  const pause = Math.min(longestPauseSeconds, 0.2 * 2 ** (message.attempts - 1))
  await target.pool.query(
    `update simulator_shopify.deliveries set answer = $2, due_at = now() + make_interval(secs => $3),
     state = case when $4 then 'delivered' when attempts >= $5 then 'failed' else 'pending' end where id = $1`,
    [message.id, answer, giveUp.aborted ? 0 : pause, isAccepted, attemptsAtMost],
  )
}

async function post({ webhookUrl, webhookSecret }: MessageTarget, message: Claimed, giveUp: AbortSignal) {
  try {
    const response = await fetch(webhookUrl, {
      body: message.payload,
      headers: {
        'content-type': 'application/json',
        'x-shopify-api-version': '2025-07',
        'x-shopify-event-id': message.webhook_id,
        'x-shopify-hmac-sha256': signature(message.payload, webhookSecret),
        'x-shopify-shop-domain': 'simulator.myshopify.com',
        'x-shopify-topic': message.topic,
        'x-shopify-triggered-at': message.triggered_at.toISOString(),
        'x-shopify-webhook-id': message.webhook_id,
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
