import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { tokenBalance } from '#features/membership/tokens/model.ts'
import { facility } from '#seed/factories/facilities.ts'
import { member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { forged } from '#test/forged.ts'
import { expectInvariants } from '#test/invariants.ts'
import { control, pay } from '#test/payments.ts'
import { wordsOf } from '#test/pdf.ts'
import { maxCartItems } from './inputs.ts'

const app = sharedTestApp()
afterAll(async () => {
  await expectInvariants(app)
})

const on = '2026-11-24'
const termsAccepted = true as const
const balanceOf = (who: Person) => tokenBalance(app.db, who.id)
const statusesOf = (who: Person) =>
  app.sql('select status, paid_with from bookings where user_id = $1 order by paid_with', [who.id])

async function filled(who: Person, ...rooms: { id: string }[]) {
  for (const room of rooms) await app.as(who).bookings.addToCart({ facilityId: room.id, on, startsAt: '10:00' })
}

test('an item carries what the specification lists, at the server’s price [BOOK-09]', async () => {
  const room = await facility(app, { durationMinutes: 90 })
  const ada = await paidMember(app)
  await giveTokens(app, ada, 5)
  await filled(ada, room)
  const { items } = await app.as(ada).bookings.cart()
  expect(items).toMatchObject([
    {
      facilityId: room.id,
      facilityName: room.name,
      bookingDate: on,
      startTime: '10:00',
      endTime: '11:30',
      tokenCost: 5,
      cashPricePence: 4_500,
      durationHours: 1.5,
      useTokens: true,
    },
  ])
})

test('the count follows adding and taking out; the same place twice is one item [BOOK-14]', async () => {
  const [one, two] = [await facility(app), await facility(app)]
  const [ada, ben] = [await paidMember(app), await paidMember(app)]
  await filled(ada, one, two, two)
  expect(await app.as(ada).members.me()).toMatchObject({ cartCount: 2 })
  const { items } = await app.as(ada).bookings.cart()
  await app.as(ben).bookings.removeFromCart({ id: items[0]!.id })
  expect(await app.as(ada).members.me()).toMatchObject({ cartCount: 2 })
  expect(await app.as(ada).bookings.removeFromCart({ id: items[0]!.id })).toEqual({ cartCount: 1 })
})

test('an empty cart and terms not accepted are refused [BOOK-40]', async () => {
  const ada = await paidMember(app)
  await expect(app.as(ada).bookings.checkout({ termsAccepted })).rejects.toMatchObject({ code: 'CART_EMPTY' })
  await filled(ada, await facility(app))
  const refused = app.as(ada).bookings.checkout(forged({ termsAccepted: false }))
  await expect(refused).rejects.toMatchObject({ message: 'Accept terms required' })
  expect(await statusesOf(ada)).toEqual([])
})

test('a cart that tokens pay is confirmed at once, without a payment page [BOOK-32]', async () => {
  const ada = await paidMember(app)
  await giveTokens(app, ada, 10)
  await filled(ada, await facility(app), await facility(app))
  expect(await app.as(ada).bookings.checkout({ termsAccepted })).toMatchObject({ outcome: 'confirmed' })
  expect(await balanceOf(ada)).toBe(0)
  expect(await app.as(ada).bookings.cart()).toMatchObject({ items: [] })
})

test('a mixed cart reserves tokens, charges only the card items in one order, and confirms all together [BOOK-32, BOOK-41]', async () => {
  const ada = await paidMember(app)
  await giveTokens(app, ada, 7)
  await filled(ada, await facility(app), await facility(app))
  expect(await app.as(ada).bookings.cart()).toMatchObject({ tokens: 5, pence: 3_000, tokenBalance: 7 })
  const placed = await app.as(ada).bookings.checkout({ termsAccepted })
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  expect(await balanceOf(ada)).toBe(2)
  expect(await statusesOf(ada)).toEqual([
    { status: 'pending', paid_with: 'card' },
    { status: 'pending', paid_with: 'tokens' },
  ])
  expect(await app.as(ada).payments.order({ id: placed.orderId })).toMatchObject({ amountPence: 3_000 })
  await pay(app, placed.url)
  expect(await statusesOf(ada)).toEqual([
    { status: 'confirmed', paid_with: 'card' },
    { status: 'confirmed', paid_with: 'tokens' },
  ])
  expect(await balanceOf(ada)).toBe(2)
  // Its receipt has a line for each, in its own unit, on paper too, and counts both.
  const receipt = await app.as(ada).payments.receipt({ id: placed.orderId })
  expect(receipt).toMatchObject({
    description: '2 facility bookings',
    bill: { parts: [{ pence: 3_000 }], totalPence: 3_000 },
    tokenParts: [{ tokens: 5 }],
  })
  const file = await app.as(ada).payments.receiptFile({ id: placed.orderId })
  const paper = wordsOf(new Uint8Array(await file.arrayBuffer()))
  expect(paper).toContain('Paid with tokens and by card')
  expect(paper).toContain('5 tokens and £30')
})

test('a mixed cart that is not paid gives everything back [BOOK-44]', async () => {
  const ada = await paidMember(app)
  await giveTokens(app, ada, 5)
  await filled(ada, await facility(app), await facility(app))
  await app.as(ada).bookings.checkout({ termsAccepted })
  expect(await balanceOf(ada)).toBe(0)
  app.clock.advance(30 * 60_000)
  await app.runJobs()
  expect(await balanceOf(ada)).toBe(5)
  expect(await statusesOf(ada)).toEqual([
    { status: 'cancelled', paid_with: 'card' },
    { status: 'cancelled', paid_with: 'tokens' },
  ])
})

test('if one place is gone none is booked and nothing is charged; the cart says which [BOOK-41]', async () => {
  const [one, two] = [await facility(app), await facility(app)]
  const [ada, ben] = [await paidMember(app), await paidMember(app)]
  await giveTokens(app, ada, 10)
  await giveTokens(app, ben, 5)
  await filled(ada, one, two)
  await app.as(ben).bookings.place({ facilityId: two.id, on, startsAt: '10:30', termsAccepted })
  await expect(app.as(ada).bookings.checkout({ termsAccepted })).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { place: { facilityId: two.id } },
  })
  expect(await statusesOf(ada)).toEqual([])
  expect(await balanceOf(ada)).toBe(10)
  const { items } = await app.as(ada).bookings.cart()
  const problemOf = (room: { id: string }) => items.find(item => item.facilityId === room.id)?.problem
  expect(problemOf(one)).toBeNull()
  expect(problemOf(two)).toBe('This slot was just taken. Please choose another.')
})

