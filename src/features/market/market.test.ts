import { webcrypto } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DoorList, listBytes } from '#features/door/rules.ts'
import { startTestApp, type TestApp, testApp } from '../../../test/app.ts'
import { marketDay, marketMorning, scanOf } from '../../../test/market.ts'
import { admin, doorStaff, member, type Person, person } from '../../../test/people.ts'
import { fromBase64Url, messages, readCode, type Verify } from './rules.ts'

let app: TestApp
let [boss, door] = [] as unknown as [Person, Person]
const minute = 60_000
beforeAll(async () => {
  app = await startTestApp({ now: marketMorning })
  boss = await admin(app)
  door = await doorStaff(app)
  await marketDay(app)
  await marketDay(app, '2026-12-19')
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(marketMorning))

/** Checks a signature as a browser does, with what the door's list brings. */
function browserVerify(keys: { id: string; publicKey: string }[]): Verify {
  return async ({ keyId, signed, signature }) => {
    const found = keys.find(({ id }) => id === keyId)
    if (!found) return false
    const key = await webcrypto.subtle.importKey('raw', fromBase64Url(found.publicKey)!, 'Ed25519', false, ['verify'])
    return webcrypto.subtle.verify('Ed25519', key, signature, signed)
  }
}

test('visitors see the next market, its hours and what entry costs whom [MKT-03, MKT-24, MKA-19]', async () => {
  expect(await app.as(null).market.about()).toMatchObject({
    day: { on: '2026-11-21', opensAt: '10:00', closesAt: '17:00', setUpFrom: '08:00' },
    guestEntryPence: 100,
    memberEntryPence: 0,
  })
  app.clock.set('2026-11-21T17:00:00Z')
  expect(await app.as(null).market.about()).toMatchObject({ day: { on: '2026-12-19' } })
})

test('a member’s ticket: the same one each time, with a fresh code good for 15 minutes [MKT-18]', async () => {
  const ada = await member(app)
  const first = await app.as(ada).market.ticket()
  app.clock.advance(5 * minute)
  const second = await app.as(ada).market.ticket()
  expect(second.ticketCode).toBe(first.ticketCode)
  expect(second.code).not.toBe(first.code)
  expect(second.validUntil - second.issuedAt).toBe(15 * minute)
  expect(second.issuedAt).toBe(app.clock.now().getTime())
  const { keys } = await app.as(door).market.keys()
  const read = await readCode(second.code, browserVerify(keys), app.clock.now().getTime())
  expect(read).toMatchObject({ problem: null, ticket: { kind: 'market-checkin', personId: ada.id } })
})

test('tickets are for approved members; without a market planned there is none', async () => {
  await expect(app.as(null).market.ticket()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(app.as(await person(app)).market.ticket()).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
  const empty = await testApp({ now: marketMorning })
  await expect(empty.as(await member(empty)).market.ticket()).rejects.toMatchObject({
    message: messages.noDayPlanned,
  })
  expect(await empty.as(null).market.about()).toMatchObject({ day: null })
})

test('members pay what the text says once free entry has ended [MKT-23]', async () => {
  await app.as(boss).venue.changeSettings({ membersEnterFreeUntil: '2026-11-20' })
  expect(await app.as(null).market.about()).toMatchObject({
    membersEnterFreeUntil: '2026-11-20',
    memberEntryPence: 100,
  })
  const ada = await member(app)
  const { code, pricePence } = await app.as(ada).market.ticket()
  expect(pricePence).toBe(100)
  expect(await app.as(door).market.admit(scanOf(code))).toMatchObject({
    outcome: 'admitted',
    pricePence: 100,
  })
  app.clock.advance(31 * minute)
  const again = scanOf((await app.as(ada).market.ticket()).code)
  expect(await app.as(door).market.admit(again)).toMatchObject({ outcome: 'admitted', pricePence: 0 })
  await app.as(boss).venue.changeSettings({ membersEnterFreeUntil: null })
})

test('the list for the door is signed and carries names, holds and last entries of today', async () => {
  const [ada, ben] = [await member(app, { firstName: 'Ada', lastName: 'Listed' }), await member(app)]
  await app.as(door).market.admit(scanOf((await app.as(ada).market.ticket()).code))
  await app.as(ben).market.ticket()
  await app.sql(`update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1`, [ben.id])
  const { keys, list, signature, signedBy } = await app.as(door).market.keys()
  const publicKey = keys.find(({ id }) => id === signedBy)!.publicKey
  const key = await webcrypto.subtle.importKey('raw', fromBase64Url(publicKey)!, 'Ed25519', false, ['verify'])
  const holds = (text: string) => webcrypto.subtle.verify('Ed25519', key, fromBase64Url(signature)!, listBytes(text))
  expect(await holds(list)).toBe(true)
  expect(await holds(list.replace('Listed', 'Forged'))).toBe(false)
  const { day, tickets, cooldownMinutes } = JSON.parse(list) as DoorList
  expect(day).toEqual({
    on: '2026-11-21',
    startsAt: Date.parse('2026-11-21T00:00:00Z'),
    endsAt: Date.parse('2026-11-22T00:00:00Z'),
  })
  expect(cooldownMinutes).toBe(30)
  expect(tickets.find(({ personId }) => personId === ada.id)).toMatchObject({
    name: 'Ada Listed',
    problem: null,
    lastEntryAt: app.clock.now().getTime(),
  })
  expect(tickets.find(({ personId }) => personId === ben.id)).toMatchObject({ problem: messages.blocked })
  // No address, no telephone: what the door needs and nothing else.
  expect(list).not.toContain('@')
})

test('no private key leaves the server or lies open in the database', async () => {
  const answer = JSON.stringify(await app.as(door).market.keys())
  const rows = await app.sql<{ private_key: string }>('select private_key from ticket_keys')
  for (const { private_key: sealed } of rows) {
    expect(answer).not.toContain(sealed)
    expect(Buffer.from(sealed, 'base64url').includes(Buffer.from('302e020100300506032b6570', 'hex'))).toBe(false)
  }
  const audited = await app.sql<{ after: { private_key: string } }>(
    `select after from audit_log where table_name = 'ticket_keys' and after ? 'private_key'`,
  )
  expect(audited.every(({ after }) => after.private_key === '(personal)')).toBe(true)
})

test('with another secret a new key is made, and the old codes stay good', async () => {
  const ada = await member(app)
  const { code } = await app.as(ada).market.ticket()
  const env = app.runtime.env
  const secret = env.secret
  env.secret = 'another secret that is long enough to be one'
  await app.as(await member(app)).market.ticket()
  expect(await app.as(door).market.admit(scanOf(code))).toMatchObject({ outcome: 'admitted' })
  env.secret = secret
})

test('the check-in list counts today’s used tickets, members and guests apart [MKA-24, MKT-24]', async () => {
  const venue = await testApp({ now: marketMorning })
  await marketDay(venue)
  const staff = await doorStaff(venue)
  const as = venue.as(staff)
  for (const firstName of ['Ada', 'Ben'])
    await as.market.admit(scanOf((await venue.as(await member(venue, { firstName })).market.ticket()).code))
  await venue.as(await member(venue)).market.ticket()
  const guest = scanOf('')
  const sold = await as.market.admitGuest({ ...guest, name: 'Gus' })
  expect(sold).toMatchObject({ outcome: 'admitted', ticketType: 'guest', pricePence: 100, name: 'Gus' })
  expect(await as.market.admitGuest({ ...guest, name: 'Gus' })).toEqual(sold)
  const seen = await as.market.checkIns({})
  expect(seen).toMatchObject({
    on: '2026-11-21',
    hasMarket: true,
    total: 3,
    counts: { used: 3, members: 2, guests: 1, entries: 3, takenPence: 100, doubles: 0 },
  })
  expect(seen.rows.map(({ ticketType }) => ticketType).sort()).toEqual(['guest', 'member', 'member'])
  expect((await as.market.checkIns({ q: 'gus', pageSize: 1 })).rows).toMatchObject([{ name: 'Gus' }])
  expect((await as.market.checkIns({ q: '%' })).total).toBe(0)
  venue.clock.set('2026-11-22T10:00:00Z')
  expect(await as.market.checkIns({})).toMatchObject({ total: 0, hasMarket: false, counts: { used: 0 } })
})

test('market days: weekends only, once, from today on; changes are audited [MKT-08]', async () => {
  const as = app.as(boss)
  await expect(as.market.addDay({ on: '2026-12-21' })).rejects.toThrow()
  await expect(app.sql(`insert into market_days ("on") values ('2026-12-21')`)).rejects.toThrow(/weekend/)
  await expect(as.market.addDay({ on: '2026-11-15' })).rejects.toMatchObject({ code: 'DATE_PAST' })
  await expect(as.market.addDay({ on: '2026-11-21' })).rejects.toMatchObject({ code: 'MARKET_DAY_EXISTS' })
  const { id } = await as.market.addDay({ on: '2027-01-16', pitches: 40 })
  const { rows, total } = await as.market.days({})
  expect(total).toBe(3)
  expect(rows[0]).toMatchObject({ id, on: '2027-01-16', pitches: 40, visitors: 0, can: { cancel: true } })
  await as.market.cancelDay({ id })
  await expect(as.market.cancelDay({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await as.market.days({ sort: '-on' })).rows[0]).toMatchObject({
    isCancelled: true,
    can: { cancel: false },
  })
  const audited = await app.sql(`select action from audit_log where table_name = 'market_days' and row_id = $1`, [id])
  expect(audited.map(({ action }) => action)).toEqual(['insert', 'update'])
})
