import { expect, test } from 'vitest'
import { orderKinds, orderThings } from '#orders.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, committee, doorStaff, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { pay, pressPay } from '#test/payments.ts'
import { billOf } from './rules.ts'

const app = sharedTestApp({ now: '2026-11-18T10:00:00Z' })

async function held(who: Person, on = '2026-11-25') {
  const room = await facility(app)
  const wish = { facilityId: room.id, on, startsAt: '10:00', payWith: 'card' as const, termsAccepted: true as const }
  const placed = await app.as(who).bookings.place(wish)
  if (placed.outcome !== 'pay') throw new Error('expected something to pay')
  const [booking] = await app.sql('select id from bookings where order_id = $1', [placed.orderId])
  return { room, ...placed, bookingId: String(booking!.id) }
}

test('a payment has a page for whoever pays it and for admins; for everybody else there is none', async () => {
  const ada = await paidMember(app, { firstName: 'Ada', lastName: 'King' })
  const { orderId: id } = await held(ada)
  expect(await app.as(ada).payments.receipt({ id })).toMatchObject({
    status: 'pending',
    isOwn: true,
    isHeld: true,
    can: { pay: true },
  })
  const office = { person: 'Ada King', isOwn: false, can: { pay: false } }
  expect(await app.as(await admin(app)).payments.receipt({ id })).toMatchObject(office)
  for (const other of [await paidMember(app), await committee(app), await doorStaff(app)])
    await expect(app.as(other).payments.receipt({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.as(null).payments.receipt({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('an admin without the second factor that the house demands reads no others’ payments, by procedure as by page', async () => {
  const [ada, boss] = [await paidMember(app), await paidMember(app, { roles: ['admin'] })]
  const { orderId: id } = await held(ada, '2026-11-26')
  const own = await held(boss, '2026-11-27')
  await app.as(boss).venue.changeSettings({ twoFactorRequiredForAdmins: true })
  try {
    const as = app.as(boss)
    const refused = { code: 'TWO_FACTOR_REQUIRED', status: 403 }
    await expect(as.payments.receipt({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const reads = [
      () => as.payments.orders({ id }),
      () => as.payments.ledger({}),
      () => as.objects.history({ noun: 'order', id }),
    ]
    for (const read of reads) await expect(read()).rejects.toMatchObject(refused)
    expect(await as.payments.receipt({ id: own.orderId })).toMatchObject({ isOwn: true })
    await app.sql('update "user" set two_factor_enabled = true where id = $1', [boss.id])
    expect(await as.payments.receipt({ id })).toMatchObject({ isOwn: false })
  } finally {
    await app.sql(`delete from settings where key = 'twoFactorRequiredForAdmins'`)
  }
})

test('from the payment page people come to the page of the order, whether they paid or left', async () => {
  const ada = await paidMember(app)
  const { orderId, url } = await held(ada)
  const [order] = await app.sql('select cancel_path from orders where id = $1', [orderId])
  expect(order).toEqual({ cancel_path: `/orders/${orderId}?payment=cancelled` })
  expect(await pressPay(url)).toBe(`${app.url}/orders/${orderId}?payment=awaited`)
})

test('a receipt has the lines, the sum, what it is for, and what went back with its day', async () => {
  const ada = await paidMember(app)
  const { room, orderId: id, url, bookingId } = await held(ada)
  await pay(app, url)
  const paid = await app.as(ada).payments.receipt({ id })
  const line = { label: `${room.name}, Wed 25 Nov 2026, 10:00–11:00`, quantity: 1, unitPence: 3_000, pence: 3_000 }
  expect(paid).toMatchObject({ status: 'paid', paidAt: app.clock.now(), bill: { parts: [line], totalPence: 3_000 } })
  const thing = { label: `${room.name}, Wed 25 Nov, 10:00`, link: { to: '/bookings/$id', params: { id: bookingId } } }
  const [{ seed }] = (await app.sql(
    'select slug as seed from spaces where id = (select space_id from bookings where id = $1)',
    [bookingId],
  )) as [{ seed: string }]
  const shown = { name: room.name, day: 'Wed 25 Nov 2026', hours: '10:00–11:00', seed, picture: null }
  expect(paid).toMatchObject({
    things: [{ ...thing, shown, paid: 'Booking Confirmed' }],
    givenBack: [],
    can: { pay: false },
  })
  await app.as(ada).bookings.cancel({ id: bookingId })
  const back = { pence: 3_000, currency: 'gbp', reason: 'Booking cancelled', at: app.clock.now() }
  const after = await app.as(ada).payments.receipt({ id })
  expect(after).toMatchObject({ status: 'refunded', givenBack: [{ ...back, outcome: 'pending' }] })
  expect(after.things).toEqual([
    { ...thing, label: `${thing.label}, cancelled`, shown: { ...shown, hours: `${shown.hours}, cancelled` } },
  ])
  await app.runJobs()
  expect((await app.as(ada).payments.receipt({ id })).givenBack).toMatchObject([{ ...back, outcome: 'done' }])
})

test('own payments are listed, paid or waiting, the newest first; what came to nothing and what is others’ is not', async () => {
  const [ada, bob] = [await paidMember(app), await paidMember(app)]
  const [paid, left, waiting, his] = [await held(ada), await held(ada), await held(ada, '2026-11-26'), await held(bob)]
  await pay(app, paid.url)
  await app.as(ada).bookings.cancel({ id: left.bookingId })
  const { rows, total } = await app.as(ada).payments.mine({})
  const found = rows.map(({ id, status }) => [id, status]).toSorted()
  expect(found).toEqual(
    [
      [paid.orderId, 'paid'],
      [waiting.orderId, 'pending'],
    ].toSorted(),
  )
  expect(total).toBe(2)
  expect((await app.as(bob).payments.mine({})).rows).toMatchObject([{ id: his.orderId }])
})

test('every kind of order leads on from its page', () => {
  expect(orderThings.map(({ kind }) => kind).toSorted()).toEqual(orderKinds.map(({ name }) => name).toSorted())
})

test('a bill adds up to what the card paid: credit, days of the month and discounts have a line', () => {
  const lines = [{ name: 'Builder', quantity: 1, unitPence: 4_000 }]
  const pence = (order: { amountPence: number; creditPence: number }) => {
    const { parts, totalPence } = billOf({ lines, ...order })
    expect(parts.reduce((sum, part) => sum + part.pence, 0)).toBe(totalPence)
    return parts.slice(1).map(({ label, pence }) => [label, pence])
  }
  expect(pence({ amountPence: 4_000, creditPence: 0 })).toEqual([])
  expect(pence({ amountPence: 3_600, creditPence: 0 })).toEqual([['Taken off', -400]])
  expect(pence({ amountPence: 5_000, creditPence: 0 })).toEqual([['Added', 1_000]])
  expect(pence({ amountPence: 0, creditPence: 4_000 })).toEqual([['Paid with your credit', -4_000]])
  expect(pence({ amountPence: 4_500, creditPence: -500 })).toEqual([['Owed from before', 500]])
})
