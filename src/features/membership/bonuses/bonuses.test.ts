import { afterAll, beforeAll, expect, test } from 'vitest'
import { causeOf } from '#features/membership/tokens/rules.ts'
import { admin, committee, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'
import { messages } from './inputs.ts'

const app = sharedTestApp({ now: '2026-11-18T10:00:00Z' })
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})
afterAll(async () => {
  await expectInvariants(app)
})

const give = (who: Person, amount = 10, reason = '') => app.as(boss).tokens.give({ userId: who.id, amount, reason })

test('an admin gives bonus tokens: a lot, its movement with the balance after it, and a mail with the reason [MBR-33, MBR-34]', async () => {
  const ada = await paidMember(app, { firstName: 'Ada' })
  await giveTokens(app, ada, 5)
  expect(await give(ada, 20, 'Thank you for the poster')).toEqual({ userId: ada.id, amount: 20, balance: 25 })
  const lots = await app.sql(
    `select user_id, amount, used, type, allocated_at from tokens where user_id = $1 and type = 'bonus'`,
    [ada.id],
  )
  expect(lots).toEqual([{ user_id: ada.id, amount: 20, used: 0, type: 'bonus', allocated_at: app.clock.now() }])
  const moved = await app.sql(
    `select user_id, type, amount, balance_after, description from token_transactions where user_id = $1 and type = 'bonus'`,
    [ada.id],
  )
  // Not why: the books outlive an erasure.
  const description = 'Bonus tokens'
  expect(moved).toEqual([{ user_id: ada.id, type: 'bonus', amount: 20, balance_after: 25, description }])
  const [mail] = await app.sql(`select props from mails where to_address = $1 and template = 'tokens.bonus'`, [
    ada.email,
  ])
  expect(mail).toMatchObject({ props: { amount: 20, reason: 'Thank you for the poster', balance: 25 } })
  const audited = await app.sql(
    `select actor_id from audit_log where table_name = 'tokens' and after->>'user_id' = $1 and actor_id = $2`,
    [ada.id, boss.id],
  )
  expect(audited).toHaveLength(1)
})

