import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { movePoints } from '#features/membership/points/model.ts'
import { createCart } from '#features/store/storefront/model.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { pressPayInShop, priceInShop, shopControl } from '#test/shop.ts'
import {
  bought,
  checkedOut,
  givePoints,
  nameAtStore,
  payInStore,
  saver,
  storeQuiet,
  ware,
  watchStore,
} from '#test/store.ts'
import { handleMessage, settle } from './model.ts'

const app = sharedTestApp()
afterAll(async () => {
  await expectInvariants(app)
})

const later = (minutes: number) => app.clock.advance(minutes * 60_000)
const movesOf = (who: { id: string }) =>
  app.sql('select type, amount, ref from point_transactions where user_id = $1 and ref like $2 order by seq', [
    who.id,
    'store:%',
  ])
const orderRow = async (orderId: string) => (await app.sql('select * from shopify_orders where id = $1', [orderId]))[0]!

test('what is checked out is kept as the specification lists it [SHOP-10]', async () => {
  const [apron, print] = [
    await ware(app, { points: 120, title: 'Linen apron' }),
    await ware(app, { points: 30, title: 'Riso print', variants: [{ pricePence: 1_250 }] }),
  ]
  const ada = await saver(app, 200)
  const { orderId, url } = await checkedOut(app, ada, apron, print)
  expect(await orderRow(orderId)).toMatchObject({
    user_id: ada.id,
    checkout_id: expect.stringContaining('Cart/'),
    total_points_required: 150,
    total_pence: 4_750,
    status: 'pending',
    order_items: [
      {
        productId: apron.productId,
        productTitle: 'Linen apron',
        variantId: apron.variantId,
        quantity: 1,
        pointsRequired: 120,
      },
      {
        productId: print.productId,
        productTitle: 'Riso print',
        variantId: print.variantId,
        quantity: 1,
        pointsRequired: 30,
      },
    ],
  })
  expect(new URL(url).searchParams.get('channel')).toBe('online_store')
  expect(await app.as(ada).shopOrders.result({ orderId })).toMatchObject({
    ...{ state: 'pending', isExpired: false, message: 'Purchase not yet completed', checkoutUrl: url },
    ...{ pointsDeducted: 0, newBalance: 200 },
  })
})

test('a paid purchase takes its points once, and says what is left [SHOP-25] [PRD-21]', async () => {
  const ada = await saver(app, 200)
  const apron = await ware(app, { points: 120 })
  const { orderId, url } = await checkedOut(app, ada, apron)
  await payInStore(app, url)
  const result = await app.as(ada).shopOrders.result({ orderId })
  expect(result).toMatchObject({
    ...{ state: 'success', status: 'paid', pointsDeducted: 120, newBalance: 80, message: '', checkoutUrl: null },
    ...{ totalPence: 3_500, paidPence: 3_500, isInCart: false },
    lines: [{ productTitle: 'Linen apron', pointsRequired: 120 }],
  })
  // However often it is asked for, and however often it is told.
  for (let i = 0; i < 3; i++) expect(await app.as(ada).shopOrders.verify({ orderId })).toEqual(result)
  const { shopify_order_id: named } = await orderRow(orderId)
  const told = `select id from shopify_messages where topic = 'orders/paid' and shopify_order_id = $1`
  const [{ id }] = (await app.sql(told, [named])) as [{ id: string }]
  await app.sql(`update shopify_messages set status = 'received' where id = $1`, [id])
  await app.write(tx => tx.enqueue(handleMessage, { messageId: id }))
  await storeQuiet(app)
  expect(await movesOf(ada)).toEqual([{ type: 'spent', amount: -120, ref: `store:${orderId}` }])
  expect((await app.as(ada).shopCart.mine()).lines).toEqual([])
})

test('told by many at once, the points go once, and everybody is answered', async () => {
  const ada = await saver(app, 500)
  const { orderId, url } = await checkedOut(app, ada, await ware(app, { points: 100 }))
  await shopControl(app, { hold: true })
  await pressPayInShop(url)
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => app.as(ada).shopOrders.verify({ orderId })))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill('fulfilled'))
  for (const answer of answers) expect(answer).toMatchObject({ value: { state: 'success', newBalance: 400 } })
  await shopControl(app, { hold: false, deliver: 'in order' })
  await storeQuiet(app)
  expect(await movesOf(ada)).toHaveLength(1)
})

