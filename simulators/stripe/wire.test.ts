import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, openBench } from './testbench.ts'

let bench: Bench
let stripe: Stripe
beforeAll(async () => {
  bench = await openBench()
  stripe = bench.stripe
})
afterAll(() => bench.close())

test('a request needs a test key', async () => {
  const { port } = new URL(bench.url)
  const wrong = new Stripe('sk_live_1', { host: '127.0.0.1', maxNetworkRetries: 0, port, protocol: 'http' })
  await expect(wrong.customers.list()).rejects.toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
  })
  expect((await fetch(`${bench.url}/v1/customers`)).status).toBe(401)
  const basic = { authorization: `Basic ${Buffer.from('sk_test_x:').toString('base64')}` }
  const answer = await fetch(`${bench.url}/v1/customers`, {
    headers: { ...basic, 'stripe-version': '2026-10-28.endive' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('stripe-version')).toBe('2026-10-28.endive')
  expect(answer.headers.get('request-id')).toMatch(/^req_/)
})

test('errors have the shape, type, code and parameter of the real ones', async () => {
  const failure = (promise: Promise<unknown>) => promise.catch((error: Stripe.errors.StripeError) => error)
  const unknown = { bogus: '1' } as Stripe.CustomerCreateParams
  expect(await failure(stripe.customers.retrieve('cus_nobody'))).toMatchObject({
    code: 'resource_missing',
    message: "No such customer: 'cus_nobody'",
    param: 'id',
    statusCode: 404,
    type: 'StripeInvalidRequestError',
  })
  expect(await failure(stripe.customers.create(unknown))).toMatchObject({
    code: 'parameter_unknown',
    param: 'bogus',
    statusCode: 400,
  })
  expect(
    await failure(stripe.checkout.sessions.create({ mode: 'payment', success_url: 'https://x.example' })),
  ).toMatchObject({
    code: 'parameter_missing',
    message: 'Missing required param: line_items.',
  })
  expect(await failure(stripe.prices.create({ currency: 'gbp', product: 'prod_none', unit_amount: 5 }))).toMatchObject({
    code: 'resource_missing',
    param: 'product',
    statusCode: 400,
  })
  await stripe.customers.create({})
  expect(await failure(stripe.customers.list({ expand: ['data.nothing'] }))).toMatchObject({
    param: 'expand',
    statusCode: 400,
  })
  const nowhere = await fetch(`${bench.url}/v1/nothing`, { headers: { authorization: 'Bearer sk_test_x' } })
  expect(nowhere.status).toBe(404)
})

test('one idempotency key has one effect, at once and afterwards, and refuses other parameters', async () => {
  const idempotencyKey = 'order-1-attempt-1'
  const create = () => bench.sdk().customers.create({ email: 'once@example.com' }, { idempotencyKey })
  const tries = await Promise.allSettled(Array.from({ length: 10 }, create))
  const ids = tries.flatMap(each => (each.status === 'fulfilled' ? [each.value.id] : []))
  expect(new Set(ids).size).toBe(1)
  expect((await create()).id).toBe(ids[0])
  expect((await stripe.customers.list({ email: 'once@example.com' })).data).toHaveLength(1)
  const other = stripe.customers.create({ email: 'other@example.com' }, { idempotencyKey })
  await expect(other).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
})

test('lists are newest first and complete by pages in both directions', async () => {
  const made: string[] = []
  for (let index = 0; index < 7; index++) made.push((await stripe.products.create({ name: `Product ${index}` })).id)
  const newest = [...made].reverse()
  const walked = await stripe.products.list({ limit: 3 }).autoPagingToArray({ limit: 100 })
  expect(walked.map(each => each.id).slice(0, 7)).toEqual(newest)
  const first = await stripe.products.list({ limit: 3 })
  expect(first).toMatchObject({ has_more: true, object: 'list', url: '/v1/products' })
  const before = await stripe.products.list({ ending_before: newest[4]!, limit: 2 })
  expect(before.data.map(each => each.id)).toEqual(newest.slice(2, 4))
})

test('switched off, it answers 503, and again when it is back', async () => {
  await bench.control({ down: true })
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 503, type: 'StripeAPIError' })
  await bench.control({ down: false })
  expect((await stripe.customers.list()).object).toBe('list')
})

test('a page shows what people typed as text, never as markup', async () => {
  const name = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
  const session = await stripe.checkout.sessions.create({
    line_items: [{ price_data: { currency: 'gbp', product_data: { name }, unit_amount: 500 }, quantity: 1 }],
    mode: 'payment',
    success_url: 'https://x.example',
  })
  const shown = await (await fetch(`${session.url}?declined=<b>`)).text()
  expect(shown).not.toMatch(/<script|<img|<b>/)
  expect(shown).toContain('&lt;script&gt;')
  for (const url of ['javascript:alert(1)', 'data:text/html,x']) {
    await expect(
      stripe.checkout.sessions.create({
        cancel_url: url,
        line_items: [],
        mode: 'payment',
        success_url: 'https://x.example',
      }),
    ).rejects.toThrow('Not a valid URL')
  }
  const foreign = await fetch(`${bench.url}/dev/stripe/control`, {
    body: new URLSearchParams({ hold: 'true' }),
    headers: { 'sec-fetch-site': 'cross-site' },
    method: 'POST',
  })
  expect(foreign.status).toBe(403)
})

test('whatever is sent, the answer is never a server error', async () => {
  const session = await stripe.checkout.sessions.create({
    line_items: [{ price_data: { currency: 'gbp', product_data: { name: 'Desk' }, unit_amount: 500 }, quantity: 1 }],
    mode: 'payment',
    success_url: 'https://x.example',
  })
  const odd = [
    '',
    '\0',
    '[]',
    '-1',
    '1e999',
    '99999999999999999999',
    "'; drop table x; --",
    '{"a":1}',
    '\ud800',
    'x'.repeat(6000),
  ]
  const names = [
    'email',
    'email[]',
    'limit',
    'created',
    'created[gte]',
    'starting_after',
    'line_items',
    'line_items[0][price]',
    'expand[]',
    'expand',
    '__proto__[x]',
    'a[b][c][d][e][f][g][h][i]',
    'items[0][id]',
    'lookup_keys',
    'amount',
    'metadata',
    'customer',
  ]
  const paths = [
    '/v1/customers',
    '/v1/prices',
    '/v1/checkout/sessions',
    '/v1/refunds',
    '/v1/subscriptions',
    '/v1/invoice_payments',
    '/v1/events',
    '/v1/payment_links',
    '/v1/customers/%00',
    '/dev/stripe/checkout/%00',
    '/dev/stripe/control',
    `/dev/stripe/checkout/${session.id}`,
  ]
  const headers = { authorization: 'Bearer sk_test_x' }
  for (const path of paths) {
    for (const name of names) {
      for (const value of odd) {
        const form = new URLSearchParams({ [name]: value })
        const answers = await Promise.all([
          fetch(`${bench.url}${path}?${form}`, { headers, redirect: 'manual' }),
          fetch(`${bench.url}${path}`, { body: form, headers, method: 'POST', redirect: 'manual' }),
        ])
        for (const answer of answers) {
          expect(answer.status, `${path} ${name}=${value.slice(0, 30)}: ${await answer.text()}`).toBeLessThan(500)
        }
      }
    }
  }
})
