import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { admin, committee, member, person } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from '#test/app.ts'
import { newProduct, shopControl } from '#test/shop.ts'
import { copies, lookAgain, saver, type Ware, ware } from '#test/store.ts'
import { mostRead } from './inputs.ts'

const app = sharedTestApp()

test('a product carries what the specification lists, and what the house asks for it [SHOP-08] [SHOP-09] [SHOP-12]', async () => {
  const { handle, productId, variantIds } = await ware(app, {
    ...{ title: 'Riso print', descriptionHtml: '<p>Two colours.</p>', points: 120, isExclusive: true },
    options: [{ name: 'Size', values: ['A4', 'A3'] }],
    variants: [
      { values: ['A4'], pricePence: 1_200, stock: 3 },
      { values: ['A3'], pricePence: 2_000, stock: 10 },
    ],
    pictures: [{ url: 'https://pictures.example/print.jpg', alt: 'A print', width: 800, height: 600 }],
  })
  const ada = await saver(app, 119)
  const { product, points } = await app.as(ada).products.one({ handle })
  expect(points).toBe(119)
  expect(product).toMatchObject({
    ...{ id: productId, handle, title: 'Riso print', description: 'Two colours.', minPence: 1_200, maxPence: 2_000 },
    images: [{ url: 'https://pictures.example/print.jpg', alt: 'A print', width: 800, height: 600 }],
    options: [{ name: 'Size', values: ['A4', 'A3'] }],
    variants: [
      {
        ...{ id: variantIds[0], title: 'A4', pricePence: 1_200, availableForSale: true, left: 3 },
        selectedOptions: [{ name: 'Size', value: 'A4' }],
      },
      { id: variantIds[1], left: null },
    ],
    ...{ requiredPoints: 120, isExclusive: true, isLocked: true, isAvailable: true },
    whyNotBuy: { title: 'Insufficient points', message: 'You need 120 points to access this product' },
  })
  const [listed] = (await app.as(ada).products.list()).products.filter(each => each.id === productId)
  expect(listed).toMatchObject({ image: { alt: 'A print' }, requiredPoints: 120, isLocked: true })
  await expect(app.as(ada).products.one({ handle: 'no-such-thing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('locked is what asks for more than somebody has; what asks for nothing is open, to visitors as the house chooses [SHOP-13] [PRD-19]', async () => {
  const [free, dear] = [await ware(app), await ware(app, { points: 120 })]
  const lockOf = async (who: Parameters<typeof app.as>[0], { handle }: { handle: string }) =>
    (await app.as(who).products.one({ handle })).product.isLocked
  expect(await lockOf(await saver(app, 119), dear)).toBe(true)
  expect(await lockOf(await saver(app, 120), dear)).toBe(false)
  expect(await lockOf(await saver(app, 0), free)).toBe(false)
  // Under review somebody may look, and not buy.
  const { product } = await app.as(await person(app)).products.one({ handle: free.handle })
  expect(product).toMatchObject({ isLocked: false, whyNotBuy: { code: 'APPROVAL_PENDING' } })
  for (const ask of [() => app.as(null).products.list(), () => app.as(null).products.one({ handle: free.handle })])
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_OPEN', status: 401 })
  const boss = await admin(app)
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: ['/store'] })
  expect(await lockOf(null, free)).toBe(false)
  expect(await lockOf(null, dear)).toBe(true)
  expect((await app.as(null).products.one({ handle: free.handle })).product.whyNotBuy).toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: [] })
})

