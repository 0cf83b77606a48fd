import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhooks } from './delivery.ts'
import { stripeSimulator } from './simulator.ts'
import { type Bench, openBench } from './testbench.ts'

let bench: Bench
let stripe: Stripe
beforeAll(async () => {
  bench = await openBench()
  stripe = bench.stripe
})
afterAll(() => bench.close())

const about = (id: string) => (event: Stripe.Event) => (event.data.object as { id: string }).id === id
const count = (id: string) => bench.received.filter(about(id)).length

test('a webhook that is refused comes again until it is taken', async () => {
  bench.answers.push(500, 404, 302)
  const { id } = await stripe.customers.create({})
  const event = await bench.arrived('customer.created', about(id))
  expect(bench.answers).toEqual([])
  expect(event.api_version).toBe('2026-10-28.endive')
  const kept = await stripe.events.retrieve(event.id)
  expect(kept.data.object).toEqual(event.data.object)
  const listed = await stripe.events.list({ created: { gte: event.created }, type: 'customer.*' })
  expect(listed.data.map(each => each.id)).toContain(event.id)
})

test('held webhooks wait, and one can be sent once more', async () => {
  await bench.delivered()
  await bench.control({ hold: true })
  const { id } = await stripe.customers.create({})
  const marker = await bench.control({})
  expect(marker).toMatchObject({ hold: true, pendingDeliveries: 1 })
  expect(count(id)).toBe(0)
  await bench.control({ hold: false })
  const event = await bench.arrived('customer.created', about(id))
  await bench.control({ repeatEvent: event.id })
  await bench.delivered()
  expect(count(id)).toBe(2)
  const shown = await (await fetch(`${bench.url}/dev/stripe`)).text()
  expect(shown).toContain(event.id)
  expect(shown).toContain('delivered (200), attempt 1; delivered (200), attempt 1')
})

test('held webhooks are delivered in the order that is asked for, also the last first', async () => {
  await bench.delivered()
  await bench.control({ hold: true })
  for (const deliver of ['in order', 'reversed'] as const) {
    const made: string[] = []
    for (let count = 0; count < 12; count++) made.push((await stripe.customers.create({})).id)
    const state = await bench.control({ deliver })
    expect(state).toMatchObject({ hold: true, pendingDeliveries: 0 })
    const came = bench.received.map(({ data }) => (data.object as { id: string }).id).filter(id => made.includes(id))
    expect(came).toEqual(deliver === 'reversed' ? made.reverse() : made)
  }
  await bench.control({ hold: false })
})

test('a delay is kept by the time at which a webhook becomes due', async () => {
  await bench.control({ delaySeconds: 3000 })
  const { id } = await stripe.customers.create({})
  const { rows } = await bench.pool.query<{ is_later: boolean }>(
    `select due_at > now() + interval '40 minutes' as is_later from simulator_stripe.deliveries d
     join simulator_stripe.objects o on o.id = d.event_id where o.body#>>'{data,object,id}' = $1`,
    [id],
  )
  expect(rows).toEqual([{ is_later: true }])
  await bench.control({ delaySeconds: 0 })
})

test('several processes are one Stripe: each webhook is sent once', async () => {
  await bench.simulator.stop()
  const made = await Promise.all(Array.from({ length: 60 }, () => stripe.customers.create({})))
  const stop = new AbortController().signal
  // Ten claim at the same time, again and again, until nothing is left.
  for (let isMore = true; isMore; ) {
    const claims = await Promise.all(Array.from({ length: 10 }, () => webhooks.deliverDue(bench.options, 3, stop)))
    await Promise.all(claims.flat())
    isMore = claims.flat().length > 0
  }
  for (const { id } of made) expect(count(id)).toBe(1)
  await bench.simulator.start()
})

test('what one process queues another delivers', async () => {
  const other = stripeSimulator(bench.options)
  await other.start()
  await bench.simulator.stop()
  const { id } = await stripe.customers.create({})
  await bench.arrived('customer.created', about(id))
  await bench.simulator.start()
  await other.stop()
})

test('a restart forgets nothing', async () => {
  await bench.simulator.stop()
  const { id } = await stripe.customers.create({})
  expect(count(id)).toBe(0)
  await bench.simulator.start()
  await bench.arrived('customer.created', about(id))
  expect(count(id)).toBe(1)
})
