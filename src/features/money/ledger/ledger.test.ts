import { beforeAll, beforeEach, expect, test } from 'vitest'
import { refundOrder } from '#features/money/refunds/model.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { pay, tiers } from '#test/payments.ts'
import { statementsOf } from '#test/statements.ts'

const app = sharedTestApp()
let buyer: Person
beforeAll(async () => {
  await tiers(app)
})
beforeEach(async () => {
  buyer = await paidMember(app)
})

test('the ledger is for admins, paged and filtered, with the sum of all that was found', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 11 })
  await pay(app, url)
  app.clock.advance(60_000)
  await app.write(tx => refundOrder(tx, { orderId, amountPence: 900, reason: 'Test', ref: orderId }))
  const boss = await admin(app)
  const { ledger } = app.as(boss).payments
  expect(await ledger({ q: buyer.email, pageSize: 1 })).toMatchObject({
    total: 2,
    sumPence: 9_000,
    rows: [{ amountPence: -900, email: buyer.email }],
  })
  expect(await ledger({ q: buyer.email, direction: 'in' })).toMatchObject({ total: 1, sumPence: 9_900 })
  expect(await ledger({ q: buyer.email, page: 9 })).toMatchObject({ rows: [], total: 2, sumPence: 9_000 })
  expect(await ledger({ q: 'nobody at all' })).toMatchObject({ rows: [], total: 0, sumPence: 0 })
  await expect(app.as(await member(app)).payments.ledger({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // Who is asking, the rows with their sum, and how many there are.
  expect(await statementsOf(() => ledger({ q: buyer.email, pageSize: 1 }))).toHaveLength(3)
})

test('the database itself refuses to rewrite the ledger', async () => {
  const { url } = await app.as(buyer).tokens.buy({ quantity: 1 })
  await pay(app, url)
  await expect(app.db.execute('update ledger_entries set amount_pence = 1')).rejects.toThrow()
  await expect(app.sql('delete from ledger_entries')).rejects.toThrow('append-only')
})
