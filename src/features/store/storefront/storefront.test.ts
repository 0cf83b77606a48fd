import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sharedTestApp } from '#test/app.ts'
import { pressPayInShop, shopControl, stockShop } from '#test/shop.ts'
import type { ProductDraft } from './inputs.ts'
import {
  createCart,
  deleteProduct,
  emptyCart,
  productByHandle,
  products,
  productsByIds,
  saveProduct,
  storefrontOrderById,
  storefrontOrdersOf,
  variantsByIds,
  verifyWebhook,
} from './model.ts'
import { penceOf, poundsOf, textOf, withQuery } from './rules.ts'

const app = sharedTestApp()

const shirt = {
  handle: 'work-shirt',
  title: 'Work shirt',
  descriptionHtml: '<p>Cotton &amp; linen.</p><p>Made in Leeds.</p>',
  productType: 'Clothing',
  tags: ['new'],
  options: [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Colour', values: ['Ochre'] },
  ],
  variants: [
    { values: ['S', 'Ochre'], pricePence: 4_250, sku: 'WS-S', weightKg: 0.4, stock: 3 },
    { values: ['M', 'Ochre'], pricePence: 4_500, stock: 0 },
  ],
  pictures: [{ url: 'https://cdn.shopify.com/s/files/shirt.jpg', alt: 'A shirt', width: 1200, height: 1200 }],
}

/** What a call fails with; fails itself when it does not. */
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    ({ failure, message, passes }) => ({ failure, message, passes }),
  )

const reference = () => crypto.randomUUID()
const orderOf = async (...sought: Parameters<typeof storefrontOrdersOf>) =>
  (await storefrontOrdersOf(...sought))[0] ?? null
const cartOf = (variantId: string, attributes = {}) =>
  createCart(app.runtime, { lines: [{ variantId, quantity: 1 }], attributes })

test('[SHOP-08] [PRD-03] a product of the storefront has everything that the store shows of it', async () => {
  const { id, variantIds } = await stockShop(app, shirt)
  const found = await productByHandle(app.runtime, 'work-shirt')
  expect(found).toEqual({
    id,
    handle: 'work-shirt',
    title: 'Work shirt',
    description: 'Cotton & linen.\n\nMade in Leeds.',
    productType: 'Clothing',
    vendor: '',
    tags: ['new'],
    createdAt: app.clock.now(),
    minPence: 4_250,
    maxPence: 4_500,
    availableForSale: true,
    images: [{ url: 'https://cdn.shopify.com/s/files/shirt.jpg', alt: 'A shirt', width: 1200, height: 1200 }],
    options: [
      { name: 'Size', values: ['S', 'M'] },
      { name: 'Colour', values: ['Ochre'] },
    ],
    variants: [
      {
        id: variantIds[0],
        title: 'S / Ochre',
        pricePence: 4_250,
        availableForSale: true,
        quantityAvailable: 3,
        selectedOptions: [
          { name: 'Size', value: 'S' },
          { name: 'Colour', value: 'Ochre' },
        ],
        sku: 'WS-S',
        weightKg: 0.4,
      },
      expect.objectContaining({ id: variantIds[1], availableForSale: false, quantityAvailable: 0, weightKg: null }),
    ],
    variantsCount: 2,
  })
  const [variant] = await variantsByIds(app.runtime, [variantIds[0]!, 'gid://shopify/ProductVariant/1'])
  expect(variant).toMatchObject({ pricePence: 4_250, product: { id, handle: 'work-shirt', image: { alt: 'A shirt' } } })
  expect((await productsByIds(app.runtime, [id, 'gid://shopify/Product/1'])).map(product => product.id)).toEqual([id])
  expect(await productByHandle(app.runtime, 'no-such-thing')).toBeNull()
  expect(await productsByIds(app.runtime, [])).toEqual([])
})

test('products come newest first, and it is said when there are more', async () => {
  app.clock.advance(60_000)
  const { id } = await stockShop(app, { handle: 'newest', variants: [{ pricePence: 1_000 }] })
  const one = await products(app.runtime, 1)
  expect(one).toMatchObject({ products: [{ id, variants: [{ quantityAvailable: null }] }], hasMore: true })
  expect((await products(app.runtime)).hasMore).toBe(false)
})

