import { expireSession } from './checkout.ts'
import { collect, finalise } from './invoices.ts'
import { idOf, nowSeconds } from './samples.ts'
import { load, type Simulator, save, transact } from './store.ts'
import { endSubscription } from './subscription-end.ts'
import { renewSubscription } from './subscriptions.ts'

const attemptsAtMost = 4
const draftSeconds = 3_600

/** What Stripe does by itself as time goes by: sessions expire, periods end, failed payments are tried again. */
export async function upkeep(simulator: Simulator): Promise<void> {
  const now = Math.floor(simulator.now().getTime() / 1000)
  const sessions = await due(
    simulator,
    "kind = 'checkout.session' and body->>'status' = 'open' and (body->>'expires_at')::bigint <= $1",
    now,
  )
  await forEach(sessions, id => expire(simulator, id))
  const subscriptions = await due(
    simulator,
    `kind = 'subscription' and body->>'status' in ('active', 'trialing', 'past_due')
     and least((body#>>'{items,data,0,current_period_end}')::bigint, (body->>'cancel_at')::bigint) <= $1`,
    now,
  )
  await forEach(subscriptions, id => endPeriod(simulator, id))
  const invoices = await due(
    simulator,
    "kind = 'invoice' and body->>'status' = 'open' and (body->>'next_payment_attempt')::bigint <= $1",
    now,
  )
  await forEach(invoices, id => retry(simulator, id))
  const drafts = await due(
    simulator,
    "kind = 'invoice' and body->>'status' = 'draft' and (body->>'auto_advance')::boolean and (body->>'created')::bigint <= $1",
    now - draftSeconds,
  )
  await forEach(drafts, id => advance(simulator, id))
  await simulator.pool.query(
    "delete from simulator_stripe.idempotency_keys where created_at < now() - interval '24 hours'",
  )
}

async function due(simulator: Simulator, condition: string, now: number): Promise<string[]> {
  const { rows } = await simulator.pool.query<{ id: string }>(
    `select id from simulator_stripe.objects where ${condition} order by seq limit 50`,
    [now],
  )
  return rows.map(row => row.id)
}

/** One object that cannot be moved on must not hold up the others; the next round tries it again. */
async function forEach(ids: string[], act: (id: string) => Promise<void>): Promise<void> {
  for (const id of ids) await act(id).catch(() => {})
}

async function expire(simulator: Simulator, id: string): Promise<void> {
  await transact(simulator, async work => {
    const session = await load(work, 'checkout.session', id, 'lock')
    if (session.status === 'open') await expireSession(work, session)
  })
}

/** Another process may have been first, so everything is looked at again under the lock. */
async function endPeriod(simulator: Simulator, id: string): Promise<void> {
  await transact(simulator, async work => {
    const subscription = await load(work, 'subscription', id, 'lock')
    if (!['active', 'trialing', 'past_due'].includes(subscription.status)) return
    const now = nowSeconds()
    if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
      await endSubscription(work, subscription, 'cancellation_requested')
    } else if (subscription.items.data[0]!.current_period_end <= now) await renewSubscription(work, id)
  })
}

async function advance(simulator: Simulator, id: string): Promise<void> {
  await transact(simulator, async work => {
    const draft = await load(work, 'invoice', id, 'lock')
    if (draft.status === 'draft')
      await collect(work, await finalise(work, draft), { isLater: true, paymentMethod: null })
  })
}

async function retry(simulator: Simulator, id: string): Promise<void> {
  await transact(simulator, async work => {
    const invoice = await load(work, 'invoice', id, 'lock')
    if (invoice.status !== 'open' || (invoice.next_payment_attempt ?? Number.POSITIVE_INFINITY) > nowSeconds()) return
    const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
    if (invoice.attempt_count < attemptsAtMost) {
      await collect(work, invoice, { isLater: true, paymentMethod: null })
      return
    }
    await save(work, { ...invoice, next_payment_attempt: null })
    if (!subscriptionId) return
    const subscription = await load(work, 'subscription', subscriptionId, 'lock')
    if (subscription.status === 'past_due') await endSubscription(work, subscription, 'payment_failed')
  })
}