test('learnt by many in one moment, the points go once, and nobody fails', async () => {
  const ada = await saver(app, 500)
  const { orderId } = await checkedOut(app, ada, await ware(app, { points: 100 }))
  const [item] = (await orderRow(orderId)).order_items as [{ variantId: string; productId: string }]
  const found = paidAs('77', orderId, item, 1)
  // Their points are held fast until all of them have begun.
  const holder = new pg.Client({ connectionString: app.databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('select from user_points where user_id = $1 for update', [ada.id])
  const answers = Promise.allSettled(Array.from({ length: 8 }, () => app.write(tx => settle(tx, orderId, found))))
  await expect.poll(waitingForLocks, { timeout: 20_000 }).toBe(8)
  await holder.query('commit')
  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill('fulfilled'))
  expect(await movesOf(ada)).toHaveLength(1)
})

test('a refund gives the points back once, whoever tells it and however often (decision 25)', async () => {
  const ada = await saver(app, 200)
  const orderId = await bought(app, ada, await ware(app, { points: 120 }))
  await shopControl(app, { refund: await nameAtStore(app, orderId) })
  await storeQuiet(app)
  expect(await app.as(ada).shopOrders.result({ orderId })).toMatchObject({ status: 'refunded', newBalance: 200 })
  later(25 * 60)
  await watchStore(app)
  expect(await movesOf(ada)).toEqual([
    { type: 'spent', amount: -120, ref: `store:${orderId}` },
    { type: 'returned', amount: 120, ref: `store:${orderId}:refunded` },
  ])
})

test('one piece that is refunded leaves the points where they are, and the office reads it', async () => {
  const ada = await saver(app, 200)
  const orderId = await bought(app, ada, await ware(app, { points: 50 }), await ware(app, { points: 60 }))
  await shopControl(app, { refundPiece: await nameAtStore(app, orderId) })
  await storeQuiet(app)
  expect(await app.as(ada).shopOrders.result({ orderId })).toMatchObject({ status: 'paid', newBalance: 90 })
  const { rows } = await app.as(await admin(app)).shopOrders.list({ note: 'partly_refunded' })
  expect(rows.map(row => row.orderId)).toEqual([orderId])
})

test('a message that never comes: the storefront is asked, and the points go as well', async () => {
  const ada = await saver(app, 200)
  const { orderId, url } = await checkedOut(app, ada, await ware(app, { points: 120 }))
  await shopControl(app, { hold: true })
  await pressPayInShop(url)
  await watchStore(app)
  expect((await orderRow(orderId)).status).toBe('pending')
  later(3)
  await watchStore(app)
  expect((await orderRow(orderId)).status).toBe('paid')
  await shopControl(app, { hold: false, deliver: 'in order' })
  await storeQuiet(app)
  expect(await movesOf(ada)).toHaveLength(1)
})

test('a pending checkout is good for 30 minutes, and is not verified as pending after [SHOP-22]', async () => {
  const ada = await saver(app, 200)
  const { orderId, url } = await checkedOut(app, ada, await ware(app, { points: 120 }))
  const result = () => app.as(ada).shopOrders.result({ orderId })
  later(29.9)
  expect(await result()).toMatchObject({ state: 'pending', checkoutUrl: url })
  later(0.1)
  const over = { state: 'failure', isExpired: true, message: 'Failed to verify checkout', checkoutUrl: null }
  expect(await result()).toMatchObject(over)
  expect(await app.as(ada).shopOrders.verify({ orderId })).toMatchObject(over)
  await watchStore(app)
  expect(await result()).toMatchObject({ ...over, status: 'expired' })
})

test('paid after its 30 minutes it is paid all the same, and the office reads that', async () => {
  const ada = await saver(app, 200)
  const { orderId, url } = await checkedOut(app, ada, await ware(app, { points: 60 }), await ware(app, { points: 60 }))
  await ranOutFull(orderId)
  await payInStore(app, url)
  expect(await orderRow(orderId)).toMatchObject({ status: 'paid', note: 'paid_late', points_deducted: 120 })
  expect(await app.as(ada).shopOrders.result({ orderId })).toMatchObject({ state: 'success', newBalance: 80 })
  // What is noted of it stays, whatever comes after.
  await shopControl(app, { refundPiece: await nameAtStore(app, orderId) })
  await storeQuiet(app)
  expect(await orderRow(orderId)).toMatchObject({ status: 'paid', note: 'paid_late' })
})

test('paid late, and its message lost: the storefront is asked, and it is paid all the same', async () => {
  const ada = await saver(app, 200)
  const { orderId, url } = await checkedOut(app, ada, await ware(app, { points: 120 }))
  await shopControl(app, { hold: true })
  await ranOutFull(orderId)
  // A page that is open already sells what its cart held.
  await app.sql('update shopify_orders set emptied_at = now() where id = $1', [orderId])
  await pressPayInShop(url)
  later(61)
  await watchStore(app)
  expect(await orderRow(orderId)).toMatchObject({ status: 'paid', note: 'paid_late', points_deducted: 120 })
  await shopControl(app, { hold: false, deliver: 'in order' })
  await storeQuiet(app)
  expect(await movesOf(ada)).toHaveLength(1)
})

test('refunded, and its message lost: the storefront is asked once a day, and the points come back', async () => {
  const ada = await saver(app, 200)
  const orderId = await bought(app, ada, await ware(app, { points: 120 }))
  await shopControl(app, { hold: true })
  await shopControl(app, { refund: await nameAtStore(app, orderId) })
  later(24 * 60 + 1)
  await watchStore(app)
  expect(await app.as(ada).shopOrders.result({ orderId })).toMatchObject({ status: 'refunded', newBalance: 200 })
  await shopControl(app, { hold: false, deliver: 'in order' })
  await storeQuiet(app)
  expect(await movesOf(ada)).toHaveLength(2)
})

test('while the storefront is away it is asked once; an answer that cannot be read keeps no other from being asked', async () => {
  const ada = await saver(app, 0)
  const orders: { orderId: string; url: string }[] = []
  for (let i = 0; i < 3; i++) {
    const thing = await ware(app)
    orders.push(await checkedOut(app, ada, thing))
    await app.as(ada).shopCart.remove(pick(thing))
  }
  later(3)
  const unspied = globalThis.fetch
  const asked = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => asked.mockRestore())
  const asks = () => asked.mock.calls.filter(([address]) => String(address).includes('/admin/api/')).length
  await shopControl(app, { down: true, hold: true })
  await watchStore(app)
  expect(asks()).toBe(1)
  await shopControl(app, { down: false })
  await pressPayInShop(orders[2]!.url)
  // Of the first the answer is no order at all.
  let isFirst = true
  asked.mockImplementation((address, sent) => {
    if (!isFirst || !String(address).includes('/admin/api/')) return unspied(address, sent)
    isFirst = false
    return Promise.resolve(new Response('{"data":{"byCart":1}}'))
  })
  await watchStore(app)
  expect((await orderRow(orders[2]!.orderId)).status).toBe('paid')
  // It has had its turn, and sorts first no more.
  expect((await orderRow(orders[0]!.orderId)).asked_at).toEqual(app.clock.now())
  await shopControl(app, { hold: false, deliver: 'in order' })
  await storeQuiet(app)
})

