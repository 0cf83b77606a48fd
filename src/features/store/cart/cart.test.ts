import { expect, onTestFinished, test } from 'vitest'
import { member, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { priceInShop, shopControl } from '#test/shop.ts'
import { lookAgain, saver, stocked, ware } from '#test/store.ts'
import { mostLines } from './inputs.ts'

const app = sharedTestApp()

test('a line carries what the specification lists, at the storefront’s price [SHOP-11] [SHOP-15]', async () => {
  const apron = await ware(app, {
    title: 'Linen apron',
    points: 40,
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { values: ['S'], pricePence: 3_500 },
      { values: ['M'], pricePence: 3_900 },
    ],
  })
  const ada = await saver(app, 50)
  const variantId = apron.variantIds[1]!
  // Twice is once.
  for (let i = 0; i < 2; i++) expect(await app.as(ada).shopCart.add({ variantId })).toEqual({ lines: 1 })
  expect(await app.as(ada).shopCart.mine()).toEqual({
    lines: [
      {
        ...{ variantId, quantity: 1, pricePence: 3_900, selectedOptions: [{ name: 'Size', value: 'M' }], whyNot: null },
        product: { id: apron.productId, handle: apron.handle, title: 'Linen apron', image: null, requiredPoints: 40 },
      },
    ],
    ...{ totalPence: 3_900, totalPoints: 40, points: 50, pointsLeft: 50, whyNotCheckout: null },
  })
  expect(await app.as(ada).shopCart.count()).toEqual({ lines: 1 })
  expect(await app.as(await member(app)).shopCart.count()).toEqual({ lines: 0 })
})

test('what was taken out is put back by adding it', async () => {
  const ada = await member(app)
  const { variantId } = await ware(app)
  await app.as(ada).shopCart.add({ variantId })
  expect(await app.as(ada).shopCart.remove({ variantId })).toEqual({ lines: 0 })
  expect(await app.as(ada).shopCart.add({ variantId })).toEqual({ lines: 1 })
})

test('put in again, a line shows the price of that moment also while the storefront is away', async () => {
  const ada = await member(app)
  const { variantId } = await ware(app)
  await app.as(ada).shopCart.add({ variantId })
  await priceInShop(app, variantId, 4_200)
  await app.as(ada).shopCart.add({ variantId })
  await shopControl(app, { down: true })
  app.clock.advance(10 * 60_000)
  expect(await app.as(ada).shopCart.mine()).toMatchObject({ totalPence: 4_200 })
  await shopControl(app, { down: false })
})

test('what is newer than what was read of the storefront last is not taken for gone', async () => {
  const ada = await member(app)
  await app.as(ada).shopCart.add(await ware(app).then(({ variantId }) => ({ variantId })))
  await app.as(ada).shopCart.mine()
  const { variantId } = await stocked(app)
  await app.as(ada).shopCart.add({ variantId })
  const { lines, whyNotCheckout } = await app.as(ada).shopCart.mine()
  expect(lines.map(({ whyNot }) => whyNot)).toEqual([null, null])
  expect(whyNotCheckout).toBeNull()
})

test('what cannot be had is not added [SHOP-17]', async () => {
  const ada = await member(app)
  const gone = await ware(app, { variants: [{ pricePence: 900, stock: 0 }] })
  await expect(app.as(ada).shopCart.add({ variantId: gone.variantId })).rejects.toMatchObject({ code: 'SOLD_OUT' })
  await expect(app.as(ada).shopCart.add({ variantId: 'gid://shopify/ProductVariant/999999999' })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
  // Sold out meanwhile, it stays in sight with why.
  const last = await ware(app, { variants: [{ pricePence: 900, stock: 1 }] })
  await app.as(ada).shopCart.add({ variantId: last.variantId })
  await shopControl(app, { stock: { variant: last.variantId, left: 0 } })
  lookAgain(app)
  const { lines, whyNotCheckout } = await app.as(ada).shopCart.mine()
  expect(lines).toMatchObject([{ variantId: last.variantId, whyNot: { code: 'SOLD_OUT' } }])
  expect(whyNotCheckout).toMatchObject({ code: 'SOLD_OUT' })
})

test('what is locked is refused by the server, in the words of the specification', async () => {
  const { variantId } = await ware(app, { points: 120 })
  const refused = {
    ...{ code: 'INSUFFICIENT_POINTS', message: 'You need 120 points to access this product' },
    data: { title: 'Insufficient points' },
  }
  await expect(app.as(await saver(app, 119)).shopCart.add({ variantId })).rejects.toMatchObject(refused)
  await expect(app.as(await saver(app, 120)).shopCart.add({ variantId })).resolves.toEqual({ lines: 1 })
  await expect(app.as(await person(app)).shopCart.add({ variantId })).rejects.toMatchObject({
    code: 'APPROVAL_PENDING',
  })
})

test('while the storefront is away the cart shows what was seen, and why it waits', async () => {
  const ada = await member(app)
  const { variantId } = await ware(app)
  await app.as(ada).shopCart.add({ variantId })
  await shopControl(app, { down: true })
  app.clock.advance(10 * 60_000)
  const cart = await app.as(ada).shopCart.mine()
  expect(cart).toMatchObject({
    ...{ lines: [{ variantId, pricePence: 3_500, whyNot: { code: 'STORE_AWAY' } }], totalPence: 3_500 },
    whyNotCheckout: { message: 'The store cannot be reached right now. Please try again.' },
  })
  await expect(app.as(ada).shopCart.add({ variantId })).rejects.toMatchObject({ code: 'STORE_AWAY', status: 424 })
  await shopControl(app, { down: false })
})

test('what goes wrong in the house is not told as a storefront that is away, neither of a cart nor of a purchase', async () => {
  const ada = await member(app)
  const { variantId } = await ware(app)
  await app.as(ada).shopCart.add({ variantId })
  const { orderId } = await app.as(ada).shopOrders.checkout({})
  const { shopify } = app.runtime
  const fault = () => {
    throw new TypeError('a fault of our own')
  }
  lookAgain(app)
  Object.assign(app.runtime, { shopify: new Proxy({}, { get: fault }) })
  onTestFinished(() => void Object.assign(app.runtime, { shopify }))
  const { shopCart, shopOrders } = app.as(ada)
  for (const ask of [
    () => shopCart.add({ variantId }),
    () => shopCart.mine(),
    () => shopOrders.checkout({}),
    () => shopOrders.verify({ orderId }),
  ])
    await expect(ask()).rejects.toMatchObject({ status: 500 })
})

test('of many who fill one cart at once none puts in more than it holds', async () => {
  const ada = await member(app)
  const { variantIds } = await ware(app, {
    options: [{ name: 'Number', values: Array.from({ length: 4 }, (_, i) => String(i)) }],
    variants: Array.from({ length: 4 }, (_, i) => ({ values: [String(i)], pricePence: 100 })),
  })
  await app.sql(
    `insert into shop_cart_lines (user_id, variant_id, product_id, seen)
     select $1, 'gone ' || n, 'gone', '{"handle":"gone","title":"Gone","pricePence":1,"selectedOptions":[],"image":null}'
     from generate_series(1, $2) n`,
    [ada.id, mostLines - 1],
  )
  const answers = await Promise.allSettled(variantIds.map(variantId => app.as(ada).shopCart.add({ variantId })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await app.as(ada).shopCart.count()).toEqual({ lines: mostLines })
})
