import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { admin, committee, doorStaff, member, type Person, paidMember } from '#seed/factories/people.ts'
import { inStanding } from '#seed/factories/standings.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant } from '#test/applications.ts'
import { giveTokens } from '#test/bookings.ts'
import { statementsOf } from '#test/statements.ts'

const app = sharedTestApp()
const termsAccepted = true as const

async function booked(ada: Person, payWith: 'tokens' | 'card') {
  const wish = { facilityId: (await facility(app)).id, on: '2026-12-01', startsAt: '10:00' }
  return app.as(ada).bookings.place({ ...wish, payWith, termsAccepted })
}

test('people, bookings, orders and applications are found by whatever names them, a few of each', async () => {
  const boss = await admin(app)
  const tag = `Quill${Date.now()}`
  const ada = await paidMember(app, { firstName: 'Ada', lastName: tag })
  await giveTokens(app, ada, 20)
  const free = await booked(ada, 'tokens')
  const sold = await booked(ada, 'card')
  if (free.outcome !== 'confirmed' || sold.outcome !== 'pay') throw new Error('expected one of each')
  const find = async (q: string) => (await app.as(boss).objects.find({ q })).rows.map(({ noun, id }) => `${noun} ${id}`)
  const [held] = await app.sql('select id from bookings where order_id = $1', [sold.orderId])
  const all = [`person ${ada.id}`, `booking ${free.bookingId}`, `booking ${held!.id}`, `order ${sold.orderId}`]
  for (const q of [tag, tag.toUpperCase(), ada.email]) expect((await find(q)).toSorted()).toEqual(all.toSorted())
  expect(await find(free.bookingId)).toEqual([`booking ${free.bookingId}`])
  expect(await find(free.bookingId.slice(0, 8))).toEqual([`booking ${free.bookingId}`])
  expect(await find(sold.orderId)).toEqual([`order ${sold.orderId}`])
  await app.sql(`update "user" set phone = '+447700900321' where id = $1`, [ada.id])
  for (const q of ['+44 7700 900321', '07700 900 321']) expect(await find(q)).toContain(`person ${ada.id}`)
  const wisher = await applicant(app)
  const [sent] = await app.sql('select email from membership_applications where id = $1', [wisher.applicationId])
  expect(await find(String(sent!.email))).toContain(`application ${wisher.applicationId}`)
  await app.sql(`update membership_applications set phone_number = '+44 (0)7700 900654' where id = $1`, [
    wisher.applicationId,
  ])
  for (const q of ['7700 900654', '7700900654']) expect(await find(q)).toContain(`application ${wisher.applicationId}`)
  for (const q of ['%%', '__', "';--"]) expect(await find(q)).toEqual([])
  await expect(find('a')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  for (let i = 0; i < 8; i++) await member(app, { firstName: `N${i}`, lastName: tag })
  expect((await find(tag)).filter(each => each.startsWith('person'))).toHaveLength(6)
})

test('of bookings the next is found first, then those after it, then what was, the latest first', async () => {
  const boss = await admin(app)
  const tag = `Order${Date.now()}`
  const ada = await paidMember(app, { firstName: 'Ada', lastName: tag })
  await giveTokens(app, ada, 60)
  const facilityId = (await facility(app)).id
  const place = async (on: string, startsAt: string) => {
    const placed = await app.as(ada).bookings.place({ facilityId, on, startsAt, payWith: 'tokens', termsAccepted })
    if (placed.outcome !== 'confirmed') throw new Error('expected a booking')
    return placed.bookingId
  }
  const ids = {
    far: await place('2026-12-04', '10:00'),
    next: await place('2026-12-01', '10:00'),
    cancelled: await place('2026-12-01', '14:00'),
    earlier: await place('2026-12-02', '10:00'),
    later: await place('2026-12-02', '14:00'),
  }
  await app.as(boss).bookings.cancelByStaff({ id: ids.cancelled, reason: 'Flooded' })
  await app.sql(
    `update bookings set starts_at = starts_at - interval '2 years', ends_at = ends_at - interval '2 years'
      where id in ($1, $2)`,
    [ids.earlier, ids.later],
  )
  const { rows } = await app.as(boss).objects.find({ q: tag })
  const found = rows.filter(({ noun }) => noun === 'booking').map(({ id }) => id)
  expect(found).toEqual([ids.next, ids.far, ids.cancelled, ids.later, ids.earlier])
})

test('a person’s panel says what they have and what happened, the latest first, and opens what it mentions', async () => {
  const boss = await admin(app)
  const ada = await paidMember(app)
  await giveTokens(app, ada, 20)
  const placed = await booked(ada, 'tokens')
  if (placed.outcome !== 'confirmed') throw new Error('expected a booking')
  await app.settled()
  const { facts } = await app.as(boss).objects.person({ id: ada.id })
  const historyOf = async (id: string) => (await app.as(boss).objects.history({ noun: 'person', id })).rows
  const history = await historyOf(ada.id)
  const fact = (name: string) => facts.find(({ label }) => label === name)?.value
  expect(fact('Next bookings')).toEqual([
    { noun: 'booking', id: placed.bookingId, title: expect.stringMatching(/1 Dec 2026, 10:00/) },
  ])
  expect(fact('Tokens')).toMatch(/^\d+ tokens$/)
  expect(fact('Plan')).toBeTruthy()
  expect(history).toContainEqual(expect.objectContaining({ noun: 'booking', id: placed.bookingId }))
  expect(history.map(({ title }) => title)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Booking confirmed:/), expect.stringMatching(/^Booked: /)]),
  )
  const times = history.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  // Of nobody there is nothing, and nothing of another.
  expect(await historyOf(boss.id)).not.toContainEqual(expect.objectContaining({ id: placed.bookingId }))
  expect(await historyOf('nobody')).toEqual([])
})