test('an order at the storefront for other goods or another price settles nothing, whoever names it; the office reads it', async () => {
  const ada = await saver(app, 200)
  const { orderId, url } = await checkedOut(app, ada, await ware(app, { points: 60 }))
  const cheap = await ware(app, { variants: [{ pricePence: 100 }] })
  // Somebody writes the reference into a cart of their own.
  const lines = [{ variantId: cheap.variantId, quantity: 1 }]
  const cart = await createCart(app.runtime, { lines, attributes: { reference: orderId } })
  await payInStore(app, cart.checkoutUrl)
  expect(await orderRow(orderId)).toMatchObject({ status: 'pending', shopify_order_id: null })
  const [item] = (await orderRow(orderId)).order_items as [{ variantId: string; productId: string }]
  await app.write(tx => settle(tx, orderId, paidAs('more', orderId, item, 3)))
  const dearer = paidAs('dearer', orderId, item, 1)
  await app.write(tx => settle(tx, orderId, { ...dearer, lines: [{ ...dearer.lines[0]!, pricePence: 3_400 }] }))
  expect(await movesOf(ada)).toEqual([])
  const noted = async () => {
    const { rows } = await app.as(await admin(app)).shopOrders.list({ note: 'other_goods' })
    return rows.filter(row => row.orderId === orderId).map(({ notes, strays }) => [notes, strays.length])
  }
  expect(await noted()).toEqual([[['other_goods'], 3]])
  // What was checked out is paid all the same, asked for or told.
  await shopControl(app, { hold: true })
  await pressPayInShop(url)
  expect(await app.as(ada).shopOrders.verify({ orderId })).toMatchObject({ state: 'success', pointsDeducted: 60 })
  await shopControl(app, { hold: false, deliver: 'in order' })
  await storeQuiet(app)
  expect(await orderRow(orderId)).toMatchObject({ status: 'paid', note: null })
  expect(await noted()).toEqual([[['other_goods'], 3]])
})