test('up to four others are related, and none that is this one; a pending checkout is valid for 30 minutes; a product has 3 options at most [PRD-23]', async () => {
  const here = await testApp()
  const wares: Ware[] = []
  for (let i = 0; i < 6; i++)
    wares.push(await ware(here, { variants: [{ pricePence: 1_000 + i * 100, stock: i === 1 ? 0 : 5 }] }))
  const ada = here.as(await member(here))
  const { related } = await ada.products.one({ handle: wares[0]!.handle })
  // What is sold out comes last, the nearest price first.
  expect(related.map(({ id }) => id)).toEqual([2, 3, 4, 5].map(i => wares[i]!.productId))

  await ada.shopCart.add({ variantId: wares[0]!.variantId })
  const { orderId } = await ada.shopOrders.checkout({})
  const stateOf = async () => (await ada.shopOrders.result({ orderId })).state
  here.clock.advance(30 * 60_000 - 1)
  expect(await stateOf()).toBe('pending')
  here.clock.advance(1)
  expect(await stateOf()).toBe('failure')

  const { shopProducts } = here.as(await admin(here))
  const withOptions = (count: number) => {
    const { fields } = newProduct()
    const options = Array.from({ length: count }, (_, at) => `Option ${at}`)
    const variants = fields.variants.map(each => ({ ...each, values: options }))
    return shopProducts.save({ product: { key: randomUUID() }, fields: { ...fields, options, variants } })
  }
  expect(await withOptions(3)).toMatchObject({ id: expect.any(String) })
  await expect(withOptions(4)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('all products of a full store are there, whatever their number; of more than 500 the newest, and it is said', async () => {
  const here = await testApp()
  const ada = await saver(here, 10)
  const boss = await admin(here)
  // The oldest of all is what hides behind the fifty newest.
  const dear = await ware(here, { title: 'Kiln key', points: 500, isExclusive: true })
  const free = await ware(here, { title: 'Oldest but one' })
  await copies(here, free, 138)
  const shown = async () => {
    const { products, more } = await here.as(ada).products.list()
    const choices = await here.as(boss).products.choices()
    expect([choices.products.length, choices.more]).toEqual([products.length, more])
    return { count: products.length, more, ids: products.map(({ id }) => id), products, choices: choices.products }
  }
  const all = await shown()
  expect([all.count, all.more, new Set(all.ids).size]).toEqual([140, false, 140])
  expect(all.products.at(-1)).toMatchObject({ id: dear.productId, isLocked: true, isExclusive: true })
  expect(all.choices).toContainEqual(expect.objectContaining({ shopifyProductId: dear.productId, hasRule: true }))
  expect(
    await here.as(boss).products.saveAccess({ shopifyProductId: free.productId, requiredPoints: 5 }),
  ).toMatchObject({ productTitle: 'Oldest but one' })
  await copies(here, free, mostRead - 140)
  expect(await shown()).toMatchObject({ count: mostRead, more: false })
  await copies(here, free, 1)
  const most = await shown()
  expect([most.count, most.more, most.ids.includes(dear.productId)]).toEqual([mostRead, true, false])
  // The one that is left out has its page all the same.
  expect((await here.as(ada).products.one({ handle: dear.handle })).product).toMatchObject({ title: 'Kiln key' })
})

test('what only its eleventh variant can be bought of is not sold out', async () => {
  const values = Array.from({ length: 12 }, (_, at) => `No. ${at + 1}`)
  const { handle, productId } = await ware(app, {
    options: [{ name: 'Number', values }],
    variants: values.map((value, at) => ({ values: [value], pricePence: 1_000, stock: at === 10 ? 3 : 0 })),
  })
  const ada = await member(app)
  const listed = (await app.as(ada).products.list()).products.find(({ id }) => id === productId)
  expect(listed).toMatchObject({ isAvailable: true, whyNotBuy: null })
  const { product } = await app.as(ada).products.one({ handle })
  expect(product).toMatchObject({ isAvailable: true, whyNotBuy: null })
  expect(product.variants).toHaveLength(12)
})

test('what went wrong in the house is not told as a storefront that is away', async () => {
  const here = await testApp()
  const ada = await member(here)
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    throw Object.assign(new Error('late'), { name: 'TimeoutError' })
  })
  onTestFinished(() => asked.mockRestore())
  await expect(here.as(ada).products.list()).rejects.toMatchObject({ status: 424 })
  asked.mockRestore()
  lookAgain(here)
  const { shopify } = here.runtime
  Object.assign(here.runtime, { shopify: new Proxy({}, { get: () => raise(new TypeError('a fault of our own')) }) })
  onTestFinished(() => void Object.assign(here.runtime, { shopify }))
  for (const ask of [() => here.as(ada).products.list(), () => here.as(ada).products.one({ handle: 'x' })])
    await expect(ask()).rejects.toMatchObject({ status: 500 })
})

const raise = (error: Error): never => {
  throw error
}

test('while the storefront is away the last minutes are shown as such, then the specified words, and one call asks for everybody', async () => {
  const here = await testApp()
  const ada = await member(here)
  const { handle, productId } = await ware(here)
  const before = here.clock.now()
  await here.as(ada).products.list()
  await shopControl(here, { slowMs: 10_000 })
  lookAgain(here)
  const asked = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => asked.mockRestore())
  const crowd = await Promise.all(Array.from({ length: 20 }, () => here.as(ada).products.list()))
  expect(asked).toHaveBeenCalledTimes(1)
  for (const { products, asOf } of crowd) expect([products[0]!.id, asOf]).toEqual([productId, before])
  // The next ones do not even ask.
  expect((await here.as(ada).products.one({ handle })).asOf).toEqual(before)
  expect(asked).toHaveBeenCalledTimes(1)
  await shopControl(here, { slowMs: 0, down: true })
  here.clock.advance(6 * 60_000)
  await expect(here.as(ada).products.list()).rejects.toMatchObject({
    status: 424,
    message: 'Failed to load store data',
  })
  await expect(here.as(ada).products.one({ handle })).rejects.toMatchObject({ message: 'Failed to load product' })
  await shopControl(here, { down: false, paymentRequired: true })
  lookAgain(here)
  await expect(here.as(ada).products.list()).rejects.toMatchObject({ message: 'Failed to load store data' })
  await shopControl(here, { paymentRequired: false })
  lookAgain(here)
  expect((await here.as(ada).products.list()).asOf).toBeNull()
})