test('when the payment page cannot be made the specified words come, and the order can be paid later [BOOK-43]', async () => {
  const ada = await paidMember(app)
  await filled(ada, await facility(app))
  await control(app, { down: true })
  const key = { idempotencyKey: 'checkout' }
  const failed = app.as(ada, key).bookings.checkout({ termsAccepted })
  await expect(failed).rejects.toMatchObject({
    message: 'Failed to create checkout session. Please try again.',
  })
  await control(app, { down: false })
  expect(await app.as(ada, key).bookings.checkout({ termsAccepted })).toMatchObject({ outcome: 'pay' })
  expect(await statusesOf(ada)).toHaveLength(1)
})

test('two carts with the same places in opposite order: one wins, the other is told', async () => {
  const [one, two] = [await facility(app), await facility(app)]
  const people = [await paidMember(app), await paidMember(app)]
  for (const who of people) await giveTokens(app, who, 10)
  await filled(people[0]!, one, two)
  await filled(people[1]!, two, one)
  const outcomes = await Promise.allSettled(people.map(who => app.as(who).bookings.checkout({ termsAccepted })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'SLOT_TAKEN' },
  })
})

const adders = 10
const rooms = (count: number) => Promise.all(Array.from({ length: count }, () => facility(app)))
const inCart = async (who: Person) =>
  (await app.sql<{ items: number }>('select count(*)::int as items from cart_items where user_id = $1', [who.id]))[0]!
    .items

