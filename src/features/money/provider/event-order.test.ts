import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { eventFollowers, orderKinds } from '#orders.ts'
import { member, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { isLong } from '#test/long.ts'
import { control, pressPay, tiers } from '#test/payments.ts'
import { jobs } from './jobs.ts'
import { handleEvent } from './model.ts'
import { paymentEvents } from './table.ts'

const app = sharedTestApp()
let tier: Awaited<ReturnType<typeof tiers>>
beforeAll(async () => {
  tier = await tiers(app)
  // Nothing arrives by itself: the test hands the events over in its own order.
  await control(app, { hold: true })
})

const subscriptionTypes = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_succeeded',
  'payment_intent.succeeded',
]

interface StoredEvent {
  id: string
  type: string
  object_id: string
}

/** The events of one payment as the provider keeps them, found by what belongs to the customer or the session. */
async function eventsOf(orderId: string): Promise<StoredEvent[]> {
  return app.sql<StoredEvent>(
    `with session as (select body from simulator_stripe.objects where kind = 'checkout.session' and body->>'client_reference_id' = $1)
     select e.body->>'id' as id, e.body->>'type' as type, e.body#>>'{data,object,id}' as object_id
     from simulator_stripe.objects e, session s
     where e.kind = 'event' and (e.body#>>'{data,object,id}' = s.body->>'id' or e.body#>>'{data,object,customer}' = s.body->>'customer'
       or e.body#>>'{data,object,id}' = s.body->>'payment_intent')
     order by e.seq`,
    [orderId],
  )
}

/** Hands events over one after the other, each to its handler, as the queue would. */
async function handOver(events: StoredEvent[]): Promise<void> {
  const handler = jobs(orderKinds, eventFollowers).find(({ name }) => name === handleEvent.name)!
  for (const { id, type, object_id: objectId } of events) {
    await app.db.insert(paymentEvents).values({ id, type, objectId }).onConflictDoNothing()
    await handler.run({ eventId: id }, { runtime: app.runtime, now: app.clock.now(), write: app.write })
  }
}

test('six events of one subscription in every order, some twice, end the same', {
  timeout: 1_800_000,
}, async () => {
  const all = permutations(subscriptionTypes)
  expect(all).toHaveLength(720)
  const chosen = isLong ? all : all.filter((_, index) => index % 60 === 7)
  for (const order of chosen) {
    const ada = await member(app)
    const { orderId, url } = await app.as(ada).memberships.subscribe({ tierId: tier('builder').id })
    await pressPay(url)
    const events = await eventsOf(orderId)
    const sorted = order.map(type => events.find(event => event.type === type)!)
    await handOver([...sorted, sorted[0]!])
    const state = await app.sql(
      `select o.status, m.payment_status, t.slug, (select count(*)::int from ledger_entries where user_id = $1) as entries,
         (select sum(amount - used)::int from tokens where user_id = $1) as tokens,
         (select count(*)::int from mails where user_id = $1) as mails
       from orders o join user_memberships m on m.user_id = o.user_id and m.status = 'active' join membership_tiers t on t.id = m.tier_id
       where o.id = $2`,
      [ada.id, orderId],
    )
    expect(state, order.join(' → ')).toEqual([
      { status: 'paid', payment_status: 'paid', slug: 'builder', entries: 1, tokens: 50, mails: 1 },
    ])
  }
  await expectInvariants(app)
})

test('the events of one card payment in every order, all at once too, credit once', async () => {
  for (const isParallel of [false, true]) {
    const buyer = await paidMember(app)
    const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
    await pressPay(url)
    const events = await eventsOf(orderId)
    expect(events.map(({ type }) => type)).toContain('payment_intent.succeeded')
    if (isParallel) await Promise.all([...events, ...events].map(event => handOver([event])))
    else await handOver([...events].reverse())
    expect(await app.sql('select 1 from ledger_entries where order_id = $1', [orderId])).toHaveLength(1)
    expect((await app.as(buyer).tokens.history({})).balance).toBe(10)
  }
  await expectInvariants(app)
})

test('the README asks for exactly the events that somebody follows', async () => {
  const [, asked = ''] = /Events: (.*?)\. Missed/.exec(await readFile('README.md', 'utf8')) ?? []
  const followed = eventFollowers.map(({ prefix }) => `${prefix}*`)
  expect(
    asked
      .split(', ')
      .map(event => event.replaceAll('`', ''))
      .sort(),
  ).toEqual(followed.sort())
})

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map(rest => [item, ...rest]))
}
