import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { installCatalogue } from '#features/membership/tiers/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { expireOrders } from '#features/money/orders/model.ts'
import { lookForLost } from '#platform/jobs/again.ts'
import { facility } from '#seed/factories/facilities.ts'
import type { TestApp } from './app.ts'

export const goodCard = '4242424242424242'
export const declinedCard = '4000000000000002'

/** What a member sends to book a room of its own on the morning of a day, to be paid by card. */
export async function cardWish(app: TestApp) {
  const { id: facilityId } = await facility(app)
  return { facilityId, on: '2026-11-25', startsAt: '10:00', payWith: 'card', termsAccepted: true } as const
}

/** Presses Pay on the provider's page. Returns where the browser is sent; nothing has been handled yet. */
export async function pressPay(url: string, number = goodCard): Promise<string> {
  const fields = { cvc: '123', email: 'ada@people.example', expiry: '12/34', name: 'Ada Tester', number }
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  await answer.text()
  return answer.headers.get('location') ?? ''
}

/** Lets every webhook arrive and every job run, until nothing moves any more. */
export async function untilQuiet(app: TestApp): Promise<void> {
  for (;;) {
    while ((await control(app, {})).pendingDeliveries > 0) await pause(10)
    if ((await app.runJobs()) === 0 && (await control(app, {})).pendingDeliveries === 0) return
  }
}

/** Pays and lets everything happen that follows. */
export async function pay(app: TestApp, url: string, number = goodCard): Promise<string> {
  const location = await pressPay(url, number)
  await untilQuiet(app)
  return location
}

/** Turns the provider's knobs: `down`, `hold`, `declineNext`, `advanceSubscription`, `repeatEvent`. */
export async function control(
  app: TestApp,
  order: object,
): Promise<{ pendingDeliveries: number; failedDeliveries: number }> {
  const answer = await app.fetch('/dev/stripe/control', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  return (await answer.json()) as { pendingDeliveries: number; failedDeliveries: number }
}

/** The tries of this work run out, as while the provider is silent for an hour. */
export async function runOutOfTries(app: TestApp, name: string): Promise<void> {
  await app.sql(
    `update pgboss.job set retry_limit = retry_count + 1, start_after = now() where name = $1 and state = 'retry'`,
    [name],
  )
  await app.runJobs()
  const left = await app.sql(`select state from pgboss.job where name = $1 and state <> 'completed'`, [name])
  expect(left).toEqual([{ state: 'failed' }])
}

/** What ran out of tries is taken up again, as once an hour. */
export async function takeUpLost(app: TestApp): Promise<void> {
  await app.write(tx => tx.enqueue(lookForLost, {}))
  await untilQuiet(app)
}

/** The payer of an order objects at their bank, which takes the money until it decides. Answers with the dispute's id. */
export async function disputed(app: TestApp, orderId: string): Promise<string> {
  const [order] = await app.sql('select stripe_payment_intent_id as intent from orders where id = $1', [orderId])
  await control(app, { dispute: order!.intent })
  await untilQuiet(app)
  const [dispute] = await app.sql<{ id: string }>('select id from disputes where order_id = $1', [orderId])
  return dispute!.id
}

/** Releases the orders whose time is over, as the minutely job does. */
export async function expireDue(app: TestApp): Promise<void> {
  await app.write(tx => tx.enqueue(expireOrders, {}))
  await app.runJobs()
}

/** The information page's tiers, by slug. */
export async function tiers(app: TestApp): Promise<(slug: string) => typeof membershipTiers.$inferSelect> {
  await app.write(tx => installCatalogue(tx, 'information'))
  const rows = await app.db.select().from(membershipTiers).where(eq(membershipTiers.isActive, true))
  return slug => rows.find(tier => tier.slug === slug)!
}