test('an admin sets, changes and takes away what a product asks for [PRD-15] [PRD-17]', async () => {
  const boss = app.as(await admin(app))
  const { productId: shopifyProductId } = await ware(app, { title: 'Enamel mug' })
  const find = async () => (await boss.products.access({ q: 'Enamel mug' })).rows
  expect((await boss.products.choices()).products).toContainEqual({
    ...{ shopifyProductId, title: 'Enamel mug', hasRule: false, requiredPoints: 0, isExclusive: false },
  })
  expect(await boss.products.saveAccess({ shopifyProductId, requiredPoints: 80 })).toMatchObject({ before: null })
  expect(await find()).toMatchObject([
    {
      ...{ id: expect.any(String), shopifyProductId, productTitle: 'Enamel mug' },
      ...{ requiredPoints: 80, isExclusive: false },
    },
  ])
  const id = (await find())[0]!.id
  expect(await boss.products.saveAccess({ shopifyProductId, isExclusive: true })).toMatchObject({
    before: { requiredPoints: 80, isExclusive: false },
  })
  expect(await boss.products.removeAccess({ shopifyProductId })).toMatchObject({
    before: { requiredPoints: 80, isExclusive: true },
  })
  expect(await find()).toEqual([])
  const audited = await app.sql(
    `select action from audit_log where table_name = 'product_access_requirements' and row_id = $1 order by id`,
    [id],
  )
  expect(audited.map(({ action }) => action)).toEqual(['insert', 'update', 'delete'])
})

test('required points are a whole number from 0 [PRD-16]', async () => {
  const boss = app.as(await admin(app))
  const { productId: shopifyProductId } = await ware(app)
  for (const requiredPoints of [-1, 1.5, Number.NaN])
    await expect(boss.products.saveAccess({ shopifyProductId, requiredPoints })).rejects.toMatchObject({ status: 400 })
  await boss.products.saveAccess({ shopifyProductId, requiredPoints: 0 })
  await expect(
    app.sql('update product_access_requirements set required_points = -1 where shopify_product_id = $1', [
      shopifyProductId,
    ]),
  ).rejects.toThrow()
})

test('two who make the first rule of a product at once: one of them hears of the other', async () => {
  const { productId: shopifyProductId } = await ware(app)
  const was = { requiredPoints: 0, isExclusive: false }
  const bosses = [await admin(app), await admin(app)]
  const answers = await Promise.allSettled(
    bosses.map((boss, i) => app.as(boss).products.saveAccess({ shopifyProductId, requiredPoints: 10 + i, was })),
  )
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'CHANGED_MEANWHILE' } },
  ])
})

test('the committee does not set what products ask for', async () => {
  const someone = app.as(await committee(app))
  await expect(someone.products.access({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(someone.products.removeAccess({ shopifyProductId: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