test('paid twice, the points go once and come back when both are refunded, in whatever order', async () => {
  for (const firstBack of [0, 1]) {
    const ada = await saver(app, 200)
    const { orderId, url } = await checkedOut(app, ada, await ware(app, { points: 60 }))
    const [{ variantId }] = (await orderRow(orderId)).order_items as [{ variantId: string }]
    const lines = [{ variantId, quantity: 1 }]
    const again = await createCart(app.runtime, { lines, attributes: { reference: orderId } })
    await payInStore(app, url)
    await payInStore(app, again.checkoutUrl)
    const { rows } = await app.as(await admin(app)).shopOrders.list({ note: 'paid_twice' })
    const found = rows.find(row => row.orderId === orderId)
    expect(found).toMatchObject({ status: 'paid', notes: ['paid_twice'], pointsDeducted: 60 })
    const names = [found!.shopifyOrderName!, found!.strays[0]!.name]
    await shopControl(app, { refund: names[firstBack] })
    await storeQuiet(app)
    expect(await orderRow(orderId)).toMatchObject({ status: 'paid', shopify_order_name: names[1 - firstBack] })
    expect(await app.as(ada).shopOrders.result({ orderId })).toMatchObject({ newBalance: 140 })
    // Told once more, nothing changes: what came back has come back.
    await app.sql(`update shopify_orders set asked_at = null where id = $1`, [orderId])
    await watchStore(app)
    await shopControl(app, { refund: names[1 - firstBack] })
    await storeQuiet(app)
    expect(await app.as(ada).shopOrders.result({ orderId })).toMatchObject({ status: 'refunded', newBalance: 200 })
    expect(await movesOf(ada)).toHaveLength(2)
  }
})

test('points that went meanwhile: what is left is taken, nobody owes any, and the office reads that it was less', async () => {
  const ada = await saver(app, 120)
  const { orderId, url } = await checkedOut(app, ada, await ware(app, { points: 120 }))
  const move = { userId: ada.id, type: 'taken_back', description: 'Was not there' } as const
  await app.write(tx => movePoints(tx, { ...move, amount: -100, ref: `gone:${orderId}` }))
  await payInStore(app, url)
  expect(await orderRow(orderId)).toMatchObject({ status: 'paid', note: 'points_short', points_deducted: 20 })
  expect(await app.as(ada).shopOrders.result({ orderId })).toMatchObject({ pointsDeducted: 20, newBalance: 0 })
})