test('a cart becomes an order that the house finds again, as it is now', async () => {
  const { id, variantIds } = await stockShop(app, { handle: 'apron' })
  const mine = reference()
  const since = app.clock.now()
  const cart = await cartOf(variantIds[0]!, { reference: mine, house: 'Exchange' })
  const sought = { cartId: cart.id, reference: mine, since }
  expect(await orderOf(app.runtime, sought)).toBeNull()
  const address = withQuery(cart.checkoutUrl, 'channel', 'online_store')
  expect(address).toMatch(/\?key=\w+&channel=online_store$/)
  expect(await pressPayInShop(address)).toBe(303)
  expect(await pressPayInShop(address)).toBe(303)
  const paid = await orderOf(app.runtime, sought)
  expect(paid).toMatchObject({
    name: expect.stringMatching(/^#\d+$/),
    status: 'paid',
    reference: mine,
    totalPence: 3_500,
    refundedPence: 0,
    createdAt: since,
    paidAt: since,
    lines: [
      {
        variantId: variantIds[0],
        productId: id,
        title: 'Linen apron',
        quantity: 1,
        currentQuantity: 1,
        pricePence: 3_500,
      },
    ],
  })
  // The cart's token may change; the reference does not.
  expect(await orderOf(app.runtime, { ...sought, cartId: 'gid://shopify/Cart/other?key=1' })).toEqual(paid)
  expect(await orderOf(app.runtime, { ...sought, reference: reference() })).toBeNull()
  await shopControl(app, { refund: paid!.name })
  expect(await storefrontOrderById(app.runtime, paid!.id)).toMatchObject({
    status: 'refunded',
    refundedPence: 3_500,
    lines: [{ quantity: 1, currentQuantity: 0 }],
  })
  await deleteProduct(app.runtime, id)
  expect(await storefrontOrderById(app.runtime, paid!.id)).toMatchObject({
    lines: [{ variantId: null, productId: null }],
  })
  expect(await storefrontOrderById(app.runtime, 'gid://shopify/Order/1')).toBeNull()
})

test('a cart that was emptied is paid by nobody; one that is gone is as good as empty', async () => {
  const { variantIds } = await stockShop(app, { handle: 'emptied' })
  const cart = await cartOf(variantIds[0]!)
  // Who does not know its key empties nothing.
  await emptyCart(app.runtime, cart.id.replace(/key=.*/, 'key=other'))
  const other = await cartOf(variantIds[0]!)
  expect(await pressPayInShop(other.checkoutUrl)).toBe(303)
  for (let i = 0; i < 2; i++) await emptyCart(app.runtime, cart.id)
  expect(await pressPayInShop(cart.checkoutUrl)).toBe(409)
  await emptyCart(app.runtime, 'gid://shopify/Cart/gone?key=1')
  await shopControl(app, { down: true })
  expect(await failureOf(emptyCart(app.runtime, cart.id))).toMatchObject({ failure: 'http', passes: true })
  await shopControl(app, { down: false })
})

test('a variant that is sold out, or sold no longer, gets into no cart', async () => {
  const { variantIds } = await stockShop(app, { handle: 'last', variants: [{ pricePence: 900, stock: 0 }] })
  expect(await failureOf(cartOf(variantIds[0]!))).toMatchObject({
    failure: 'noCart',
    message: expect.stringContaining('Cart creation failed: The product'),
  })
  expect(await failureOf(cartOf('gid://shopify/ProductVariant/1'))).toMatchObject({
    failure: 'noCart',
    message: expect.stringMatching(/^Cart creation failed: .+ does not exist/),
  })
})

test('each thing that can go wrong is one kind of error, and says whether it may work later', async () => {
  const { variantIds } = await stockShop(app, { handle: 'whatever' })
  const broken = async (knobs: object, call = () => products(app.runtime) as Promise<unknown>) => {
    await shopControl(app, knobs)
    const failure = await failureOf(call())
    await shopControl(app, Object.fromEntries(Object.keys(knobs).map(name => [name, false])))
    return failure
  }
  expect(await broken({ paymentRequired: true })).toMatchObject({ failure: 'paymentRequired', passes: false })
  expect(await broken({ down: true })).toMatchObject({ failure: 'http', passes: true })
  expect(await broken({ garbled: true })).toMatchObject({ failure: 'unreadable', passes: false })
  expect(await broken({ refuseCarts: true }, () => cartOf(variantIds[0]!))).toMatchObject({
    failure: 'noCart',
    message: 'Cart creation failed: The simulator refuses carts.',
  })
  const shopify = app.runtime.shopify!
  const wrongToken = { shopify: { ...shopify, storefrontToken: 'other' } }
  expect(await failureOf(products(wrongToken))).toMatchObject({ failure: 'http', passes: false })
  const nobody = { shopify: { ...shopify, origin: 'http://127.0.0.1:9' } }
  expect(await failureOf(products(nobody))).toMatchObject({ failure: 'away', passes: true })
  expect(await failureOf(products({ shopify: null }))).toMatchObject({ failure: 'notConnected', passes: false })
  expect(await failureOf(products(app.runtime, 1_000))).toMatchObject({ failure: 'graphql' })
})

test('a cart without an address to pay at, or in another currency, is none', async () => {
  const answers = async (data: object) => {
    const server = createServer((_, response) => response.end(JSON.stringify({ data })))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { shopify: { ...app.runtime.shopify!, origin } }
  }
  const cart = { id: 'gid://shopify/Cart/1', checkoutUrl: '', totalQuantity: 1 }
  const shop = await answers({ cartCreate: { cart, userErrors: [], warnings: [] } })
  const draft = { lines: [{ variantId: 'gid://shopify/ProductVariant/1', quantity: 1 }], attributes: {} }
  expect(await failureOf(createCart(shop, draft))).toMatchObject({
    failure: 'noCheckoutUrl',
    message: 'No checkout URL returned',
  })
  expect(() => penceOf({ amount: '1.0', currencyCode: 'EUR' })).toThrow('EUR')
})

test('an answer is waited for three seconds, and no longer', async () => {
  const server = createServer(() => {})
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const began = performance.now()
  const failure = await failureOf(products({ shopify: { ...app.runtime.shopify!, origin } }))
  expect(failure).toMatchObject({ failure: 'late', passes: true })
  expect(performance.now() - began).toBeGreaterThan(2_900)
})

test('a message is believed only with the signature of its own body', async () => {
  const { webhookSecret } = app.runtime.shopify!
  const raw = JSON.stringify({ id: 5, note_attributes: [{ name: 'reference', value: 'mine' }] })
  const sign = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('base64')
  const read = (body: string, hmac: string, more = {}) =>
    verifyWebhook(
      app.runtime,
      body,
      new Headers({
        'x-shopify-hmac-sha256': hmac,
        'x-shopify-topic': 'orders/paid',
        'x-shopify-webhook-id': 'w1',
        ...more,
      }),
    )
  const right = sign(raw, webhookSecret)
  expect(read(raw, right)).toEqual({
    id: 'w1',
    topic: 'orders/paid',
    orderId: 'gid://shopify/Order/5',
  })
  expect(read(`${raw} `, right)).toBeNull()
  expect(read(raw, sign(raw, 'other'))).toBeNull()
  expect(read(raw, '')).toBeNull()
  // Longer than a job may carry: kept, it could never be handled.
  expect(read(raw, right, { 'x-shopify-webhook-id': 'w'.repeat(255) })).toMatchObject({
    orderId: 'gid://shopify/Order/5',
  })
  expect(read(raw, right, { 'x-shopify-webhook-id': 'w'.repeat(256) })).toBeNull()
  expect(read('no json', sign('no json', webhookSecret))).toBeNull()
  const refund = JSON.stringify({ id: 9, order_id: 5 })
  expect(read(refund, sign(refund, webhookSecret), { 'x-shopify-topic': 'refunds/create' })).toEqual({
    id: 'w1',
    topic: 'refunds/create',
    orderId: 'gid://shopify/Order/5',
  })
  expect(verifyWebhook({ shopify: null }, raw, new Headers())).toBeNull()
})

const draft: ProductDraft = {
  id: null,
  handle: 'tote-bag-1',
  title: 'Tote bag',
  description: 'Canvas <heavy>.\n\nTwo handles\nof webbing.',
  productType: 'Bags',
  vendor: 'Exchange',
  tags: ['bags', 'new'],
  options: ['Colour'],
  variants: [
    { id: null, values: ['Natural'], pricePence: 1_205, sku: 'TB-N', weightKg: 0.25 },
    { id: null, values: ['Black'], pricePence: 1_300, sku: '', weightKg: null },
  ],
  images: [{ url: 'https://house.example/files/bag.jpg', alt: 'A bag' }],
}

test('a product is created, changed and deleted with its options, variants and pictures', async () => {
  const { id } = await saveProduct(app.runtime, draft)
  expect(await saveProduct(app.runtime, draft)).toEqual({ id })
  const made = await productByHandle(app.runtime, 'tote-bag-1')
  expect(made).toMatchObject({
    id,
    title: 'Tote bag',
    description: 'Canvas <heavy>.\n\nTwo handles\nof webbing.',
    tags: ['bags', 'new'],
    minPence: 1_205,
    options: [{ name: 'Colour', values: ['Natural', 'Black'] }],
    variants: [
      { title: 'Natural', pricePence: 1_205, sku: 'TB-N', weightKg: 0.25, selectedOptions: [{ value: 'Natural' }] },
      { title: 'Black', pricePence: 1_300, sku: null, weightKg: null },
    ],
    images: [{ url: 'https://house.example/files/bag.jpg', alt: 'A bag' }],
  })
  const [natural] = made!.variants
  const changed = {
    ...draft,
    id,
    options: [],
    variants: [{ ...draft.variants[0]!, id: null, values: [], pricePence: 1_500 }],
    images: [...draft.images, { url: 'https://house.example/files/bag-2.jpg', alt: 'Its inside' }],
  }
  await saveProduct(app.runtime, {
    ...draft,
    id,
    variants: [{ ...draft.variants[0]!, id: natural!.id, pricePence: 1_400 }],
  })
  const [kept, ...gone] = (await productByHandle(app.runtime, 'tote-bag-1'))!.variants
  expect(kept).toMatchObject({ id: natural!.id, pricePence: 1_400 })
  expect(gone).toEqual([])
  await saveProduct(app.runtime, changed)
  expect(await productByHandle(app.runtime, 'tote-bag-1')).toMatchObject({
    options: [],
    variants: [{ title: '', selectedOptions: [], pricePence: 1_500 }],
    variantsCount: 1,
    images: [{ alt: 'A bag' }, { alt: 'Its inside' }],
  })
  expect(await failureOf(saveProduct(app.runtime, { ...draft, title: ' ' }))).toMatchObject({
    failure: 'refused',
    message: "Title can't be blank",
  })
  await deleteProduct(app.runtime, id)
  await deleteProduct(app.runtime, id)
  expect(await productByHandle(app.runtime, 'tote-bag-1')).toBeNull()
  expect(await failureOf(saveProduct(app.runtime, { ...draft, id }))).toMatchObject({ failure: 'refused' })
})

test('prices are read and written to the penny', () => {
  const read = (amount: string) => penceOf({ amount, currencyCode: 'GBP' })
  expect(['12', '12.5', '12.50', '0.07', '1234.99', '19.999'].map(read)).toEqual([1200, 1250, 1250, 7, 123_499, 2000])
  expect([0, 7, 1200, 1250, 123_499].map(poundsOf)).toEqual(['0.00', '0.07', '12.00', '12.50', '1234.99'])
  expect(() => read('twelve')).toThrow('no price')
})

test('a description is read with its paragraphs, lines and lists, and without its markup', () => {
  const html =
    '<h2>Linen</h2>\n<p>Heavy&nbsp;&amp; soft,<br>&#39;washed&#39;.</p><ul><li>40&deg;</li> <li>no <b>iron</b></li></ul><p></p>'
  expect(textOf(html)).toBe("Linen\n\nHeavy & soft,\n'washed'.\n\n• 40&deg;\n• no iron")
})
