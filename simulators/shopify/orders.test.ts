import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhooks } from './messages.ts'
import { shopifySimulator } from './simulator.ts'
import { type Bench, openBench } from './testbench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const create = `mutation Cart($input: CartInput) { cartCreate(input: $input) {
  cart { id checkoutUrl totalQuantity } userErrors { field message } warnings { code }
} }`

async function cartOf(...variants: string[]) {
  const lines = variants.map(merchandiseId => ({ merchandiseId, quantity: 1 }))
  const input = { lines, attributes: [{ key: 'reference', value: 'r1' }] }
  return (await bench.storefront(create, { input })).data.cartCreate
}

const about = (topic: string, name: string) =>
  bench.received.filter(({ topic: its, body }) => its === topic && (body.name === name || body.order_id === name))

async function paid(...variants: string[]) {
  const { cart } = await cartOf(...variants)
  const { location } = await bench.press(cart.checkoutUrl)
  const shown = await (await fetch(new URL(location, bench.url))).text()
  return { cart, shown, name: /Order (#\d+) is paid/.exec(shown)?.[1] ?? '' }
}

test('the hosted page shows what is paid for, and keeps what its address carries', async () => {
  const { variantIds } = await bench.stock({ handle: 'apron' })
  const { cart } = await cartOf(variantIds[0]!)
  const address = `${cart.checkoutUrl}&channel=online_store`
  const page = await (await fetch(address)).text()
  expect(page).toContain('Simulator: no real money')
  expect(page).toContain('Pay £35.00')
  expect(page).toContain('channel=online_store"')
  expect(page).toContain('Leave without paying')
  const { status, location } = await bench.press(address)
  expect({ status, location: location.endsWith('&channel=online_store') }).toEqual({ status: 303, location: true })
  const { rows } = await bench.pool.query(`select body->>'channel' as channel from simulator_shopify.orders`)
  expect(rows).toEqual([{ channel: 'online_store' }])
  expect((await fetch(cart.checkoutUrl.replace(/key=.*/, 'key=other'))).status).toBe(404)
  expect((await bench.press(cart.checkoutUrl.replace(/key=.*/, 'key=other'))).status).toBe(404)
})

test('paying makes one order and one signed message, however often it is pressed', async () => {
  const { variantIds } = await bench.stock({ handle: 'once', variants: [{ pricePence: 1_250, stock: 5 }] })
  const { cart } = await cartOf(variantIds[0]!)
  await Promise.all(Array.from({ length: 8 }, () => bench.press(cart.checkoutUrl)))
  await bench.delivered()
  const token = /Cart\/(\w+)/.exec(cart.id)?.[1]
  const mine = bench.received.filter(({ body }) => body.cart_token === token)
  expect(mine).toMatchObject([
    {
      topic: 'orders/paid',
      isSigned: true,
      body: {
        financial_status: 'paid',
        total_price: '12.50',
        note_attributes: [{ name: 'reference', value: 'r1' }],
        line_items: [{ quantity: 1, price: '12.50' }],
      },
    },
  ])
  const left = `{ nodes(ids: ["${variantIds[0]}"]) { ... on ProductVariant { quantityAvailable } } }`
  expect((await bench.storefront(left)).data.nodes).toEqual([{ quantityAvailable: 4 }])
})

test('the last one is sold once, whoever presses first', async () => {
  const { variantIds } = await bench.stock({ handle: 'last', variants: [{ pricePence: 900, stock: 1 }] })
  const carts = await Promise.all(Array.from({ length: 5 }, () => cartOf(variantIds[0]!)))
  const presses = await Promise.all(carts.map(({ cart }) => bench.press(cart.checkoutUrl)))
  expect(presses.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409])
  expect(presses.find(({ status }) => status === 409)?.text).toContain('Nothing was paid')
  const { cart, warnings } = await cartOf(variantIds[0]!)
  expect({ left: cart.totalQuantity, warnings }).toEqual({ left: 0, warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }] })
})

test('a refund gives back a piece, then the rest, and what is restocked can be bought again', async () => {
  const { variantIds } = await bench.stock({ handle: 'pair', variants: [{ pricePence: 1_000, stock: 2 }] })
  const { name } = await paid(variantIds[0]!, variantIds[0]!)
  const order = `query O($q: String) { orders(first: 1, query: $q) { nodes {
    id displayFinancialStatus totalRefundedSet { shopMoney { amount } } lineItems(first: 5) { nodes { currentQuantity } }
  } } }`
  const now = async () => (await bench.admin(order, { q: `name:${name}` })).data.orders.nodes[0]
  expect(await now()).toMatchObject({ displayFinancialStatus: 'PAID' })
  await bench.control({ refundPiece: name })
  expect(await now()).toMatchObject({
    displayFinancialStatus: 'PARTIALLY_REFUNDED',
    totalRefundedSet: { shopMoney: { amount: '10.0' } },
  })
  await bench.control({ refund: name })
  const { id, lineItems, displayFinancialStatus } = await now()
  expect(displayFinancialStatus).toBe('REFUNDED')
  expect(lineItems.nodes).toEqual([{ currentQuantity: 0 }, { currentQuantity: 0 }])
  expect(await bench.control({ refund: name })).toMatchObject({ status: 409 })
  await bench.delivered()
  const number = Number(id.split('/').at(-1))
  const refunds = bench.received.filter(({ topic, body }) => topic === 'refunds/create' && body.order_id === number)
  expect(refunds.map(({ isSigned, body }) => [isSigned, body.transactions])).toEqual([
    [true, [expect.objectContaining({ amount: '10.00', kind: 'refund' })]],
    [true, [expect.objectContaining({ amount: '10.00' })]],
  ])
  expect((await cartOf(variantIds[0]!)).warnings).toEqual([])
})

test('ten who refund one order at once give back each piece once', async () => {
  const { variantIds } = await bench.stock({ handle: 'ten', variants: [{ pricePence: 1_000, stock: 2 }] })
  const { name } = await paid(variantIds[0]!, variantIds[0]!)
  const answers = await Promise.all(Array.from({ length: 10 }, () => bench.control({ refund: name })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = `{ nodes(ids: ["${variantIds[0]}"]) { ... on ProductVariant { quantityAvailable } } }`
  expect((await bench.storefront(left)).data.nodes).toEqual([{ quantityAvailable: 2 }])
})

test('a cart gets no more of a thing than there is, and says so', async () => {
  const { variantIds } = await bench.stock({ handle: 'two', variants: [{ pricePence: 900, stock: 2 }] })
  const input = { lines: [{ merchandiseId: variantIds[0], quantity: 5 }], attributes: [] }
  const { cart, warnings } = (await bench.storefront(create, { input })).data.cartCreate
  expect({ left: cart.totalQuantity, warnings }).toEqual({
    left: 2,
    warnings: [{ code: 'MERCHANDISE_NOT_ENOUGH_STOCK' }],
  })
})

test('a line that is taken out of a cart is not paid; only who knows its key takes one out', async () => {
  const { variantIds } = await bench.stock({
    handle: 'taken',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { values: ['S'], pricePence: 900, stock: 4 },
      { values: ['M'], pricePence: 1_100, stock: 4 },
    ],
  })
  const { cart } = await cartOf(...variantIds)
  const lines = `query C($id: ID!) { cart(id: $id) { lines(first: 5) { nodes { id quantity } } } }`
  const remove = `mutation R($id: ID!, $lines: [ID!]!) {
    cartLinesRemove(cartId: $id, lineIds: $lines) { cart { totalQuantity } userErrors { message } }
  }`
  const of = async (id: string) => (await bench.storefront(lines, { id })).data.cart
  const [first] = (await of(cart.id)).lines.nodes
  const other = cart.id.replace(/key=.*/, 'key=other')
  expect(await of(other)).toBeNull()
  expect((await bench.storefront(remove, { id: other, lines: [first.id] })).data.cartLinesRemove).toEqual({
    cart: null,
    userErrors: [{ message: 'The specified cart does not exist.' }],
  })
  expect((await bench.storefront(remove, { id: cart.id, lines: [first.id] })).data.cartLinesRemove).toEqual({
    cart: { totalQuantity: 1 },
    userErrors: [],
  })
  expect(await (await fetch(cart.checkoutUrl)).text()).toContain('Pay £11.00')
})

test('a message that is refused comes again, and one can be sent once more with the same id', async () => {
  const { variantIds } = await bench.stock({ handle: 'again' })
  await bench.delivered()
  bench.answers.push(500, 404, 302)
  const { name } = await paid(variantIds[0]!)
  await bench.delivered()
  expect(bench.answers).toEqual([])
  expect(about('orders/paid', name)).toHaveLength(1)
  const { rows } = await bench.pool.query('select max(id)::text as id from simulator_shopify.deliveries')
  await bench.control({ repeat: rows[0].id })
  await bench.delivered()
  const [first, second] = about('orders/paid', name)
  expect(second).toEqual(first)
  const shown = await (await fetch(`${bench.url}/dev/shopify`)).text()
  expect(shown).toContain(name)
  expect(shown).toContain('delivered (200), attempt 4')
})

test('held messages wait, and go in the order that is asked for', async () => {
  const { variantIds } = await bench.stock({ handle: 'held' })
  await bench.delivered()
  await bench.control({ hold: true })
  const { name } = await paid(variantIds[0]!)
  await bench.control({ refund: name })
  expect(await bench.control({})).toMatchObject({ hold: true, pendingDeliveries: 2 })
  const before = bench.received.length
  await bench.control({ deliver: 'reversed' })
  expect(bench.received.slice(before).map(({ topic }) => topic)).toEqual(['refunds/create', 'orders/paid'])
  await bench.control({ hold: false })
})

test('several processes are one shop: each message is sent once, also after a restart', async () => {
  const { variantIds } = await bench.stock({ handle: 'many' })
  await bench.simulator.stop()
  const names = await Promise.all(Array.from({ length: 20 }, async () => (await paid(variantIds[0]!)).name))
  expect(new Set(names).size).toBe(20)
  const stop = new AbortController().signal
  for (let isMore = true; isMore; ) {
    const claims = await Promise.all(Array.from({ length: 6 }, () => webhooks.deliverDue(bench.options, 3, stop)))
    await Promise.all(claims.flat())
    isMore = claims.flat().length > 0
  }
  for (const name of names) expect(about('orders/paid', name)).toHaveLength(1)
  const other = shopifySimulator(bench.options)
  await other.start()
  const { name } = await paid(variantIds[0]!)
  await bench.delivered()
  expect(about('orders/paid', name)).toHaveLength(1)
  await other.stop()
  await bench.simulator.start()
})