test('the gate stands at the checkout: too few points for one, or for all together', async () => {
  const [small, large] = [await ware(app, { points: 60 }), await ware(app, { points: 70 })]
  const ada = await saver(app, 100)
  await app.as(ada).shopCart.add(pick(small))
  await app.as(ada).shopCart.add(pick(large))
  await expect(app.as(ada).shopOrders.checkout({})).rejects.toMatchObject({
    code: 'INSUFFICIENT_POINTS',
    data: { title: 'Insufficient points' },
  })
  await app.as(ada).shopCart.remove(pick(small))
  await app.sql('update product_access_requirements set required_points = 101 where shopify_product_id = $1', [
    large.productId,
  ])
  await expect(app.as(ada).shopOrders.checkout({})).rejects.toMatchObject({
    code: 'INSUFFICIENT_POINTS',
    message: 'You need 101 points to access this product',
    data: { title: 'Insufficient points' },
  })
  expect(await app.sql('select 1 from shopify_orders where user_id = $1', [ada.id])).toEqual([])
})

test('points that wait for an open purchase are not spent twice; when it runs out they are free again', async () => {
  const ada = await saver(app, 100)
  const [first, second] = [await ware(app, { points: 80 }), await ware(app, { points: 50 })]
  const opened = await checkedOut(app, ada, first)
  // The same again is the same purchase.
  expect(await app.as(ada).shopOrders.checkout({})).toEqual(opened)
  await app.as(ada).shopCart.remove(pick(first))
  await app.as(ada).shopCart.add(pick(second))
  expect(await app.as(ada).shopCart.mine()).toMatchObject({
    ...{ points: 100, pointsLeft: 20, totalPoints: 50, whyNotCheckout: { code: 'INSUFFICIENT_POINTS' } },
  })
  await expect(app.as(ada).shopOrders.checkout({})).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  later(31)
  await watchStore(app)
  const next = await app.as(ada).shopOrders.checkout({})
  expect(next.orderId).not.toBe(opened.orderId)
})

test('what ran out is paid by nobody any more: its cart at the storefront is emptied before its points are free', async () => {
  const ada = await saver(app, 100)
  const [first, second] = [await ware(app, { points: 80 }), await ware(app, { points: 70 })]
  const old = await checkedOut(app, ada, first)
  await swap(ada, first, second)
  const refused = { code: 'INSUFFICIENT_POINTS' }
  // Over, and not yet noticed; then noticed while the storefront is away.
  later(31)
  await expect(app.as(ada).shopOrders.checkout({})).rejects.toMatchObject(refused)
  await shopControl(app, { down: true })
  await watchStore(app)
  expect((await orderRow(old.orderId)).status).toBe('expired')
  await shopControl(app, { down: false })
  await expect(app.as(ada).shopOrders.checkout({})).rejects.toMatchObject(refused)
  // It is emptied within the minute, also when somebody asked about it just now.
  await app.sql('update shopify_orders set asked_at = $2 where id = $1', [old.orderId, app.clock.now()])
  await watchStore(app)
  const next = await app.as(ada).shopOrders.checkout({})
  expect(await pressPayInShop(old.url)).toBe(409)
  await payInStore(app, next.url)
  later(61)
  await watchStore(app)
  expect(await statesOf(ada)).toEqual(['expired', 'paid'])
  expect(await orderRow(next.orderId)).toMatchObject({ note: null, points_deducted: 70 })
})

test('what was given no page gives way to the next checkout; what has one stays, and its points with it', async () => {
  const ada = await saver(app, 100)
  const [first, second, third] = [
    await ware(app, { points: 60 }),
    await ware(app, { points: 40 }),
    await ware(app, { points: 30 }),
  ]
  const a = await checkedOut(app, ada, first)
  await swap(ada, first, second)
  await shopControl(app, { refuseCarts: true })
  await expect(app.as(ada).shopOrders.checkout({})).rejects.toMatchObject({ code: 'CHECKOUT_FAILED' })
  await shopControl(app, { refuseCarts: false })
  await swap(ada, second, third)
  const c = await app.as(ada).shopOrders.checkout({})
  expect(await statesOf(ada)).toEqual(['pending', 'failed', 'pending'])
  // What both hold is not there a third time.
  await swap(ada, third, second)
  await expect(app.as(ada).shopOrders.checkout({})).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  await payInStore(app, a.url)
  await payInStore(app, c.url)
  expect(await statesOf(ada)).toEqual(['paid', 'failed', 'paid'])
  expect((await orderRow(a.orderId)).note).toBeNull()
})

