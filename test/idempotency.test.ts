import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { goodPassword, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { giveTokens } from './bookings.ts'
import { sessionCookie } from './browser.ts'
import { expectInvariants } from './invariants.ts'

// One key, one effect: however often it arrives, and wherever the connection breaks (reliability check 3).
const on = '2026-11-24'

const app = sharedTestApp({ env: { DATABASE_POOL: '60' } })

/** A person with tokens and a facility of many units, where nothing but the key stops a second booking. */
async function scene() {
  const someone = await paidMember(app, { password: goodPassword })
  await giveTokens(app, someone, 1_000)
  const room = await facility(app, { units: 60 })
  const wish = {
    facilityId: room.id,
    on,
    startsAt: '10:00',
    payWith: 'tokens' as const,
    termsAccepted: true as const,
  }
  const count = async () =>
    Number(
      (await app.sql<{ n: string }>('select count(*) as n from bookings where booking_type_id = $1', [room.id]))[0]!.n,
    )
  return { someone, wish, count }
}

test('one key 50 times at once books once, and everybody gets the same answer', async () => {
  const { someone, wish, count } = await scene()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => app.as(someone, { idempotencyKey: 'the same' }).bookings.place(wish)),
  )
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect(await count()).toBe(1)
})

test('positive control: without a key the same calls book more than once', async () => {
  const { someone, wish, count } = await scene()
  await Promise.allSettled(Array.from({ length: 6 }, () => app.as(someone).bookings.place(wish)))
  expect(await count()).toBeGreaterThan(1)
})

test('the same key with another body is refused and does nothing', async () => {
  const { someone, wish, count } = await scene()
  await app.as(someone, { idempotencyKey: 'k' }).bookings.place(wish)
  await expect(
    app.as(someone, { idempotencyKey: 'k' }).bookings.place({ ...wish, startsAt: '12:00' }),
  ).rejects.toMatchObject({ status: 422 })
  expect(await count()).toBe(1)
})

test('the same key with the same body is refused by another procedure and does nothing', async () => {
  const { someone, wish, count } = await scene()
  const { payWith, termsAccepted, ...place } = wish
  await app.as(someone, { idempotencyKey: 'one place' }).bookings.addToCart(place)
  const { items } = await app.as(someone).bookings.cart()
  const [item] = items
  await app.as(someone, { idempotencyKey: 'by id' }).bookings.removeFromCart({ id: item!.id })
  await expect(app.as(someone, { idempotencyKey: 'by id' }).bookings.cancel({ id: item!.id })).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
    status: 422,
  })
  expect(await count()).toBe(0)
})

test('the key of one person is nothing to another', async () => {
  const first = await scene()
  const second = await scene()
  await app.as(first.someone, { idempotencyKey: 'shared' }).bookings.place(first.wish)
  await app.as(second.someone, { idempotencyKey: 'shared' }).bookings.place(second.wish)
  expect([await first.count(), await second.count()]).toEqual([1, 1])
})

test('the connection cut at 20 points and the request repeated: one effect', async () => {
  const { someone, wish, count } = await scene()
  const cookie = await sessionCookie(app, someone.email)
  const body = JSON.stringify({ json: wish })
  const request = [
    'POST /rpc/bookings/place HTTP/1.1',
    `host: ${new URL(app.url).host}`,
    `cookie: ${cookie}`,
    'content-type: application/json',
    'idempotency-key: cut',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
  for (let point = 1; point < 20; point++) await cutAfter(request, Math.ceil((request.length * point) / 20))
  // The last time everything arrives and was done when the answer is lost: only the key keeps the repetition from a second.
  await cutAfter(request, request.length, 'data')
  expect(await count()).toBe(1)
  const answer = await app.fetch('/rpc/bookings/place', {
    method: 'POST',
    body,
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': 'cut' },
  })
  expect(answer.status).toBe(200)
  expect(await count()).toBe(1)
  await expectInvariants(app)
})

/** Sends so many characters of the request and breaks the connection, once they are sent or the answer begins. */
function cutAfter(request: string, length: number, when: 'sent' | 'data' = 'sent'): Promise<void> {
  return new Promise(done => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () =>
      socket.write(request.slice(0, length), () => when === 'sent' && socket.destroy()),
    )
    socket.on('data', () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => done())
  })
}
