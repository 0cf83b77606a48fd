import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Where a simulator's webhooks go, and what they are signed with. */
export interface WebhookTarget {
  pool: pg.Pool
  webhookUrl: string
  webhookSecret: string
}

export const deliveryOrders = ['in order', 'reversed', 'shuffled'] as const
export type DeliveryOrder = (typeof deliveryOrders)[number]

interface Webhooks<Message> {
  /** It has the tables `deliveries` and `settings`. */
  schema: string
  /** What a message is made of: columns of a delivery, `d`, or of the table beside it. */
  columns: string
  beside?: { table: string; on: string }
  /** So often one is sent, before it is given up. */
  attemptsAtMost: number
  /** Whoever answers later has not answered. */
  answerWithinMs: number
  /** The body and the headers that a message is sent with. */
  written(message: Message, secret: string): { body: string; headers: Record<string, string> }
  /** What else is written where the answer is noted; it may read the delivery as `done`. */
  afterwards?: string
}

type Claimed<Message> = Message & { id: string; attempts: number }

/** A process that dies while it delivers leaves the webhook to the others after this time. */
const leaseSeconds = 30
/** Pauses between attempts double from 0.2 seconds up to this. */
const longestPauseSeconds = 300

/** Sends the webhooks that wait in a simulator's schema; several processes share them. */
export function webhooksOf<Message extends object>(of: Webhooks<Message>) {
  const { schema, columns, beside, attemptsAtMost, answerWithinMs, written, afterwards = 'select from done' } = of

  async function claim({ pool }: WebhookTarget, where: string, most: number | null): Promise<Claimed<Message>[]> {
    const { rows } = await pool.query<Claimed<Message>>(
      `with due as (
         select d.id from ${schema}.deliveries d, ${schema}.settings s
         where d.state = 'pending' and ${where}
         order by d.due_at, d.id limit $1 for update of d skip locked
       )
       update ${schema}.deliveries d
       set attempts = d.attempts + 1, due_at = now() + make_interval(secs => $2)
       from due${beside ? `, ${beside.table}` : ''}
       where d.id = due.id${beside ? ` and ${beside.on}` : ''}
       returning d.id, d.attempts, ${columns}`,
      [most, leaseSeconds],
    )
    return rows
  }

  async function deliver(target: WebhookTarget, message: Claimed<Message>, giveUp: AbortSignal): Promise<void> {
    const { isAccepted, answer } = await post(target, message, giveUp)
    const pause = Math.min(longestPauseSeconds, 0.2 * 2 ** (message.attempts - 1))
    await target.pool.query(
      `with done as (
         update ${schema}.deliveries set answer = $2, due_at = now() + make_interval(secs => $3),
         state = case when $4 then 'delivered' when attempts >= $5 then 'failed' else 'pending' end
         where id = $1 returning *
       )
       ${afterwards}`,
      [message.id, answer, giveUp.aborted ? 0 : pause, isAccepted, attemptsAtMost],
    )
  }

  async function post({ webhookUrl, webhookSecret }: WebhookTarget, message: Message, giveUp: AbortSignal) {
    try {
      const response = await fetch(webhookUrl, {
        ...written(message, webhookSecret),
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

  return {
    /** Claims due webhooks and posts them; returns what is under way, so that the caller can wait for it. */
    async deliverDue(target: WebhookTarget, free: number, giveUp: AbortSignal): Promise<Promise<void>[]> {
      if (free <= 0) return []
      return (await claim(target, 'd.due_at <= now() and not s.hold', free)).map(each => deliver(target, each, giveUp))
    },

    /** Posts what is held now, one after the other; what comes meanwhile waits for the next call. Answers how many. */
    async deliverHeld(target: WebhookTarget, order: DeliveryOrder): Promise<number> {
      const claimed = (await claim(target, 'true', null)).sort((a, b) => Number(a.id) - Number(b.id))
      if (order === 'reversed') claimed.reverse()
      if (order === 'shuffled') claimed.sort((a, b) => (mixed(a.id) < mixed(b.id) ? -1 : 1))
      for (const each of claimed) await deliver(target, each, new AbortController().signal)
      return claimed.length
    },

    /** How many wait, and how many were given up. */
    async counts(pool: pg.Pool): Promise<{ pendingDeliveries: number; failedDeliveries: number }> {
      const { rows } = await pool.query(
        `select count(*) filter (where state = 'pending')::int as "pendingDeliveries",
         count(*) filter (where state = 'failed')::int as "failedDeliveries" from ${schema}.deliveries`,
      )
      return rows[0]
    },
  }
}

const mixed = (id: string) => createHash('md5').update(id).digest('hex')