test.each([
  ['kept', 'INSUFFICIENT_POINTS', ['pending']],
  // The control: without its page the first gives way, and its points are free.
  ['given up', null, ['failed', 'pending']],
])('a page that is %s while another checkout begins: the same points are promised once', async (what, code, states) => {
  const ada = await saver(app, 100)
  const [first, second] = [await ware(app, { points: 80 }), await ware(app, { points: 70 })]
  await app.as(ada).shopCart.add(pick(first))
  await shopControl(app, { refuseCarts: true })
  await expect(app.as(ada).shopOrders.checkout({})).rejects.toMatchObject({ code: 'CHECKOUT_FAILED' })
  await shopControl(app, { refuseCarts: false })
  await swap(ada, first, second)
  // The page of the first is written, and not yet to be seen by others.
  const pages = new pg.Client({ connectionString: app.databaseUrl })
  await pages.connect()
  onTestFinished(() => pages.end())
  await pages.query('begin')
  await pages.query(`update shopify_orders set checkout_id = $2, checkout_url = 'x' where user_id = $1`, [
    ada.id,
    `page of ${ada.id}`,
  ])
  const answer = app
    .as(ada)
    .shopOrders.checkout({})
    .then(
      () => null,
      (error: { code: string }) => error.code,
    )
  await expect.poll(waitingForLocks, { timeout: 20_000 }).toBe(1)
  await pages.query(what === 'kept' ? 'commit' : 'rollback')
  expect(await answer).toBe(code)
  expect(await statesOf(ada)).toEqual(states)
})

test('the same thing at another price is another purchase, at that price', async () => {
  const ada = await saver(app, 0)
  const thing = await ware(app)
  const old = await checkedOut(app, ada, thing)
  await priceInShop(app, thing.variantId, 4_100)
  const next = await app.as(ada).shopOrders.checkout({})
  expect(next.orderId).not.toBe(old.orderId)
  expect((await orderRow(next.orderId)).total_pence).toBe(4_100)
  expect(await app.as(ada).shopOrders.checkout({})).toEqual(next)
  await payInStore(app, next.url)
  expect(await app.as(ada).shopOrders.result({ orderId: next.orderId })).toMatchObject({ state: 'success' })
})

test('a page that never came says so, and that all of it lies in the cart only while it does', async () => {
  const ada = await saver(app, 100)
  const [one, other] = [await ware(app), await ware(app)]
  const { orderId } = await checkedOut(app, ada, one, other)
  const result = () => app.as(ada).shopOrders.result({ orderId })
  expect(await result()).toMatchObject({ isInCart: true, isWithOffice: false, paidPence: null })
  await app.as(ada).shopCart.remove(pick(other))
  expect(await result()).toMatchObject({ isInCart: false })
  later(0.1)
  await shopControl(app, { refuseCarts: true })
  const failed = { code: 'CHECKOUT_FAILED', message: 'Failed to create checkout. Please try again.' }
  const refused = await app
    .as(ada)
    .shopOrders.checkout({})
    .catch((error: { code: string; data: { orderId: string } }) => error)
  expect(refused).toMatchObject(failed)
  await shopControl(app, { refuseCarts: false })
  later(31)
  await watchStore(app)
  const { rows } = await app.as(ada).shopOrders.mine({ sort: '-createdAt' })
  const { message } = failed
  expect(await app.as(ada).shopOrders.result({ orderId: rows[0]!.orderId })).toMatchObject({
    ...{ status: 'failed', state: 'failure', isExpired: false, message, isInCart: true },
  })
})

test('the storefront away: the words of the specification, nothing held, and the same press works later', async () => {
  const ada = await saver(app, 100)
  await app.as(ada).shopCart.add(pick(await ware(app, { points: 80 })))
  const press = () => app.as(ada, { idempotencyKey: 'one press' }).shopOrders.checkout({})
  const failed = { code: 'CHECKOUT_FAILED', message: 'Failed to create checkout. Please try again.' }
  await shopControl(app, { down: true })
  await expect(press()).rejects.toMatchObject(failed)
  await shopControl(app, { down: false, refuseCarts: true })
  await expect(press()).rejects.toMatchObject(failed)
  expect((await app.as(ada).shopCart.mine()).whyNotCheckout).toBeNull()
  await shopControl(app, { refuseCarts: false })
  const { url } = await press()
  await payInStore(app, url)
  expect((await app.as(ada).shopOrders.mine({})).rows).toMatchObject([{ state: 'success', pointsDeducted: 80 }])
})

