import { webcrypto } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fromBase64Url, readCode, type Verify } from '#features/door/passes/rules.ts'
import { type DoorList, messages as doorMessages, listBytes } from '#features/door/scans/rules.ts'
import { admin, doorStaff, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from '#test/app.ts'
import { boughtTickets } from '#test/guest-tickets.ts'
import { marketDay, marketMorning, scanOf } from '#test/market.ts'
import { messages as dayMessages } from '../days/rules.ts'
import { marketPass } from './rules.ts'

const app = sharedTestApp({ now: marketMorning })
let [boss, door] = [] as unknown as [Person, Person]
const minute = 60_000
beforeAll(async () => {
  boss = await admin(app)
  door = await doorStaff(app)
  await marketDay(app)
  await marketDay(app, '2026-12-19')
})
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
  const { keys } = await app.as(door).door.list({ kind: marketPass.name })
  const read = await readCode(second.code, marketPass, browserVerify(keys), app.clock.now().getTime())
  expect(read).toMatchObject({ problem: null, claims: { kind: 'market-checkin', personId: ada.id } })
})

test('tickets are for approved members; without a market planned there is none', async () => {
  await expect(app.as(null).market.ticket()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const pending = app.as(await person(app))
  await expect(pending.market.ticket()).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
  expect(await pending.market.about()).toMatchObject({ can: { ticket: false } })
  expect(await app.as(await member(app)).market.about()).toMatchObject({ can: { ticket: true } })
  const empty = await testApp({ now: marketMorning })
  await expect(empty.as(await member(empty)).market.ticket()).rejects.toMatchObject({
    message: dayMessages.noDayPlanned,
  })
  expect(await empty.as(null).market.about()).toMatchObject({ day: null })
  await expect(empty.as(null).market.calendarFile()).rejects.toMatchObject({ code: 'NO_MARKET' })
})

test('before the day of the market no code is made, and the day is said', async () => {
  const ada = await member(app)
  // Today’s is over: the next one is in December.
  app.clock.set('2026-11-21T17:00:00Z')
  const early = { code: 'NOT_YET', message: 'Your code opens on Saturday 19 December 2026.' }
  await expect(app.as(ada).market.ticket()).rejects.toMatchObject(early)
  app.clock.set('2026-12-18T23:59:59Z')
  await expect(app.as(ada).market.ticket()).rejects.toMatchObject(early)
  expect(await app.sql('select 1 from market_visitor_tickets where user_id = $1', [ada.id])).toEqual([])
  // Until then there is its day for the calendar.
  const file = await app.as(ada).market.calendarFile()
  expect(file.name).toBe('market-2026-12-19.ics')
  expect(await file.text()).toMatch(/DTSTART:20261219T100000Z\r\nDTEND:20261219T170000Z/)
  app.clock.set('2026-12-19T00:00:00Z')
  expect(await app.as(ada).market.ticket()).toMatchObject({ day: { on: '2026-12-19' } })
})

test('how long a code will be good is said before the day, from the setting that it is made with', async () => {
  await app.as(boss).venue.changeSettings({ ticketMinutes: 7 })
  const { ticketMinutes } = await app.as(null).market.about()
  expect(ticketMinutes).toBe(7)
  const { validUntil, issuedAt } = await app.as(await member(app)).market.ticket()
  expect(validUntil - issuedAt).toBe(ticketMinutes * minute)
  await app.as(boss).venue.changeSettings({ ticketMinutes: 15 })
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
  expect(await app.as(door).door.admit(scanOf(code))).toMatchObject({
    outcome: 'admitted',
    pricePence: 100,
  })
  app.clock.advance(31 * minute)
  const again = scanOf((await app.as(ada).market.ticket()).code)
  expect(await app.as(door).door.admit(again)).toMatchObject({ outcome: 'admitted', pricePence: 0 })
  await app.as(boss).venue.changeSettings({ membersEnterFreeUntil: null })
})

test('what a device collects by itself follows the day until which members enter free, and guests pay on either side of it', async () => {
  const collects = async (until: string | null) => {
    await app.as(boss).venue.changeSettings({ membersEnterFreeUntil: until })
    const { list, walkInPence } = await app.as(door).door.list({ kind: marketPass.name })
    const { unlistedPence, ...signed } = JSON.parse(list) as DoorList
    const { pricePence } = await app.as(door).door.admitGuest(scanOf(''))
    return { member: unlistedPence, guest: [walkInPence, signed.walkInPence, pricePence] }
  }
  // The last free day is today, was yesterday, and there is none.
  const guest = [100, 100, 100]
  expect(await collects('2026-11-21')).toEqual({ member: 0, guest })
  expect(await collects('2026-11-20')).toEqual({ member: 100, guest })
  expect(await collects(null)).toEqual({ member: 0, guest })
})

test('scans of two guests of one name that arrive from a device without a connection are no double entry', async () => {
  const ids = [
    await boughtTickets(app, { on: '2026-12-19', quantity: 1 }),
    await boughtTickets(app, { on: '2026-12-19', quantity: 1 }),
  ]
  app.clock.set('2026-12-19T11:00:00Z')
  const at = await doorStaff(app)
  const tickets = await app.sql<{ id: string; guest_name: string }>(
    'select id, guest_name from market_visitor_tickets where purchase_id = any($1)',
    [ids],
  )
  expect(tickets.map(({ guest_name }) => guest_name)).toEqual(['Gus Holm', 'Gus Holm'])
  const admit = (passId: string) =>
    app.as(at).door.admit({
      ...scanOf('', { isOffline: true, wasAdmitted: true, scannedAt: '2026-12-19T10:59:00.000Z' }),
      picked: { passId, personId: null },
    })
  const [one, other] = [tickets[0]!, tickets[1]!]
  expect(await admit(one.id)).toMatchObject({ outcome: 'admitted', isDouble: false })
  expect(await admit(other.id)).toMatchObject({ outcome: 'admitted', isDouble: false })
  expect(await admit(other.id)).toMatchObject({ outcome: 'admitted', isDouble: true })
})

test('a ticket that was opened while entry was free costs what the text says, until it was used [MKT-23]', async () => {
  const [ada, ben] = [await member(app), await member(app)]
  const opened = await app.as(ada).market.ticket()
  const used = await app.as(ben).market.ticket()
  expect([opened.pricePence, used.pricePence]).toEqual([0, 0])
  await app.as(door).door.admit(scanOf(used.code))
  await app.as(boss).venue.changeSettings({ membersEnterFreeUntil: '2026-11-20' })
  const { memberEntryPence } = await app.as(null).market.about()
  expect(memberEntryPence).toBe(100)
  const { list } = await app.as(door).door.list({ kind: marketPass.name })
  const listed = (someone: Person) =>
    (JSON.parse(list) as DoorList).passes.find(({ personId }) => personId === someone.id)
  expect(listed(ada)).toMatchObject({ pricePence: memberEntryPence })
  expect(listed(ben)).toMatchObject({ pricePence: 0 })
  const before = (await app.as(door).market.attendance()).takenPence
  expect(await app.as(door).door.admit(scanOf(opened.code))).toMatchObject({ pricePence: memberEntryPence })
  expect((await app.as(door).market.attendance()).takenPence).toBe(before + memberEntryPence)
  expect((await app.as(ben).market.ticket()).pricePence).toBe(0)
  const carl = await member(app)
  expect((await app.as(carl).market.ticket()).pricePence).toBe(100)
  // And the other way round: entry was made free again before they came.
  await app.as(boss).venue.changeSettings({ membersEnterFreeUntil: null })
  expect((await app.as(carl).market.ticket()).pricePence).toBe(0)
  expect((await app.as(ada).market.ticket()).pricePence).toBe(100)
})

test('the list for the door is signed and carries names, holds and last entries of today', async () => {
  const [ada, ben] = [await member(app, { firstName: 'Ada', lastName: 'Listed' }), await member(app)]
  await app.as(door).door.admit(scanOf((await app.as(ada).market.ticket()).code))
  await app.as(ben).market.ticket()
  await app.sql(`update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1`, [ben.id])
  const { keys, list, signature, signedBy } = await app.as(door).door.list({ kind: marketPass.name })
  const publicKey = keys.find(({ id }) => id === signedBy)!.publicKey
  const key = await webcrypto.subtle.importKey('raw', fromBase64Url(publicKey)!, 'Ed25519', false, ['verify'])
  const holds = (text: string) => webcrypto.subtle.verify('Ed25519', key, fromBase64Url(signature)!, listBytes(text))
  expect(await holds(list)).toBe(true)
  expect(await holds(list.replace('Listed', 'Forged'))).toBe(false)
  const { day, passes, waitMinutes } = JSON.parse(list) as DoorList
  expect(day).toEqual({
    on: '2026-11-21',
    startsAt: Date.parse('2026-11-21T00:00:00Z'),
    endsAt: Date.parse('2026-11-22T00:00:00Z'),
  })
  expect(waitMinutes).toBe(30)
  expect(passes.find(({ personId }) => personId === ada.id)).toMatchObject({
    name: 'Ada Listed',
    problem: null,
    lastEntryAt: app.clock.now().getTime(),
  })
  expect(passes.find(({ personId }) => personId === ben.id)).toMatchObject({
    ...{ problem: 'This member’s account is blocked. Please ask them to contact us.', code: 'ACCOUNT_BLOCKED' },
  })
  // No address, no telephone: what the door needs and nothing else.
  expect(list).not.toContain('@')
})

test('on a day without a market nobody is found by name to be let in, and the counts say when the next one is', async () => {
  const venue = await testApp({ now: marketMorning })
  await marketDay(venue)
  const ada = await member(venue, { firstName: 'Ada', lastName: 'Weekday' })
  const { door: atDoor, market } = venue.as(await doorStaff(venue))
  const found = () => atDoor.find({ kind: marketPass.name, q: 'weekday' })
  expect(await found()).toMatchObject([{ personId: ada.id }])
  venue.clock.set('2026-11-20T10:00:00Z')
  expect(await found()).toEqual([])
  expect(await market.attendance()).toMatchObject({ hasMarket: false, nextOn: '2026-11-21', lastOn: null })
  expect(await atDoor.list({ kind: marketPass.name })).toMatchObject({ walkInPence: null })
  venue.clock.set('2026-11-22T10:00:00Z')
  expect(await market.attendance()).toMatchObject({ hasMarket: false, nextOn: null, lastOn: '2026-11-21' })
  // How that one went the door reads in numbers; its names, and any other day, are the office's.
  expect(await market.attendance({ on: '2026-11-21' })).toMatchObject({ hasMarket: true, used: 0 })
  await expect(market.checkIns({ on: '2026-11-21' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(market.attendance({ on: '2026-11-20' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('no private key leaves the server or lies open in the database', async () => {
  const answer = JSON.stringify(await app.as(door).door.list({ kind: marketPass.name }))
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
  expect(await app.as(door).door.admit(scanOf(code))).toMatchObject({ outcome: 'admitted' })
  env.secret = secret
})

test('a guest who was let in by mistake is taken back once, until the day closes, and counts nowhere', async () => {
  const venue = await testApp({ now: marketMorning })
  await marketDay(venue)
  const as = venue.as(await doorStaff(venue))
  const [kept, { kind, scanId }] = [scanOf(''), scanOf('')]
  const back = (id: string, more = {}) => as.door.takeBack({ kind, scanId: id, takenBackAt: marketMorning, ...more })
  await as.door.admitGuest({ ...kept, name: 'Kit' })
  const answer = await as.door.admitGuest({ ...kept, scanId, name: 'Gus' })
  const row = (await as.market.checkIns({ q: 'gus' })).rows[0]!
  expect(row).toMatchObject({ scanId, can: { takeBack: true } })
  await Promise.all([back(scanId), back(scanId), back(scanId)])
  await back(scanId)
  expect(await as.market.attendance()).toMatchObject({ used: 1, guests: 1, entries: 1, takenPence: 100 })
  expect((await as.market.checkIns({})).rows.map(({ name }) => name)).toEqual(['Kit'])
  expect(await venue.sql('select scan_id from scan_reversals')).toEqual([{ scan_id: scanId }])
  await expect(venue.sql('delete from scan_reversals')).rejects.toThrow(/append-only/)
  // The scan itself stays, so what a device repeats is answered as it was and counts nothing.
  expect(await as.door.admitGuest({ ...kept, scanId, name: 'Gus' })).toEqual(answer)
  expect(await as.market.attendance()).toMatchObject({ guests: 1 })
  await as.door.admit(scanOf((await venue.as(await member(venue)).market.ticket()).code))
  const refused = scanOf('no ticket of ours')
  await as.door.admit(refused)
  await expect(back(refused.scanId)).rejects.toMatchObject({ code: 'NOT_ADMITTED' })
  // In words by which a device's queue tells it from a server that is not there.
  await expect(back(crypto.randomUUID())).rejects.toMatchObject({ code: 'NO_SCAN', message: doorMessages.noScan })
  venue.clock.set('2026-11-22T00:00:01Z')
  await expect(back(kept.scanId)).rejects.toMatchObject({ code: 'DAY_CLOSED', message: doorMessages.dayOver })
  // Who came on the day before is for admins to look at, and to mend for a week; the door knows how many.
  const yesterday = { on: '2026-11-21' }
  expect(await as.market.attendance()).toMatchObject({ on: '2026-11-22', used: 0 })
  expect(await as.market.attendance(yesterday)).toMatchObject({ used: 2 })
  await expect(as.market.checkIns(yesterday)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const boss = venue.as(await admin(venue))
  // Whom the entries belong to is for those who may open people.
  const visitors = (await boss.market.checkIns(yesterday)).rows
  expect(visitors.filter(({ userId }) => userId !== null)).toHaveLength(1)
  expect(await boss.market.attendance(yesterday)).toMatchObject({
    on: '2026-11-21',
    used: 2,
    guests: 1,
    takenPence: 100,
  })
  const ofKit = (await boss.market.checkIns({ ...yesterday, q: 'kit' })).rows[0]!
  expect(ofKit).toMatchObject({ name: 'Kit', can: { takeBack: true } })
  expect(await venue.sql('select 1 from scan_reversals')).toHaveLength(1)
  // Taken back on the day by a device that was offline: it counts as it happened.
  await back(kept.scanId, { isOffline: true, takenBackAt: '2026-11-21T16:00:00Z' })
  expect(await venue.sql('select 1 from scan_reversals')).toHaveLength(2)
})

test('on the day the clocks go back a list is good for twenty-five hours, and the last minute before midnight is that day', async () => {
  const venue = await testApp({ now: '2026-10-25T23:59:00Z' })
  await marketDay(venue, '2026-10-25')
  const as = venue.as(await doorStaff(venue))
  const { list } = await as.door.list({ kind: marketPass.name })
  expect((JSON.parse(list) as DoorList).day).toEqual({
    on: '2026-10-25',
    startsAt: Date.parse('2026-10-24T23:00:00Z'),
    endsAt: Date.parse('2026-10-26T00:00:00Z'),
  })
  const offline = (scannedAt: string) => ({ ...scanOf(''), scannedAt, isOffline: true, name: 'Gus' })
  const last = offline('2026-10-25T23:59:30.000Z')
  venue.clock.set('2026-10-26T00:05:00Z')
  for (const guest of [offline('2026-10-24T23:00:30.000Z'), last, last]) await as.door.admitGuest(guest)
  const days = await venue.sql('select "on"::text, count(*)::int from market_visitor_tickets group by 1')
  expect(days).toEqual([{ on: '2026-10-25', count: 2 }])
})

test('after the day the door takes nobody back, whatever its device claims, and an admin for a week', async () => {
  const venue = await testApp({ now: marketMorning })
  await marketDay(venue)
  const [as, office] = [venue.as(await doorStaff(venue)), venue.as(await admin(venue))]
  const letIn = async (more = {}) => {
    const scan = { ...scanOf(''), ...more }
    await as.door.admitGuest({ ...scan, name: 'Gus' })
    return { kind: scan.kind, scanId: scan.scanId, takenBackAt: '2026-11-21T16:00:00Z', isOffline: true }
  }
  const [first, second] = [await letIn(), await letIn()]
  venue.clock.set('2026-11-23T00:00:01Z')
  await expect(as.door.takeBack(first)).rejects.toMatchObject({ message: doorMessages.dayOver })
  // A device that was off since the market: entry and return arrive together.
  const late = await letIn({ isOffline: true, scannedAt: '2026-11-21T15:59:00.000Z' })
  await as.door.takeBack(late)
  venue.clock.set('2026-11-28T23:59:59Z')
  await office.door.takeBack(first)
  venue.clock.set('2026-11-29T00:00:01Z')
  await expect(office.door.takeBack(second)).rejects.toMatchObject({ message: doorMessages.dayClosed })
  expect(await venue.sql(`select 1 from market_visitor_tickets where status = 'void'`)).toHaveLength(2)
})

test('the check-in list counts today’s used tickets, members and guests apart [MKA-24, MKT-24]', async () => {
  const venue = await testApp({ now: marketMorning })
  await marketDay(venue)
  const staff = await doorStaff(venue)
  const as = venue.as(staff)
  for (const firstName of ['Ada', 'Ben'])
    await as.door.admit(scanOf((await venue.as(await member(venue, { firstName })).market.ticket()).code))
  await venue.as(await member(venue)).market.ticket()
  const guest = scanOf('')
  const sold = await as.door.admitGuest({ ...guest, name: 'Gus' })
  expect(sold).toMatchObject({ outcome: 'admitted', ticketType: 'guest', pricePence: 100, name: 'Gus' })
  expect(await as.door.admitGuest({ ...guest, name: 'Gus' })).toEqual(sold)
  const seen = await as.market.checkIns({})
  expect(seen.total).toBe(3)
  const counts = {
    used: 3,
    expected: 1,
    members: 2,
    guests: 1,
    entries: 3,
    takenPence: 100,
    doubles: 0,
    online: 0,
    onlinePence: 0,
  }
  expect(await as.market.attendance()).toEqual({
    on: '2026-11-21',
    hasMarket: true,
    lastOn: null,
    nextOn: '2026-11-21',
    ...counts,
  })
  expect(seen.rows.map(({ ticketType }) => ticketType).sort()).toEqual(['guest', 'member', 'member'])
  expect((await as.market.checkIns({ q: 'gus', pageSize: 1 })).rows).toMatchObject([
    { name: 'Gus', letInBy: staff.firstName },
  ])
  expect((await as.market.checkIns({ q: '%' })).total).toBe(0)
  venue.clock.set('2026-11-22T10:00:00Z')
  expect(await as.market.checkIns({})).toMatchObject({ total: 0, rows: [] })
  expect(await as.market.attendance()).toMatchObject({ on: '2026-11-22', hasMarket: false, used: 0 })
})
