import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { z } from 'zod'
import {
  type AnyOrderKind,
  closeLeftPage,
  closeOrder,
  closePage,
  expireOrders,
  kindOf,
} from '#features/money/orders/model.ts'
import { orders } from '#features/money/orders/table.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/jobs/define.ts'
import { type EventFollower, handleEvent, keepEvent } from './model.ts'
import { followerOf } from './rules.ts'
import { paymentEvents } from './table.ts'

const missedHours = 26

/** Handles what the provider tells, fetches what it told in vain, and ends orders that were not paid in time. */
export function jobs(kinds: AnyOrderKind[], followers: EventFollower[]): AnyJob[] {
  const event = defineJob({
    ...handleEvent,
    retries: 8,
    async run({ eventId }, context) {
      const { db } = context.runtime
      const row = eq(paymentEvents.id, eventId)
      const [found] = await db.select().from(paymentEvents).where(row)
      if (!found || found.status === 'done' || found.status === 'ignored') return
      const attempts = found.attempts + 1
      try {
        const followed = (await followerOf(followers, found.type)?.follow(context, found.objectId)) ?? 'ignored'
        const outcome =
          typeof followed === 'string'
            ? { status: followed, lastError: null }
            : { status: 'refused' as const, lastError: followed.refused }
        await db
          .update(paymentEvents)
          .set({ ...outcome, attempts, handledAt: context.now })
          .where(row)
        if (typeof followed !== 'string')
          context.runtime.log.warn({ eventId, reason: followed.refused }, 'a payment was refused')
      } catch (error) {
        await db
          .update(paymentEvents)
          .set({ status: 'failed', lastError: (error as Error).message.slice(0, 300), attempts })
          .where(row)
        throw error
      }
    },
  })

  const expire = defineJob({
    ...expireOrders,
    cron: '* * * * *',
    cronPayload: {},
    async run(_, context) {
      const { runtime, now } = context
      const isDue = and(eq(orders.status, 'pending'), lte(orders.expiresAt, now))
      const due = await runtime.db.select().from(orders).where(isDue).orderBy(asc(orders.expiresAt)).limit(200)
      let isReachable = true
      for (const order of due) {
        // Paid at the last moment, or its page is closed for good. While nobody answers, the place is freed all the same:
        // money that arrives later is given back by itself.
        if (order.stripeSessionId && isReachable)
          isReachable = await closeAndFollow(context, order.stripeSessionId, followers)
        await context
          .write(tx => closeOrder(tx, kindOf(kinds, order), order.id, 'expired'))
          .catch(error => runtime.log.error({ err: error, orderId: order.id }, 'an order could not be released'))
      }
    },
  })

  const closeLeft = defineJob({
    ...closeLeftPage,
    retries: 8,
    async run({ sessionId }, context) {
      if (!(await closeAndFollow(context, sessionId, followers))) throw new Error('the provider does not answer')
    },
  })

  /** Fetches events whose webhook never arrived. */
  const fetchMissed = defineJob({
    name: 'payments.fetch-missed',
    payload: z.object({}),
    cron: '23 * * * *',
    cronPayload: {},
    async run(_, { runtime, now, write }) {
      const since = Math.floor(now.getTime() / 1000) - missedHours * 3_600
      const events = await runtime.stripe.events
        .list({ created: { gte: since }, limit: 100 })
        .autoPagingToArray({ limit: 5_000 })
      const wanted = events.filter(({ type }) => followerOf(followers, type))
      const known = await runtime.db
        .select({ id: paymentEvents.id })
        .from(paymentEvents)
        .where(
          inArray(
            paymentEvents.id,
            wanted.map(({ id }) => id),
          ),
        )
      const missed = wanted.filter(({ id }) => !known.some(each => each.id === id))
      for (const { id, type, data } of missed.reverse())
        await write(tx => keepEvent(tx, followers, { id, type, objectId: (data.object as { id: string }).id }))
    },
  })

  return [event, expire, closeLeft, fetchMissed]
}

/** Closes a payment page and follows what it came to. False when the provider does not answer. */
async function closeAndFollow(context: JobContext, sessionId: string, followers: EventFollower[]): Promise<boolean> {
  const { log } = context.runtime
  try {
    await closePage(context.runtime, sessionId)
  } catch (error) {
    // Paid between the look and the closing is an answer too; it is followed below.
    log.warn({ err: error, sessionId }, 'a payment page could not be closed')
    if (isSilence(error)) return false
  }
  await followerOf(followers, 'checkout.session.')
    ?.follow(context, sessionId)
    .catch(error => log.warn({ err: error, sessionId }, 'a payment page could not be followed'))
  return true
}

const silence = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']
const isSilence = (error: unknown) => silence.includes((error as { type?: string }).type ?? '')
