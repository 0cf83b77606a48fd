import { afterAll, expect, test } from 'vitest'
import { admin, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { marketMorning } from '#test/market.ts'
import { control, disputed, pressPay, untilQuiet } from '#test/payments.ts'
import { booksStall, marketWith, paidStall, planOf, stallDay } from '#test/stalls.ts'

const app = sharedTestApp({ now: marketMorning })
afterAll(() => expectInvariants(app))

const refundsOf = (userId: string) => app.sql('select amount_pence, status from refunds where user_id = $1', [userId])
const mailsOf = async (email: string) =>
  (await app.sql<{ template: string }>('select template from mails where to_address = $1', [email])).map(
    ({ template }) => template,
  )

test('24 hours before set-up a stall gives back what was paid, and says so first; later it gives nothing', async () => {
  await marketWith(app)
  const ada = await member(app)
  const id = await paidStall(app, ada, { electricityAccess: true })
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({
    back: 4_000,
    refundableUntil: new Date('2026-12-18T08:00:00Z'),
    can: { cancel: true, moveDay: true, pay: false },
  })
  await expect(app.as(ada).stalls.cancel({ id, back: 0 })).rejects.toMatchObject({ code: 'REFUND_CHANGED' })
  expect(await app.as(ada).stalls.cancel({ id, back: 4_000 })).toEqual({ back: 4_000 })
  await untilQuiet(app)
  expect(await refundsOf(ada.id)).toEqual([{ amount_pence: 4_000, status: 'done' }])
  expect(await mailsOf(ada.email)).toContain('stalls.cancelled')
  await expect(app.as(ada).stalls.cancel({ id, back: 0 })).rejects.toMatchObject({ code: 'CANNOT_CANCEL' })
  const late = await paidStall(app, ada)
  app.clock.set('2026-12-18T08:00:01Z')
  expect(await app.as(ada).stalls.one({ id: late })).toMatchObject({ back: 0, can: { cancel: true, moveDay: false } })
  expect(await app.as(ada).stalls.cancel({ id: late, back: 0 })).toEqual({ back: 0 })
  expect(await refundsOf(ada.id)).toHaveLength(1)
  app.clock.set(marketMorning)
})

test('nobody reads, moves or cancels the stall of somebody else', async () => {
  await marketWith(app)
  const id = await paidStall(app, await member(app))
  const bea = app.as(await member(app))
  const calls = [
    () => bea.stalls.one({ id }),
    () => bea.stalls.cancel({ id, back: 3_000 }),
    () => bea.stalls.move({ id, marketDate: stallDay }),
    () => bea.stalls.calendarFile({ id }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an unpaid stall is let go of at once; money that was quicker goes back by itself', async () => {
  const on = await marketWith(app, { on: '2026-12-20', pitches: 1 })
  const ada = await member(app)
  const { id, url } = await booksStall(app, ada, { marketDate: on })
  await control(app, { hold: true })
  await pressPay(url!)
  expect(await app.as(ada).stalls.cancel({ id, back: 0 })).toEqual({ back: 0 })
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await refundsOf(ada.id)).toEqual([{ amount_pence: 3_000, status: 'done' }])
  expect(await paidStall(app, await member(app), { marketDate: on })).toBeTruthy()
})

test('a stall moves to another day, and to another free pitch of its size, at the same price', async () => {
  await marketWith(app, { on: '2027-01-02', pitches: 2 })
  const to = await marketWith(app, { on: '2027-01-09', pitches: 1 })
  const [a1, a2, b1] = await planOf(app, [
    { label: 'M1', row: 0, column: 0, size: 'single' },
    { label: 'M2', row: 0, column: 1, size: 'single' },
    { label: 'M3', row: 1, column: 0, size: 'double' },
  ])
  const ada = await member(app)
  const id = await paidStall(app, ada, { marketDate: '2027-01-02' })
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({ pitch: 'M1' })
  const bea = await member(app)
  const hers = await paidStall(app, bea, { marketDate: '2027-01-02' })
  expect(await app.as(bea).stalls.one({ id: hers })).toMatchObject({ pitch: 'M2' })
  const plan = await app.as(ada).stalls.plan({ marketDate: '2027-01-02' })
  expect(plan.map(({ label, isTaken, isOwn }) => [label, isTaken, isOwn])).toEqual([
    ['M1', true, true],
    ['M2', true, false],
    ['M3', false, false],
  ])
  await expect(app.as(ada).stalls.changePitch({ id, pitchId: a2!.id })).rejects.toMatchObject({ code: 'PITCH_TAKEN' })
  await expect(app.as(ada).stalls.changePitch({ id, pitchId: b1!.id })).rejects.toMatchObject({ code: 'PITCH_SIZE' })
  await app.as(ada).stalls.move({ id, marketDate: to })
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({ marketDate: to, pitch: 'M1', finalPrice: 3_000 })
  await expect(app.as(bea).stalls.move({ id: hers, marketDate: to })).rejects.toMatchObject({ code: 'NO_PITCH_LEFT' })
  await app.as(bea).stalls.changePitch({ id: hers, pitchId: a1!.id })
  expect(await app.as(bea).stalls.one({ id: hers })).toMatchObject({ pitch: 'M1' })
  expect(await mailsOf(bea.email)).toContain('stalls.moved')
  const text = await (await app.as(ada).stalls.calendarFile({ id })).text()
  expect(text).toContain('DTSTART:20270109T080000Z')
  expect(text).toContain('Pitch M1.')
})

test('a cancelled market tells every stall and pays it back, those that were unpaid as well', async () => {
  const office = app.as(await admin(app))
  const { id: day } = await office.market.addDay({ on: '2027-02-06', pitches: 5 })
  const [ada, bea] = [await member(app), await member(app)]
  const id = await paidStall(app, ada, { marketDate: '2027-02-06', stallSize: 'double' })
  const { id: unpaid, url } = await booksStall(app, bea, { marketDate: '2027-02-06' })
  await office.market.cancelDay({ id: day })
  await untilQuiet(app)
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({ status: 'cancelled', isMarketCancelled: true })
  expect(await app.as(bea).stalls.one({ id: unpaid })).toMatchObject({ status: 'cancelled' })
  expect(await refundsOf(ada.id)).toEqual([{ amount_pence: 5_000, status: 'done' }])
  for (const { email } of [ada, bea]) expect(await mailsOf(email)).toContain('stalls.cancelled')
  await pressPay(url!)
  await untilQuiet(app)
  // Announced again, it begins without them.
  await office.market.addDay({ on: '2027-02-06', pitches: 1 })
  await paidStall(app, bea, { marketDate: '2027-02-06' })
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({ status: 'cancelled' })
})

test('what stands of a stall is changed by its seller until a day before set-up, and by the office, who tells them; its price stays', async () => {
  const on = await marketWith(app, { on: '2027-02-20' })
  const [ada, bea] = [await member(app), await member(app)]
  const office = app.as(await admin(app))
  const id = await paidStall(app, ada, { marketDate: on })
  const mine = app.as(ada).stalls
  await mine.changeFacts({ id, businessName: 'Ada and Co', stallType: 'food', phone: '07700 900456' })
  expect(await mine.one({ id })).toMatchObject({
    ...{ businessName: 'Ada and Co', stallType: 'food', phone: '+447700900456', description: '' },
    ...{ finalPrice: 3_000, can: { change: true } },
  })
  await expect(app.as(bea).stalls.changeFacts({ id, businessName: 'Hers' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(mine.changeFacts({ id, businessName: '' })).rejects.toThrow()
  const withExtras = { id, tableRental: true }
  await expect(mine.changeFacts(withExtras)).rejects.toThrow()
  // Another kind while there may be one more of it.
  await office.venue.changeSettings({ stallsPerKind: 1 })
  await paidStall(app, bea, { marketDate: on, stallType: 'books' })
  await expect(mine.changeFacts({ id, stallType: 'books' })).rejects.toMatchObject({
    code: 'KIND_FULL',
    data: { field: 'stallType' },
  })
  await office.venue.changeSettings({ stallsPerKind: 15 })
  // Two at once: who comes second reads what the first one wrote.
  await expect(
    office.stalls.changeFactsByStaff({ id, businessName: 'Ada', was: { businessName: 'Ada Prints' } }),
  ).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', data: { is: 'Ada and Co' } })
  app.clock.set('2027-02-19T08:00:01Z')
  await expect(mine.changeFacts({ id, businessName: 'Late' })).rejects.toMatchObject({ code: 'CANNOT_CHANGE' })
  expect(await mine.one({ id })).toMatchObject({ can: { change: false } })
  const later = app.as(await admin(app)).stalls
  await later.changeFactsByStaff({ id, stallType: 'art' })
  const [mail] = await app.sql<{ props: object }>(
    `select props from mails where to_address = $1 and template = 'stalls.changed'`,
    [ada.email],
  )
  expect(mail!.props).toMatchObject({ changes: [['Sells', 'Art and prints (before: Food and drink)']] })
  app.clock.set('2027-02-20T18:00:00Z')
  await expect(app.as(await admin(app)).stalls.changeFactsByStaff({ id, stallType: 'food' })).rejects.toMatchObject({
    code: 'CANNOT_CHANGE',
  })
  app.clock.set(marketMorning)
})

test('money that staff gave back at the provider takes the stall with it', async () => {
  await marketWith(app)
  const ada = await member(app)
  const id = await paidStall(app, ada)
  const [order] = await app.sql<{ intent: string }>(
    `select stripe_payment_intent_id as intent from orders where id = (select order_id from market_bookings where id = $1)`,
    [id],
  )
  await app.runtime.stripe.refunds.create({ payment_intent: order!.intent })
  await untilQuiet(app)
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({ status: 'cancelled' })
})

test('a stall that is cancelled while the bank has its money is paid back when it returns it, and not otherwise', async () => {
  const on = await marketWith(app, { on: '2027-02-13' })
  const cancelledThen = async (decided: 'disputeWon' | 'disputeLost') => {
    const ada = await member(app)
    const id = await paidStall(app, ada, { marketDate: on })
    const [order] = await app.sql<{ id: string }>('select order_id as id from market_bookings where id = $1', [id])
    const dispute = await disputed(app, order!.id)
    expect(await app.as(ada).stalls.one({ id })).toMatchObject({ back: 0, bankPence: 3_000 })
    expect(await app.as(ada).stalls.cancel({ id, back: 0 })).toEqual({ back: 0 })
    await untilQuiet(app)
    const [mail] = await app.sql<{ props: object }>(
      `select props from mails where to_address = $1 and template = 'stalls.cancelled'`,
      [ada.email],
    )
    expect(mail!.props).toMatchObject({ backPence: 0, owedPence: 3_000 })
    await control(app, { [decided]: dispute })
    await untilQuiet(app)
    return refundsOf(ada.id)
  }
  expect(await cancelledThen('disputeWon')).toEqual([{ amount_pence: 3_000, status: 'done' }])
  expect(await cancelledThen('disputeLost')).toEqual([])
})