test(`${adders} additions at once do not lift a cart over its limit`, async () => {
  const ada = await paidMember(app)
  const places = await rooms(maxCartItems - 1 + adders)
  await filled(ada, ...places.slice(0, maxCartItems - 1))
  const outcomes = await Promise.allSettled(places.slice(maxCartItems - 1).map(place => filled(ada, place)))
  const refusals = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [String(outcome.reason.code)] : []))
  expect(refusals).toEqual(Array.from({ length: adders - 1 }, () => 'CART_FULL'))
  expect(await inCart(ada)).toBe(maxCartItems)
})

test('positive control: counting one’s own additions without the lock lifts a cart over its limit', async () => {
  const ben = await paidMember(app)
  const places = await rooms(maxCartItems - 1 + adders)
  await filled(ben, ...places.slice(0, maxCartItems - 1))
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max: adders })
  const clients = await Promise.all(Array.from({ length: adders }, () => pool.connect()))
  const counts = await Promise.all(
    clients.map(async (client, i) => {
      await client.query('begin')
      await client.query(
        `insert into cart_items (user_id, booking_type_id, booking_on, starts_at_time) values ($1, $2, $3, '10:00')`,
        [ben.id, places[maxCartItems - 1 + i]!.id, on],
      )
      const { rows } = await client.query('select count(*)::int as items from cart_items where user_id = $1', [ben.id])
      return rows[0].items as number
    }),
  )
  for (const client of clients) {
    await client.query('commit')
    client.release()
  }
  await pool.end()
  expect(Math.max(...counts)).toBe(maxCartItems)
  expect(await inCart(ben)).toBeGreaterThan(maxCartItems)
})

test('free members cannot fill a cart while facilities are closed to them', async () => {
  const eve = await member(app)
  await expect(filled(eve, await facility(app))).rejects.toMatchObject({ code: 'UPGRADE_REQUIRED' })
})

test('items of one cart that overlap each other say so, instead of failing at the checkout [BOOK-41]', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  await giveTokens(app, ada, 10)
  for (const startsAt of ['10:00', '10:30']) {
    await app.as(ada).bookings.addToCart({ facilityId: room.id, on, startsAt })
    app.clock.advance(1_000)
  }
  const shown = await app.as(ada).bookings.cart()
  expect(shown.items.map(({ startTime, problem }) => [startTime, problem])).toEqual([
    ['10:00', null],
    ['10:30', 'This overlaps another booking in your cart.'],
  ])
  expect(shown.tokens).toBe(5)
  await expect(app.as(ada).bookings.checkout({ termsAccepted })).rejects.toMatchObject({
    message: 'This overlaps another booking in your cart.',
    data: { place: { startsAt: '10:30' } },
  })
  await app.as(ada).bookings.removeFromCart({ id: shown.items[1]!.id })
  expect(await app.as(ada).bookings.checkout({ termsAccepted })).toMatchObject({ outcome: 'confirmed' })
})

test('a cart is booked for the sum that was on screen, or not at all', async () => {
  const [one, two] = [await facility(app), await facility(app)]
  const ada = await paidMember(app)
  await giveTokens(app, ada, 10)
  await filled(ada, one, two)
  const { tokens, pence } = await app.as(ada).bookings.cart()
  // Meanwhile tokens were spent elsewhere: the second place would go to the card.
  await app.as(ada).bookings.place({ facilityId: one.id, on, startsAt: '14:00', payWith: 'tokens', termsAccepted })
  const checkout = (seen: { tokens: number; pence: number }) => app.as(ada).bookings.checkout({ termsAccepted, seen })
  await expect(checkout({ tokens, pence })).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  expect((await app.as(ada).bookings.cart()).items).toHaveLength(2)
  const now = await app.as(ada).bookings.cart()
  expect(now).not.toMatchObject({ tokens })
  expect(await checkout({ tokens: now.tokens, pence: now.pence })).toMatchObject({ outcome: 'pay' })
})