test('who is overdue, or disputes a payment, has how much and since when in their panel, with the way to the row', async () => {
  const boss = await admin(app)
  const { id, email } = await inStanding(app, 'overdue')
  await app.sql(
    `update user_memberships set overdue_since = '2026-11-20T10:00Z', monthly_pence = 4500
      where user_id = $1 and status = 'active'`,
    [id],
  )
  for (const status of ['to_answer', 'under_review', 'won'])
    await app.sql(
      `insert into disputes (id, user_id, description, amount_pence, status, reason, due_at, closed_at)
        values ($1, $2, 'Tokens', 1000, $3, 'fraudulent', '2026-12-09T10:00Z', case when $3 = 'won' then now() end)`,
      [`dp_${status}_${id}`, id, status],
    )
  const [plan] = await app.sql(`select id from user_memberships where user_id = $1 and status = 'active'`, [id])
  const { facts } = await app.as(boss).objects.person({ id })
  const fact = (name: string) => facts.find(({ label }) => label === name)?.value
  expect(fact('Payment')).toEqual([
    {
      title: 'Overdue since 20 Nov 2026: £45 a month',
      to: '/admin/payments',
      search: { plans: 'all', q: email, open: plan!.id },
    },
  ])
  expect(fact('Disputed at the bank')).toMatchObject([
    { title: '£10, Tokens: answer by 9 Dec 2026', search: { tab: 'disputes', open: `dp_to_answer_${id}` } },
    { title: '£10, Tokens: the bank decides', search: { tab: 'disputes', open: `dp_under_review_${id}` } },
  ])
})

test('each panel reads its own object by its id, wherever it was mentioned', async () => {
  const boss = await admin(app)
  const ada = await paidMember(app)
  await booked(ada, 'card')
  const sold = await booked(ada, 'card')
  if (sold.outcome !== 'pay') throw new Error('expected a payment page')
  const [held] = await app.sql('select id from bookings where order_id = $1', [sold.orderId])
  const call = app.as(boss)
  expect((await call.bookings.list({ id: String(held!.id) })).rows.map(({ id }) => id)).toEqual([held!.id])
  expect((await call.payments.orders({ id: sold.orderId })).rows).toMatchObject([{ id: sold.orderId, userId: ada.id }])
  const [ofAda] = (await call.members.find({ id: ada.id })).rows
  const [plan] = (await call.memberships.dues({ q: ada.email })).rows
  expect(ofAda).toMatchObject({ userId: ada.id, plan: plan!.tier })
  expect((await call.members.find({ id: boss.id })).rows).toMatchObject([{ plan: null }])
})

test('is for admins: neither committee nor door nor members read it, and it costs the same whatever there is', async () => {
  for (const someone of [await committee(app), await doorStaff(app), await member(app)]) {
    await expect(app.as(someone).objects.find({ q: 'ada' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(app.as(someone).objects.person({ id: someone.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const own = { noun: 'person', id: someone.id } as const
    await expect(app.as(someone).objects.history(own)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const boss = await admin(app)
  const read = async () => [
    (await statementsOf(() => app.as(boss).objects.find({ q: 'ada' }))).length,
    (await statementsOf(() => app.as(boss).objects.person({ id: boss.id }))).length,
    (await statementsOf(() => app.as(boss).objects.history({ noun: 'person', id: boss.id }))).length,
  ]
  const before = await read()
  expect(Math.max(...before)).toBeLessThanOrEqual(3)
})
