import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { storefrontOrderById } from '#features/store/storefront/model.ts'
import { StorefrontError } from '#features/store/storefront/rules.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/jobs/define.ts'
import {
  closeUnpaid,
  emptyUnpaid,
  handleMessage,
  isStillPayable,
  lateForMs,
  ordersAtStorefront,
  type StoreOrder,
  settle,
} from './model.ts'
import { shopifyMessages as m, shopifyOrders as o } from './table.ts'

const minuteMs = 60_000
/** So long its message may take before the storefront is asked, and so long until it is asked again. */
const patienceMs = 2 * minuteMs
/** Of what ran out, the storefront is asked so often and so long: who paid late has paid. */
const lateEveryMs = 60 * minuteMs
/** Of what was paid, whether it was refunded and its message got lost. */
const paidEveryMs = 24 * 60 * minuteMs
const paidForMs = 60 * paidEveryMs
const askedAtOnce = 50

/** Handles what the storefront tells: the order itself is read again, as messages come twice and in any order. */
const message = defineJob({
  ...handleMessage,
  retries: 8,
  mustBeDone: true,
  async run({ messageId }, context) {
    const { db } = context.runtime
    const [kept] = await db.select().from(m).where(eq(m.id, messageId))
    if (kept?.status !== 'received') return
    const found = kept.shopifyOrderId ? await storefrontOrderById(context.runtime, kept.shopifyOrderId) : null
    const orderId = found && z.uuid().safeParse(found.reference).data
    const [order] = orderId ? await db.select({ id: o.id }).from(o).where(eq(o.id, orderId)) : []
    await context.write(async tx => {
      if (found && order) await settle(tx, order.id, found)
      const status = order ? ('done' as const) : ('ignored' as const)
      await tx.update(m).set({ status, handledAt: tx.now }).where(eq(m.id, messageId))
    })
  },
})

/**
 * Asks the storefront about orders whose message has not come, and ends those that nobody paid in time (SHOP-22). While the
 * storefront is away they end all the same, and are asked about again: a payment that comes to light later is still one.
 */
const watch = defineJob({
  name: 'store.watch',
  payload: z.object({}),
  cron: '* * * * *',
  cronPayload: {},
  async run(_, context) {
    const { runtime, now } = context
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const isUnasked = (ms: number) => or(isNull(o.askedAt), lte(o.askedAt, ago(ms)))
    const isPending = eq(o.status, 'pending')
    const isLate = inArray(o.status, ['expired', 'failed'])
    const due = await runtime.db
      .select()
      .from(o)
      .where(
        or(
          and(isPending, lte(o.expiresAt, now)),
          isStillPayable(now),
          and(
            isNotNull(o.checkoutId),
            or(
              and(isPending, lte(o.createdAt, ago(patienceMs)), isUnasked(patienceMs)),
              and(isLate, gt(o.createdAt, ago(lateForMs)), isUnasked(lateEveryMs)),
              and(eq(o.status, 'paid'), gt(o.createdAt, ago(paidForMs)), isUnasked(paidEveryMs)),
            ),
          ),
        ),
      )
      .orderBy(sql`${o.askedAt} nulls first`, asc(o.createdAt))
      .limit(askedAtOnce)
    let isReachable = true
    for (const order of due) {
      if (isReachable && order.checkoutId !== null) isReachable = await ask(context, order)
      if (order.status === 'pending' && order.expiresAt <= now) await context.write(tx => closeUnpaid(tx, order.id))
      if (isReachable) isReachable = await reaches(context, order, () => emptyUnpaid(runtime, order.id, context.write))
    }
  },
})

export const jobs: AnyJob[] = [message, watch]

/** Asks about one order and notes what it came to. False when the storefront does not answer. */
async function ask(context: JobContext, order: StoreOrder): Promise<boolean> {
  const { runtime, now, write } = context
  const answers = await reaches(context, order, async () => {
    for (const found of await ordersAtStorefront(runtime, order)) await write(tx => settle(tx, order.id, found))
  })
  if (answers) await write(tx => tx.update(o).set({ askedAt: now }).where(eq(o.id, order.id)))
  return answers
}

/** Whether the storefront answers. An answer that cannot be read is one too: the other orders are asked about all the same. */
async function reaches({ runtime }: JobContext, { id }: StoreOrder, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    runtime.log.warn({ err: error, orderId: id }, 'the storefront could not be asked about an order')
    return !(error instanceof StorefrontError && error.isAway)
  }
}
