import { expect, test } from 'vitest'
import { ownCause } from '#platform/db/transaction.ts'
import { testApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { shopControl } from '#test/shop.ts'
import { lookAgain, saver } from '#test/store.ts'
import { member } from './factories/people.ts'
import { seedGoods } from './goods.ts'
import { seedStore } from './lived/store.ts'

// Drawing the pictures of the goods takes its time on a busy machine.
test('the store of the demonstration venue: gated by points, exclusive, and purchases in each state', {
  timeout: 120_000,
}, async () => {
  const app = await testApp()
  for (let i = 0; i < 8; i++) {
    const { id } = await saver(app, 80 - i)
    await app.sql(`update "user" set email = $2 where id = $1`, [id, `resident${i}@members.example`])
  }
  const ada = await member(app)
  const goods = await seedGoods(app.runtime, app.databaseUrl)
  const seed = () =>
    seedStore(app.runtime, ownCause(app.clock.now()), { databaseUrl: app.databaseUrl, goods, memberId: ada.id })
  await seed()
  await expectInvariants(app)
  lookAgain(app)
  const { products, points } = await app.as(ada).products.list()
  expect(products).toHaveLength(16)
  expect(products.filter(({ requiredPoints }) => requiredPoints > 0)).toHaveLength(3)
  expect(products.filter(({ isExclusive }) => isExclusive)).toHaveLength(1)
  expect(products.filter(({ isAvailable }) => !isAvailable).map(({ handle }) => handle)).toEqual(['house-bitters'])
  // Some of it is open to whoever can sign in there, and some not.
  expect(points).toBe(8)
  expect(products.filter(({ isLocked }) => isLocked)).toHaveLength(2)
  const count = () => app.sql('select status, count(*)::int as n from shopify_orders group by 1 order by 1')
  const states = await count()
  expect(states.map(({ status }) => status)).toEqual(['expired', 'failed', 'paid', 'pending', 'refunded'])
  expect((await shopControl(app, {})).pendingDeliveries).toBe(0)
  await seed()
  expect(await count()).toEqual(states)
})
