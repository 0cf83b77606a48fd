import { afterAll, expect, test } from 'vitest'
import { admin, member, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { marketMorning } from '#test/market.ts'
import { control, expireDue, pay, pressPay, tiers, untilQuiet } from '#test/payments.ts'
import { booksStall, marketWith, paidStall, stallFile, stallOf } from '#test/stalls.ts'

const app = sharedTestApp({ now: marketMorning })
afterAll(() => expectInvariants(app))

const stallRow = async (id: string) =>
  (await app.sql(`select *, market_date::text from market_bookings where id = $1`, [id]))[0]!
const takenOn = async (on: string) =>
  (await app.sql<{ taken: number }>('select taken from market_days where "on" = $1', [on]))[0]!.taken

test('a stall is pending with its price in parts, then paid at the provider and confirmed [MKT-05, MKT-10, MKT-13, MKT-15]', async () => {
  const on = await marketWith(app)
  const ada = await member(app)
  const wish = {
    phone: '07700 900456',
    description: 'Prints',
    carParkAccess: true,
    electricityAccess: true,
    tableRental: true,
  }
  const { id, url, orderId } = await booksStall(app, ada, { ...wish, stallSize: 'double' })
  expect(await stallRow(id)).toMatchObject({
    ...{ user_id: ada.id, market_date: on, business_name: 'Ada Prints', contact_name: 'Ada King' },
    ...{
      email: 'ada@people.example',
      phone: '+447700900456',
      stall_type: 'art',
      description: 'Prints',
      stall_size: 'double',
    },
    ...{
      car_park_access: true,
      electricity_access: true,
      table_rental: true,
      is_westminster_resident: false,
      proof_id: null,
    },
    ...{ price: 5_000, car_park_price: 1_500, electricity_price: 1_000, table_price: 500, base_price: 8_000 },
    ...{ discount_amount: 0, final_price: 8_000, status: 'pending' },
  })
  expect(url).toMatch(/^http/)
  expect(await app.as(ada).payments.order({ id: orderId! })).toMatchObject({
    amountPence: 8_000,
    status: 'pending',
    kind: 'stall',
  })
  expect(await takenOn(on)).toBe(2)
  expect(await pay(app, url!)).toContain(`/orders/${orderId}`)
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({ status: 'confirmed', finalPrice: 8_000, back: 8_000 })
  const mails = await app.sql(`select template from mails where to_address = $1`, [ada.email])
  expect(mails).toContainEqual({ template: 'stalls.confirmed' })
  const ledger = await app.sql(`select kind, amount_pence from ledger_entries where order_id = $1`, [orderId])
  expect(ledger).toEqual([{ kind: 'stall', amount_pence: 8_000 }])
  const single = await booksStall(app, ada)
  expect(await stallRow(single.id)).toMatchObject({ price: 3_000, base_price: 3_000, final_price: 3_000 })
})

test('only a market to come can be booked, on its own days and hours, which are the office’s [MKT-03, MKT-04]', async () => {
  const ada = await member(app)
  const office = app.as(await admin(app))
  const hours = { setUpFrom: '07:30', opensAt: '11:15', closesAt: '15:45' }
  const { id } = await office.market.addDay({ on: '2027-01-23', ...hours, pitches: 3 })
  await marketWith(app, { on: '2026-11-21' })
  const { days } = await app.as(ada).stalls.page()
  expect(days.find(day => day.on === '2027-01-23')).toMatchObject({ ...hours, left: 3 })
  // Today's has begun, a Sunday without a market has none, and one that was called off is no more.
  expect(days.map(day => day.on)).not.toContain('2026-11-21')
  for (const marketDate of ['2026-11-21', '2026-12-20', '2025-11-22'])
    await expect(booksStall(app, ada, { marketDate })).rejects.toMatchObject({
      code: 'NO_MARKET',
      data: { field: 'marketDate' },
    })
  const { id: stall } = await booksStall(app, ada, { marketDate: '2027-01-23' })
  expect(await app.as(ada).stalls.one({ id: stall })).toMatchObject(hours)
  await office.market.cancelDay({ id })
  await expect(booksStall(app, ada, { marketDate: '2027-01-23' })).rejects.toMatchObject({ code: 'NO_MARKET' })
  await app.runJobs()
})

test('who may book: members of the free tier too; not whoever waits for approval, is on hold or is not signed in [MKT-15]', async () => {
  await marketWith(app)
  const explorer = await member(app)
  expect(await app.as(explorer).stalls.page()).toMatchObject({ whyNotBook: null, tierPercent: 0 })
  expect(await booksStall(app, explorer)).toMatchObject({ url: expect.stringContaining('http') })
  await expect(booksStall(app, await person(app))).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
  for (const status of ['blocked', 'suspended'] as const)
    await expect(booksStall(app, await member(app, { status }))).rejects.toMatchObject({ code: 'ACCOUNT_BLOCKED' })
  await expect(app.as(null).stalls.book(stallOf())).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('the Creator’s 30% is off the stall with its extras; the larger of two discounts counts, never both [MKT-12]', async () => {
  await marketWith(app)
  // As the house comes: 30% for the tier of Creators, and for residents.
  const ofSlug = await tiers(app)
  expect(ofSlug('creator').marketDiscountPercent).toBe(30)
  const creator = await member(app, { tier: 'creator' })
  const { id } = await booksStall(app, creator, { tableRental: true })
  expect(await stallRow(id)).toMatchObject({
    base_price: 3_500,
    discount_kind: 'tier',
    discount_amount: 1_050,
    final_price: 2_450,
  })
  const proofFileId = await stallFile(app, creator)
  const both = await booksStall(app, creator, { isWestminsterResident: true, proofFileId })
  expect(await stallRow(both.id)).toMatchObject({ discount_percent: 30, discount_amount: 900, final_price: 2_100 })
  const [paper] = (await app.as(await admin(app)).stalls.papers({ kind: 'residence' })).rows
  await app.as(await admin(app)).stalls.decide({ id: paper!.id, verdict: 'accepted' })
  await pay(app, both.url!)
  expect(await stallRow(both.id)).toMatchObject({ discount_kind: 'tier', final_price: 2_100, status: 'confirmed' })
  await expect(booksStall(app, creator, { seen: 3_000 })).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  // Both percentages are the office's to set; the larger one counts, on the whole sum (decision 34).
  const office = app.as(await admin(app))
  const percents = async (tier: number, resident: number) => {
    await office.memberships.updateTier({ id: ofSlug('creator').id, marketDiscountPercent: tier })
    await office.venue.changeSettings({ westminsterPercent: resident })
    const next = await booksStall(app, creator, { isWestminsterResident: true, tableRental: true })
    const { discount_kind: kind, discount_percent: percent, discount_amount: amount } = await stallRow(next.id)
    await app.as(creator).stalls.cancel({ id: next.id, back: 0 })
    return [kind, percent, amount]
  }
  expect(await percents(40, 30)).toEqual(['tier', 40, 1_400])
  expect(await percents(10, 20)).toEqual(['westminster', 20, 700])
  await office.memberships.updateTier({ id: ofSlug('creator').id, marketDiscountPercent: 30 })
  await office.venue.changeSettings({ westminsterPercent: 30 })
})

test('a resident hands in a proof; its discount comes back once it is accepted, and later stalls have it at once [MKT-09, MKT-11]', async () => {
  await marketWith(app)
  const ada = await member(app)
  const office = app.as(await admin(app))
  const resident = { isWestminsterResident: true, carParkAccess: true }
  await expect(booksStall(app, ada, resident)).rejects.toMatchObject({
    code: 'PROOF_REQUIRED',
    message: 'Proof required',
  })
  const others = await stallFile(app, await member(app))
  await expect(booksStall(app, ada, { ...resident, proofFileId: others })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const first = await paidStall(app, ada, { ...resident, proofFileId: await stallFile(app, ada) })
  expect(await stallRow(first)).toMatchObject({ base_price: 4_500, discount_amount: 0, final_price: 4_500 })
  const unpaid = await booksStall(app, ada, resident)
  const [paper] = (await office.stalls.papers({ q: ada.email })).rows
  expect(paper).toMatchObject({ kind: 'residence', status: 'waiting', can: { decide: true } })
  await office.stalls.decide({ id: paper!.id, verdict: 'accepted' })
  await untilQuiet(app)
  expect(await stallRow(first)).toMatchObject({
    discount_kind: 'westminster',
    discount_amount: 1_350,
    final_price: 3_150,
  })
  const refunds = await app.sql(`select amount_pence, status from refunds where user_id = $1`, [ada.id])
  expect(refunds).toEqual([{ amount_pence: 1_350, status: 'done' }])
  const told = await app.sql(
    `select props->>'backPence' as back from mails where to_address = $1 and template = 'stalls.discount'`,
    [ada.email],
  )
  expect(told).toEqual([{ back: '1350' }])
  // What was asked for before is paid as it was asked for, and the difference comes back then.
  await pay(app, unpaid.url!)
  expect(await stallRow(unpaid.id)).toMatchObject({
    final_price: 3_150,
    discount_kind: 'westminster',
    status: 'confirmed',
  })
  const next = await booksStall(app, ada, resident)
  expect(await stallRow(next.id)).toMatchObject({ base_price: 4_500, discount_amount: 1_350, final_price: 3_150 })
  await expect(office.stalls.decide({ id: paper!.id, verdict: 'accepted' })).rejects.toMatchObject({ code: 'DECIDED' })
  // Cancelled, no more comes back than is left.
  expect(await app.as(ada).stalls.cancel({ id: first, back: 3_150 })).toEqual({ back: 3_150 })
})

test('a proof that replaced one which waited stands behind the stalls of both, those that are paid later too', async () => {
  await marketWith(app)
  const ada = await member(app)
  const office = app.as(await admin(app))
  const resident = { isWestminsterResident: true }
  const first = await paidStall(app, ada, { ...resident, proofFileId: await stallFile(app, ada) })
  const unpaid = await booksStall(app, ada, resident)
  await app.as(ada).stalls.handIn({ kind: 'residence', fileId: await stallFile(app, ada) })
  const [paper] = (await office.stalls.papers({ q: ada.email, status: 'waiting' })).rows
  await office.stalls.decide({ id: paper!.id, verdict: 'accepted' })
  await untilQuiet(app)
  await pay(app, unpaid.url!)
  for (const id of [first, unpaid.id])
    expect(await stallRow(id)).toMatchObject({ discount_kind: 'westminster', final_price: 2_100, status: 'confirmed' })
  const back = await app.sql('select amount_pence from refunds where user_id = $1', [ada.id])
  expect(back).toEqual([{ amount_pence: 900 }, { amount_pence: 900 }])
  // It is good for so many months: what is later than that costs what it costs.
  await app.sql(`update market_papers set expires_on = '2026-12-01' where id = $1`, [paper!.id])
  await expect(booksStall(app, ada, resident)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
})

test('a refused proof gives no discount: its reason is told, its file is gone, and another one is asked for', async () => {
  await marketWith(app)
  const ada = await member(app)
  const office = app.as(await admin(app))
  const stall = await paidStall(app, ada, { isWestminsterResident: true, proofFileId: await stallFile(app, ada) })
  const [paper] = (await office.stalls.papers({ q: ada.email })).rows
  await expect(office.stalls.decide({ id: paper!.id, verdict: 'refused' })).rejects.toThrow()
  await office.stalls.decide({ id: paper!.id, verdict: 'refused', reason: 'The address cannot be read.' })
  await untilQuiet(app)
  expect(await stallRow(stall)).toMatchObject({ final_price: 3_000, status: 'confirmed' })
  expect((await app.as(ada).stalls.page()).papers).toMatchObject([
    { status: 'refused', reason: 'The address cannot be read.' },
  ])
  expect((await app.sql('select deleted_at from files where id = $1', [paper!.fileId]))[0]).not.toMatchObject({
    deleted_at: null,
  })
  await expect(booksStall(app, ada, { isWestminsterResident: true })).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
})

test('a discount of everything needs no card', async () => {
  await marketWith(app)
  const ada = await member(app, { tier: 'builder' })
  await app.sql(`update membership_tiers set market_discount_percent = 100 where slug = 'builder'`)
  const { id, url } = await booksStall(app, ada)
  expect(url).toBeNull()
  expect(await stallRow(id)).toMatchObject({ status: 'confirmed', final_price: 0, order_id: null })
})

test('an unpaid stall is let go of after 30 minutes; money that comes later goes back by itself', async () => {
  const on = await marketWith(app, { on: '2026-12-12', pitches: 1 })
  const ada = await member(app)
  const { id, url, orderId } = await booksStall(app, ada, { marketDate: on })
  await expect(booksStall(app, await member(app), { marketDate: on })).rejects.toMatchObject({ code: 'NO_PITCH_LEFT' })
  app.clock.advance(31 * 60_000)
  await expireDue(app)
  expect(await stallRow(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'Not paid in time' })
  expect(await takenOn(on)).toBe(0)
  const bea = await member(app)
  const hers = await paidStall(app, bea, { marketDate: on })
  await control(app, { hold: false })
  await pressPay(url!)
  await untilQuiet(app)
  expect(await app.as(ada).payments.order({ id: orderId! })).toMatchObject({
    status: expect.stringMatching(/refunded|expired/),
  })
  expect(await stallRow(id)).toMatchObject({ status: 'cancelled' })
  expect(await stallRow(hers)).toMatchObject({ status: 'confirmed' })
  expect(await takenOn(on)).toBe(1)
})

test('a hold counts against the number of unpaid holds', async () => {
  await marketWith(app)
  const ada = await member(app)
  for (let hold = 0; hold < 3; hold++) await booksStall(app, ada)
  await expect(booksStall(app, ada)).rejects.toMatchObject({ code: 'TOO_MANY_HOLDS' })
})

test('a payment page that does not open says Booking failed; the stall stays held', async () => {
  await marketWith(app)
  const ada = await member(app)
  await control(app, { down: true })
  await expect(booksStall(app, ada)).rejects.toMatchObject({
    code: 'CHECKOUT_FAILED',
    data: { title: 'Booking failed' },
  })
  await control(app, { down: false })
  const [held] = (await app.as(ada).stalls.page()).stalls
  const { url } = await app.as(ada).payments.retry({ id: held!.orderId! })
  await pay(app, url)
  expect(await stallRow(held!.id)).toMatchObject({ status: 'confirmed' })
})