test('whose purchase it is not learns nothing of it; who is not approved buys nothing', async () => {
  const { orderId } = await checkedOut(app, await saver(app, 0), await ware(app))
  const eve = await member(app)
  for (const ask of [app.as(eve).shopOrders.result, app.as(eve).shopOrders.verify])
    await expect(ask({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Failed to verify checkout' })
  await expect(app.as(await person(app)).shopOrders.checkout({})).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
})

test('a message that the storefront did not sign changes nothing', async () => {
  const { orderId } = await checkedOut(app, await saver(app, 0), await ware(app))
  const answer = await app.fetch('/webhooks/shopify', {
    method: 'POST',
    headers: {
      ...{ 'x-shopify-topic': 'orders/paid', 'x-shopify-webhook-id': 'made-up' },
      'x-shopify-hmac-sha256': Buffer.from('no signature at all, of 32 bytes').toString('base64'),
    },
    body: JSON.stringify({ id: 1, note_attributes: [{ name: 'reference', value: orderId }] }),
  })
  expect(answer.status).toBe(400)
  // The office reads that somebody tried.
  await app.runtime.securityEvents.flush()
  const noted = await app.as(await admin(app)).security.events({ kind: 'signature-wrong' })
  expect(noted.rows).toMatchObject([{ detail: 'Messages of the storefront' }])
  await storeQuiet(app)
  expect((await orderRow(orderId)).status).toBe('pending')
  expect(await app.sql(`select 1 from shopify_messages where id = 'made-up'`)).toEqual([])
})

test('the total of points is the sum over lines of points times quantity [SHOP-16]', async () => {
  const ada = await saver(app, 1_000)
  for (const points of [0, 35, 120]) await app.as(ada).shopCart.add(pick(await ware(app, { points })))
  const { lines, totalPoints } = await app.as(ada).shopCart.mine()
  expect(lines.map(({ quantity }) => quantity)).toEqual([1, 1, 1])
  expect(totalPoints).toBe(155)
  const { orderId } = await app.as(ada).shopOrders.checkout({})
  expect((await orderRow(orderId)).total_points_required).toBe(155)
  await givePoints(app, ada, 1)
})

/** Its time is over and that was seen, but the storefront did not let its cart be emptied. */
async function ranOutFull(orderId: string) {
  later(31)
  await shopControl(app, { down: true })
  await watchStore(app)
  await shopControl(app, { down: false })
  expect((await orderRow(orderId)).status).toBe('expired')
}
/** How the purchases of somebody stand, the first first. */
const statesOf = async (who: { id: string }) =>
  (
    await app.sql<{ status: string }>('select status from shopify_orders where user_id = $1 order by created_at', [
      who.id,
    ])
  ).map(({ status }) => status)
const waitingForLocks = async () => {
  const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await app.sql(waiting))[0]!.n
}
/** One thing in their cart instead of another, some moments later. */
async function swap(who: Person, one: { variantId: string }, other: { variantId: string }) {
  later(0.1)
  await app.as(who).shopCart.remove(pick(one))
  await app.as(who).shopCart.add(pick(other))
}

const pick = ({ variantId }: { variantId: string }) => ({ variantId })

/** What the storefront says of an order that is paid. */
const paidAs = (id: string, reference: string, item: { variantId: string; productId: string }, quantity: number) => ({
  ...{ id: `gid://shopify/Order/${id}`, name: `#${id}`, status: 'paid' as const, reference },
  ...{ totalPence: 3_500 * quantity, refundedPence: 0, createdAt: app.clock.now(), paidAt: app.clock.now() },
  lines: [{ ...item, title: 'Linen apron', quantity, currentQuantity: quantity, pricePence: 3_500 }],
})
