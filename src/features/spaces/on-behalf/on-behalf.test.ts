import { expect, test } from 'vitest'
import { facility, fairUseRule } from '#seed/factories/facilities.ts'
import { admin, committee, member, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'

const app = sharedTestApp()
const place = { on: '2026-11-24', startsAt: '10:00' }
const reason = 'They teach the free class.'

test('staff book for a member with the member’s tokens: theirs like any other, told by mail, and cancelled for all of it', async () => {
  const [boss, ada] = [await admin(app), await paidMember(app)]
  await giveTokens(app, ada, 8)
  const { id: facilityId } = await facility(app)
  const wanted = { ...place, facilityId, userId: ada.id }
  expect(await app.as(boss).bookings.quoteFor(wanted)).toEqual({
    ...{ tokens: 5, tokenBalance: 8, endsAt: '11:00', problem: null, whyNotTokens: null },
  })
  const { id } = await app.as(boss).bookings.bookFor({ ...wanted, payer: 'tokens' })
  expect((await app.as(ada).tokens.history({})).balance).toBe(3)
  expect((await app.as(ada).bookings.mine({})).rows).toMatchObject([{ id, status: 'confirmed', tokensUsed: 5 }])
  const [mail] = await outboxOf(app, ada.email)
  expect(mail).toMatchObject({ template: 'bookings.confirmed' })
  const [props] = await app.sql<{ said: string }>(`select props->>'isByHouse' as said from mails where user_id = $1`, [
    ada.id,
  ])
  expect(props!.said).toBe('true')
  expect((await app.as(boss).bookings.list({ id })).rows).toMatchObject([
    { person: { id: ada.id }, bookedBy: expect.any(String), freeReason: null },
  ])
  await app.as(ada).bookings.cancel({ id })
  expect((await app.as(ada).tokens.history({})).balance).toBe(8)
  await expectInvariants(app)
})

test('without charge only for a reason, which staff read and the member does not; cancelling it gives nothing back', async () => {
  const [boss, ada] = [await admin(app), await paidMember(app)]
  const { id: facilityId } = await facility(app, { tokenAvailableDays: ['friday'] })
  const wanted = { ...place, facilityId, userId: ada.id }
  await expect(app.as(boss).bookings.bookFor({ ...wanted, payer: 'nobody', reason: ' ' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'Say why it costs nothing',
  })
  // Tokens are not taken on a Tuesday here, and nobody is asked for a card.
  await expect(app.as(boss).bookings.bookFor({ ...wanted, payer: 'tokens' })).rejects.toMatchObject({
    code: 'TOKENS_NOT_AVAILABLE',
  })
  const { id } = await app.as(boss).bookings.bookFor({ ...wanted, payer: 'nobody', reason })
  const [row] = (await app.as(boss).bookings.list({ id })).rows
  expect(row).toMatchObject({ freeReason: reason, tokensUsed: 0, pricePence: 0, status: 'confirmed' })
  const own = await app.as(ada).bookings.one({ id })
  expect(JSON.stringify(own)).not.toContain(reason)
  expect(await app.sql('select 1 from orders where user_id = $1', [ada.id])).toEqual([])
  const audited = await app.sql(
    `select 1 from audit_log where table_name = 'bookings' and coalesce(after::text, '') like '%' || $1 || '%'`,
    [reason],
  )
  expect(audited).toEqual([])
  await app.as(ada).bookings.cancel({ id })
  expect((await app.as(ada).bookings.mine({ when: 'past' })).rows).toMatchObject([
    { id, status: 'cancelled', returnedTokens: 0, returnedPence: 0 },
  ])
  await expectInvariants(app)
})

test('what keeps the member from booking keeps staff as well: a taken place, too few tokens, their standing', async () => {
  const [boss, ada, bea] = [await admin(app), await paidMember(app), await paidMember(app)]
  const { id: facilityId } = await facility(app)
  const bookFor = (userId: string, more: object = {}) =>
    app.as(boss).bookings.bookFor({ ...place, facilityId, userId, payer: 'tokens', ...more })
  const have = async () => (await app.as(ada).tokens.history({})).balance
  await giveTokens(app, ada, 4)
  await expect(bookFor(ada.id)).rejects.toMatchObject({
    code: 'TOKENS_NOT_AVAILABLE',
    message: 'You need 5 tokens but only have 4',
  })
  expect(await app.as(boss).bookings.quoteFor({ ...place, facilityId, userId: ada.id })).toMatchObject({
    problem: null,
    whyNotTokens: expect.any(String),
  })
  expect(await have()).toBe(4)
  await bookFor(bea.id, { payer: 'nobody', reason })
  await giveTokens(app, ada, 4)
  await expect(bookFor(ada.id)).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await expect(bookFor(ada.id, { payer: 'nobody', reason })).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await expect(bookFor(ada.id, { startsAt: '10:07' })).rejects.toMatchObject({ code: 'SLOT_NOT_OFFERED' })
  await expect(bookFor((await member(app)).id, { startsAt: '12:00', payer: 'nobody', reason })).rejects.toMatchObject({
    code: 'UPGRADE_REQUIRED',
  })
  await expect(bookFor('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Member not found' })
  expect(await have()).toBe(8)
  // Their own unpaid hold of the place is a place that is taken.
  const held = { ...place, startsAt: '15:00', facilityId }
  await app.as(ada).bookings.place({ ...held, payWith: 'card', termsAccepted: true })
  await expect(bookFor(ada.id, { startsAt: '15:00' })).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await expectInvariants(app)
})

test('a waiting list is kept to; only admins book for somebody', async () => {
  const [boss, ada, bea, eve] = [await admin(app), await paidMember(app), await paidMember(app), await committee(app)]
  const { id: facilityId } = await facility(app)
  const wanted = { ...place, facilityId }
  const { id } = await app.as(boss).bookings.bookFor({ ...wanted, userId: ada.id, payer: 'nobody', reason })
  await app.as(bea).waiting.join(wanted)
  await app.as(ada).bookings.cancel({ id })
  const forAda = { ...wanted, userId: ada.id, payer: 'nobody' as const, reason }
  await expect(app.as(boss).bookings.bookFor(forAda)).rejects.toMatchObject({ code: 'WAITED_FOR' })
  await app.runJobs()
  await expect(app.as(boss).bookings.bookFor(forAda)).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  // Whose turn it is can be booked for.
  await app.as(boss).bookings.bookFor({ ...forAda, userId: bea.id })
  expect(await app.as(bea).waiting.mine()).toEqual([])
  for (const who of [ada, eve])
    await expect(app.as(who).bookings.bookFor(forAda)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expectInvariants(app)
})

test('what is offered is by the rules for the member, not for whoever books, and says which rule is against a time', async () => {
  const [boss, ada, free] = [await admin(app), await paidMember(app), await member(app)]
  const { id: facilityId, name } = await facility(app)
  const [{ tierId }] = (await app.sql<{ tierId: string }>(
    `select tier_id as "tierId" from user_memberships where user_id = $1 and status = 'active'`,
    [ada.id],
  )) as [{ tierId: string }]
  // Of this plan two days ahead at most; whoever books is on none.
  await fairUseRule(app, { kind: 'ahead_days', value: 2, facilityId, tierId })
  const far = { facilityId, on: place.on }
  const at = (slots: { startsAt: string }[], startsAt: string) => slots.find(slot => slot.startsAt === startsAt)
  expect(at(await app.as(boss).bookings.slots(far), '10:00')).toMatchObject({ isAvailable: true, why: null })
  const offered = await app.as(boss).bookings.slotsFor({ ...far, userId: ada.id })
  expect(offered.problem).toBeNull()
  const why = expect.stringContaining(`${name} can be booked up to 2 days ahead`)
  expect(at(offered.slots, '10:00')).toMatchObject({ isAvailable: false, why, isTheirs: false })
  // As it is offered, so it is booked.
  await expect(
    app.as(boss).bookings.bookFor({ ...place, facilityId, userId: ada.id, payer: 'nobody', reason }),
  ).rejects.toMatchObject({ code: 'FAIR_USE', message: why })
  const near = { facilityId, on: '2026-11-19', userId: ada.id }
  await app.as(boss).bookings.bookFor({ ...near, startsAt: '10:00', payer: 'nobody', reason })
  const { slots } = await app.as(boss).bookings.slotsFor(near)
  expect(at(slots, '10:00')).toMatchObject({ isAvailable: false, why: null, isTheirs: true })
  expect(at(slots, '12:00')).toMatchObject({ isAvailable: true, why: null, isTheirs: false })
  expect((await app.as(boss).bookings.slotsFor({ ...far, userId: free.id })).problem).toBe(
    'Facility booking needs a paid membership.',
  )
  await expect(app.as(boss).bookings.slotsFor({ ...far, userId: 'nobody' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(app.as(ada).bookings.slotsFor({ ...far, userId: ada.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
