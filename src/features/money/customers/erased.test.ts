import { expect, test } from 'vitest'
import { reconcileSubscriptions } from '#features/membership/subscriptions/model.ts'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { cardWish, control, pay, runOutOfTries, takeUpLost, untilQuiet } from '#test/payments.ts'

const app = sharedTestApp()
const at = subscribing(app)

async function erase(person: Person) {
  const { id } = await app.as(person).privacy.requestErasure({})
  await app.as(await admin(app)).privacy.erase({ id })
}
const customerAt = (id: string) => app.runtime.stripe.customers.retrieve(id)

test('who is erased is erased at the payment provider too, as soon as it answers, also after an outage that no try outlasted, and nothing is paid or found any more', async () => {
  const ada = await member(app, { firstName: 'Wilhelmina', email: 'wilhelmina@people.example' })
  await at.join(ada, 'builder')
  const [customer, subscription] = [await at.customerOf(ada), await at.subscriptionOf(ada)]
  await app.as(ada).memberships.backToExplorer()
  await at.nextPeriod(ada)
  await control(app, { down: true })
  await erase(ada)
  await app.runJobs()
  await runOutOfTries(app, 'payments.remove-customer')
  await control(app, { down: false })
  expect(await customerAt(customer)).toMatchObject({ name: expect.stringContaining('Wilhelmina') })
  await takeUpLost(app)
  expect(await customerAt(customer)).toMatchObject({ deleted: true })
  expect(JSON.stringify(await customerAt(customer))).not.toContain('Wilhelmina')
  expect((await app.runtime.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  const before = await app.sql('select id, status from payment_events order by id')
  await app.write(async tx => {
    await tx.enqueue(reconcile, {})
    await tx.enqueue(reconcileSubscriptions, {})
  })
  await untilQuiet(app)
  expect(await app.sql('select id, status from payment_events order by id')).toEqual(before)
  expect((await app.as(await admin(app)).payments.failedEvents({})).rows).toEqual([])
  await expectInvariants(app)
})

test('the credit of who is erased goes back to what they paid with before the provider forgets them: once, and nobody is written to', async () => {
  const ada = await member(app)
  await at.join(ada, 'innovator')
  await at.changeTo(ada, 'builder')
  await app.as(ada).memberships.backToExplorer()
  await untilQuiet(app)
  const [customer, credit, held] = [await at.customerOf(ada), await at.creditOf(ada), await at.heldOf(ada)]
  expect(credit).toBeGreaterThan(0)
  await app.runtime.stripe.subscriptions.cancel(await at.subscriptionOf(ada))
  await untilQuiet(app)
  await control(app, { down: true })
  await erase(ada)
  await app.runJobs()
  await control(app, { down: false })
  await app.sql(`update pgboss.job set start_after = now() where state = 'retry'`)
  await untilQuiet(app)
  expect(await customerAt(customer)).toMatchObject({ deleted: true })
  const { data } = await app.runtime.stripe.charges.list({ customer, limit: 100 })
  expect(data.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0)).toBe(held - credit)
  expect(await at.ledgerSum(ada)).toBe(held - credit)
  expect(await app.sql(`select status from refunds where user_id = $1`, [ada.id])).toEqual([{ status: 'done' }])
  expect(await app.sql(`select id from mails where template = 'payments.refunded' and user_id = $1`, [ada.id])).toEqual(
    [],
  )
  await expectInvariants(app)
})

test('the books hold no word that somebody typed, so nothing in them names whoever is erased', async () => {
  const ada = await member(app)
  await at.join(ada, 'builder')
  const wish = await cardWish(app)
  const placed = await app.as(ada).bookings.place(wish)
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  await pay(app, placed.url)
  const { rows } = await app.as(ada).bookings.mine({})
  const reason = `Ottoline Unmistakable broke the kiln.`
  await app.as(await admin(app)).bookings.cancelByStaff({ id: rows[0]!.id, reason })
  await untilQuiet(app)
  const books = ['ledger_entries', 'refunds', 'orders', 'disputes', 'token_transactions', 'tokens']
  for (const table of books) {
    const found = await app.sql<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`)
    for (const { row } of found)
      for (const word of ['Unmistakable', ada.email, ada.lastName]) expect(row).not.toContain(word)
  }
  expect(await app.sql('select reason from refunds where order_id = $1', [placed.orderId])).toEqual([
    { reason: 'Booking cancelled by the house' },
  ])
  await expectInvariants(app)
})