test('bonus tokens are for members whose account is open, from 1 to 1000, and given by admins', async () => {
  const ada = await member(app)
  for (const amount of [1, 1_000]) expect(await give(ada, amount)).toMatchObject({ amount })
  for (const amount of [0, -1, 1.5, Number.NaN])
    await expect(give(ada, amount)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: messages.chooseMember,
      data: { field: 'amount' },
    })
  await expect(give(ada, 1_001)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(app.as(boss).tokens.give({ userId: '', amount: 10, reason: '' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: messages.chooseMember,
    data: { field: 'userId' },
  })
  const nobody = { ...ada, id: 'nobody' }
  await expect(give(nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(give(await person(app))).rejects.toMatchObject({ code: 'NO_MEMBERSHIP' })
  for (const status of ['blocked', 'suspended'] as const)
    await expect(give(await paidMember(app, { status }))).rejects.toMatchObject({ code: 'ON_HOLD' })
  for (const other of [ada, await committee(app)])
    await expect(app.as(other).tokens.give({ userId: ada.id, amount: 10, reason: '' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  expect((await app.as(ada).tokens.history({})).balance).toBe(1_001)
})

test('the office takes tokens for what was arranged, no more than there are; the member reads for what', async () => {
  const ada = await paidMember(app, { firstName: 'Ada' })
  await giveTokens(app, ada, 25)
  const take = (who: Person, amount: number, what = 'The market hall on 4 December') =>
    app.as(boss).tokens.charge({ userId: who.id, amount, what })
  await expect(take(ada, 26)).rejects.toMatchObject({ code: 'INSUFFICIENT_TOKENS' })
  await expect(take(ada, 20, ' ')).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'what' } })
  for (const amount of [0, 1_001]) await expect(take(ada, amount)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await take(ada, 20)).toEqual({ userId: ada.id, amount: 20, balance: 5 })
  const moved = await app.sql(
    `select amount, balance_after, description from token_transactions where user_id = $1 and type = 'debit'`,
    [ada.id],
  )
  expect(moved).toEqual([{ amount: -20, balance_after: 5, description: 'Arranged with the house' }])
  const mails = await app.sql(`select props from mails where to_address = $1 and template = 'tokens.charged'`, [
    ada.email,
  ])
  expect(mails).toMatchObject([{ props: { amount: 20, what: 'The market hall on 4 December', balance: 5 } }])
  await expect(take(await paidMember(app, { status: 'suspended' }), 1)).rejects.toMatchObject({ code: 'ON_HOLD' })
  await expect(take(await person(app), 1)).rejects.toMatchObject({ code: 'NO_MEMBERSHIP' })
  await expect(app.as(ada).tokens.charge({ userId: ada.id, amount: 1, what: 'A day' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a person sees what their balance is made of, the oldest first, less what is spent', async () => {
  const ada = await paidMember(app)
  await giveTokens(app, ada, 5)
  app.clock.set('2026-11-19T10:00:00Z')
  await give(ada, 10)
  const { lots } = app.as(ada).tokens
  const bought = { type: 'purchase', amount: 5, left: 5, allocatedAt: new Date('2026-11-18T10:00:00Z') }
  const given = { type: 'bonus', amount: 10, left: 10, allocatedAt: new Date('2026-11-19T10:00:00Z') }
  expect(await lots()).toMatchObject([bought, given])
  await app.sql('select * from spend_tokens($1, $2, $3, $4, $5)', [
    ada.id,
    [7],
    ['Desk'],
    [`x:${ada.id}`],
    app.clock.now(),
  ])
  expect(await lots()).toMatchObject([{ ...given, left: 8 }])
  expect(await app.as(await paidMember(app)).tokens.lots()).toEqual([])
})

test('a movement leads to the booking or payment that caused it, and to nothing otherwise', () => {
  const id = '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11'
  expect(causeOf(`booking:${id}`)).toEqual({ noun: 'booking', id })
  expect(causeOf(`return:booking:${id}`)).toEqual({ noun: 'booking', id })
  expect(causeOf(`order:${id}`)).toEqual({ noun: 'order', id })
  expect(causeOf(`back:${id}:450`)).toEqual({ noun: 'order', id })
  expect(causeOf(`back:${id}:return:booking:${id}`)).toEqual({ noun: 'order', id })
  for (const other of [`weekly:${id}:2026-11-16`, `given:${id}`, `referral:${id}`, 'order:none'])
    expect(causeOf(other)).toBeNull()
})

test('the office lists who has what; who left is there as long as tokens are left', async () => {
  const mark = `Balance${Date.now()}`
  const ada = await paidMember(app, { firstName: mark, lastName: 'A' })
  const bob = await paidMember(app, { firstName: mark, lastName: 'B' })
  const none = await member(app, { firstName: mark, lastName: 'C' })
  const left = await paidMember(app, { firstName: mark, lastName: 'D' })
  await giveTokens(app, ada, 5)
  await give(ada, 10)
  await giveTokens(app, bob, 40)
  await giveTokens(app, left, 1)
  for (const gone of [left, bob])
    await app.sql(`update user_memberships set status = 'cancelled', ended_at = now() where user_id = $1`, [gone.id])
  await app.sql('select * from spend_tokens($1, $2, $3, $4, $5)', [
    bob.id,
    [40],
    ['Desk'],
    [`x:${bob.id}`],
    app.clock.now(),
  ])
  const list = async (input: object = {}) =>
    (await app.as(boss).tokens.balances({ q: mark, ...input })).rows.map(({ userId, balance, bought, tier }) => [
      userId,
      balance,
      bought,
      tier !== null,
    ])
  expect(await list()).toEqual([
    [ada.id, 15, 5, true],
    [left.id, 1, 1, false],
    [none.id, 0, 0, true],
  ])
  expect(await list({ sort: 'name' })).toHaveLength(3)
  expect(await list({ has: 'none' })).toEqual([[none.id, 0, 0, true]])
  expect((await list({ has: 'tokens', sort: 'oldestAt' })).map(([id]) => id)).toHaveLength(2)
})

test('what is out is told by age and by how it came, and adds up to all that people have', async () => {
  const ada = await paidMember(app)
  const before = await app.as(boss).tokens.liability()
  const daysAgo = async (days: number, amount: number, type: string) => {
    await give(ada, amount)
    await app.sql(
      `update tokens set type = $4, allocated_at = $2::timestamptz - make_interval(days => $3)
       where id = (select id from tokens where user_id = $1 and type = 'bonus' and allocated_at = $2 limit 1)`,
      [ada.id, app.clock.now(), days, type],
    )
  }
  await daysAgo(29, 1, 'purchase')
  await daysAgo(30, 2, 'weekly')
  await daysAgo(91, 4, 'refund')
  await daysAgo(182, 8, 'loyalty')
  await daysAgo(365, 16, 'purchase')
  const after = await app.as(boss).tokens.liability()
  const gained = after.rows.map((row, index) =>
    (['bought', 'weekly', 'returned', 'bonus'] as const).map(kind => row[kind] - before.rows[index]![kind]),
  )
  expect(gained).toEqual([
    [1, 0, 0, 0],
    [0, 2, 0, 0],
    [0, 0, 4, 0],
    [0, 0, 0, 8],
    [16, 0, 0, 0],
  ])
  const way = (name: string) => after.account.find(({ way }) => way === name)!
  expect(after.account.map(({ came, spent, left }) => came - spent - left)).toEqual([0, 0, 0, 0])
  const [weekly] = await app.sql(
    `select sum(amount)::int as came, sum(used)::int as spent from tokens where type = 'weekly'`,
  )
  expect(way('weekly')).toMatchObject(weekly!)
  const [all] = await app.sql('select sum(amount - used)::int as tokens from tokens')
  expect(after).toMatchObject(all!)
  const [bought] = await app.sql(`select sum(amount - used)::int as bought from tokens where type = 'purchase'`)
  expect(after).toMatchObject({ ...bought, boughtPence: Number(bought!.bought) * after.tokenPricePence })
})
