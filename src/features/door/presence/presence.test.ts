import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { guestPass } from '#features/guests/passes/rules.ts'
import { admin, doorStaff, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { codeOf, marketDay, marketMorning, scanOf } from '#test/market.ts'
import { endTheDay } from './jobs.ts'
import { beneathHosts, type CameHere, cameSince, headsOf } from './rules.ts'
import { checkIns } from './table.ts'

const app = sharedTestApp({ now: marketMorning })
let door: Person
const minute = 60_000
beforeAll(async () => {
  door = await doorStaff(app)
  await marketDay(app)
})
beforeEach(async () => {
  app.clock.set(marketMorning)
  await app.db.delete(checkIns)
})

const desk = (by = door) => app.as(by).door
const count = async () => (await desk().headCount()).count
const visits = () => app.db.select().from(checkIns).orderBy(asc(checkIns.checkInTime), asc(checkIns.id))
const endDay = () => app.write(tx => tx.enqueue(endTheDay, {})).then(() => app.runJobs())

/** A member at the market's door. */
async function scanned(more: Parameters<typeof scanOf>[1] = {}) {
  const ada = await member(app, { firstName: 'Ada', lastName: 'Okafor' })
  const scan = scanOf(await codeOf(app, ada), more)
  return { ada, scan, answer: await desk().admit(scan) }
}

test('every admitted scan notes one person inside, refused ones nobody, and entering again changes nothing', async () => {
  const { ada, scan } = await scanned()
  await desk().admit(scan)
  await desk().admit(scanOf('nonsense'))
  const guest = scanOf('')
  await desk().admitGuest({ ...guest, name: 'Gus' })
  const host = await paidMember(app)
  const { id } = await app.as(host).guestPasses.invite({
    guestName: 'Ines',
    guestEmail: 'ines@guests.example',
    validUntil: '2026-11-30',
  })
  const { passCode } = await app.as(null).guestPasses.show({ id })
  await desk().admit({ ...scanOf(passCode!), kind: guestPass.name })
  expect(await count()).toBe(3)
  app.clock.advance(31 * minute)
  await desk().admit(scanOf(await codeOf(app, ada)))
  expect(await count()).toBe(3)
  const { people } = await desk().inside()
  expect(
    people.map(({ name, through, entryMethod, isMember }) => [name, through, entryMethod, isMember]).sort(),
  ).toEqual([
    ['Ada Okafor', 'Market', 'qr', true],
    ['Gus', 'Market', 'paid', false],
    ['Ines', 'Guest pass', 'typed', false],
  ])
  // Whom the door let in, it may not open; the office may.
  expect(people.every(({ userId }) => userId === null)).toBe(true)
  const ofOffice = (await desk(await admin(app)).inside()).people
  expect(ofOffice.map(({ userId }) => userId)).toContain(ada.id)
  await expectInvariants(app)
})

test('what is taken back counts nowhere: a member’s ticket is as it was, a guest’s pass is good again', async () => {
  const ada = await member(app, { firstName: 'Ada', lastName: 'Backagain' })
  const scan = scanOf(await codeOf(app, ada))
  await desk().admit(scan)
  const back = (scanId: string, kind = scan.kind) => desk().takeBack({ kind, scanId, takenBackAt: marketMorning })
  await back(scan.scanId)
  expect(await count()).toBe(0)
  expect((await app.as(door).market.checkIns({ q: 'backagain' })).rows).toEqual([])
  // The very same code lets them in again, as if nothing had been.
  expect(await desk().admit(scanOf(scan.code))).toMatchObject({ outcome: 'admitted', checkInCount: 1 })
  expect(await count()).toBe(1)
  app.clock.advance(31 * minute)
  const again = scanOf(await codeOf(app, ada))
  expect(await desk().admit(again)).toMatchObject({ outcome: 'admitted', checkInCount: 2 })
  await back(again.scanId)
  expect(await count()).toBe(1)
  expect((await app.as(door).market.checkIns({ q: 'backagain' })).rows).toMatchObject([{ checkInCount: 1 }])

  const host = await paidMember(app)
  const guest = { guestName: 'Gil', guestEmail: 'gil@guests.example', validUntil: '2026-11-30' }
  const { id } = await app.as(host).guestPasses.invite(guest)
  const { code } = await app.as(null).guestPasses.show({ id })
  const visit = () => ({ ...scanOf(code!), kind: guestPass.name })
  const first = visit()
  expect(await desk().admit(first)).toMatchObject({ outcome: 'admitted', usesLeft: 0 })
  await back(first.scanId, guestPass.name)
  expect(await desk().admit(visit())).toMatchObject({ outcome: 'admitted', usesLeft: 0 })
  expect(await desk().admit(visit())).toMatchObject({ outcome: 'refused', message: 'Usage limit reached' })
  const refused = visit()
  await desk().admit(refused)
  await expect(back(refused.scanId, guestPass.name)).rejects.toMatchObject({ code: 'NOT_ADMITTED' })
  await expectInvariants(app)
})

test('who came in twice and whose first entry is taken back is inside since the second', async () => {
  const ada = await member(app, { firstName: 'Ada', lastName: 'Twice' })
  const first = scanOf(await codeOf(app, ada))
  await desk().admit(first)
  app.clock.advance(31 * minute)
  const later = scanOf(await codeOf(app, ada))
  await desk().admit(later)
  // The list offers what came last.
  expect((await app.as(door).market.checkIns({ q: 'twice' })).rows).toMatchObject([{ scanId: later.scanId }])
  await desk().takeBack({ kind: first.kind, scanId: first.scanId, takenBackAt: app.clock.now().toISOString() })
  expect((await desk().inside()).people).toMatchObject([{ name: 'Ada Twice', checkInTime: app.clock.now() }])
  await desk().takeBack({ kind: later.kind, scanId: later.scanId, takenBackAt: app.clock.now().toISOString() })
  expect(await count()).toBe(0)
  await expectInvariants(app)
})

test('who was still in when the server was away at night, and comes back in the morning, is inside anew', async () => {
  const ada = await member(app, { firstName: 'Ada', lastName: 'Nightly' })
  const { id } = await desk().checkIn({ id: randomUUID(), userId: ada.id })
  app.clock.advance(24 * 60 * minute)
  const { id: next } = await desk().checkIn({ id: randomUUID(), userId: ada.id })
  expect((await visits()).map(visit => [visit.id, visit.ending])).toEqual([
    [id, 'midnight'],
    [next, null],
  ])
})

test('members and guests are checked in and out by hand, and each is taken back', async () => {
  const ada = await member(app, { firstName: 'Ada', lastName: 'Handy' })
  const find = async () => (await desk().people({ q: 'handy' })).find(({ userId }) => userId === ada.id)!
  expect(await find()).toMatchObject({ name: 'Ada Handy', visitId: null, problem: null })
  const ref = await desk().checkIn({ id: randomUUID(), userId: ada.id, notes: 'Left the card at home' })
  expect(await find()).toMatchObject({ visitId: ref.id })
  await desk().checkIn({ id: ref.id, userId: ada.id })
  const guest = await desk().checkIn({ id: randomUUID(), guestName: 'Gus Guest' })
  expect(await count()).toBe(2)
  expect(await visits()).toMatchObject([
    { entryMethod: 'manual', checkedInBy: door.id, checkInTime: app.clock.now() },
    { entryMethod: 'manual' },
  ])
  await expect(desk().checkIn({ id: randomUUID(), userId: ada.id })).rejects.toMatchObject({ code: 'ALREADY_IN' })
  app.clock.advance(minute)
  await desk().checkOut(guest)
  await desk().checkOut(guest)
  expect(await count()).toBe(1)
  await desk().undoCheckOut(guest)
  expect(await count()).toBe(2)
  await desk().undoCheckIn(guest)
  await desk().undoCheckIn(guest)
  expect(await count()).toBe(1)
  await desk().checkOut(ref)
  const later = await desk().checkIn({ id: randomUUID(), userId: ada.id })
  await expect(desk().undoCheckOut(ref)).rejects.toMatchObject({ code: 'CAME_BACK' })
  expect((await visits()).map(({ id, ending }) => [id, ending])).toEqual([
    [ref.id, 'left'],
    [later.id, null],
  ])
  app.clock.advance(24 * 60 * minute)
  await expect(desk().undoCheckIn(later)).rejects.toMatchObject({ code: 'DAY_CLOSED' })
  await expect(desk().undoCheckOut(ref)).rejects.toMatchObject({ code: 'DAY_CLOSED' })
  await expect(desk().checkOut({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(desk().checkIn({ id: randomUUID(), userId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(desk().checkIn({ id: randomUUID(), userId: ada.id, guestName: 'Both' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  const trail = await app.sql(`select actor_id from audit_log where table_name = 'check_ins' and row_id = $1`, [ref.id])
  expect(trail.length).toBeGreaterThan(1)
  expect(trail.every(({ actor_id }) => actor_id === door.id)).toBe(true)
})

test('whom the house keeps out is not checked in by hand either', async () => {
  const ada = await member(app, { lastName: 'Keptout' })
  await app.sql(`update profiles set account_status = 'suspended', blocked_at = now() where user_id = $1`, [ada.id])
  expect(await desk().people({ q: 'keptout' })).toMatchObject([
    { problem: 'This member’s account is suspended. Please ask them to contact us.' },
  ])
  await expect(desk().checkIn({ id: randomUUID(), userId: ada.id })).rejects.toMatchObject({ code: 'ACCOUNT_BLOCKED' })
  expect(await count()).toBe(0)
})

test('at midnight whoever is still inside is checked out, with the reason, and nobody twice', async () => {
  app.clock.set('2026-11-21T22:30:00Z')
  const ada = await member(app)
  const yesterday = await desk().checkIn({ id: randomUUID(), userId: ada.id })
  app.clock.set('2026-11-22T00:00:30Z')
  const today = await desk().checkIn({ id: randomUUID(), guestName: 'Night Owl' })
  expect((await desk().inside()).people.map(({ id, isFromEarlierDay }) => [id, isFromEarlierDay])).toEqual([
    [today.id, false],
    [yesterday.id, true],
  ])
  await Promise.all([endDay(), endDay()])
  expect(await visits()).toMatchObject([
    { id: yesterday.id, ending: 'midnight', checkOutTime: new Date('2026-11-22T00:00:00Z'), checkedOutBy: null },
    { id: today.id, ending: null, checkOutTime: null },
  ])
  await expectInvariants(app)
})

test('a visit ends at its own midnight, in the short day and the long one', async () => {
  const inOn = async (at: string) => {
    app.clock.set(at)
    return desk().checkIn({ id: randomUUID(), guestName: at })
  }
  // 29 March 2026 has 23 hours, 25 October 25.
  const [short, long] = [await inOn('2026-03-29T00:30:00Z'), await inOn('2026-10-25T00:30:00Z')]
  app.clock.set('2026-11-21T11:00:00Z')
  await endDay()
  const ended = Object.fromEntries((await visits()).map(({ id, checkOutTime }) => [id, checkOutTime?.toISOString()]))
  expect(ended).toEqual({ [short.id]: '2026-03-29T23:00:00.000Z', [long.id]: '2026-10-26T00:00:00.000Z' })
})

test('a scan that a device hands in late is inside from when it was made, unless they were seen leaving since or the day is over', async () => {
  const late = (scannedAt: string) => ({ isOffline: true, scannedAt })
  app.clock.set('2026-11-21T12:00:00Z')
  const eve = await member(app)
  const code = await codeOf(app, eve)
  app.clock.set('2026-11-21T12:10:00Z')
  const seen = await desk().checkIn({ id: randomUUID(), userId: eve.id })
  app.clock.set('2026-11-21T12:30:00Z')
  await desk().checkOut(seen)
  app.clock.set('2026-11-21T13:00:00Z')
  await desk().admit(scanOf(code, late('2026-11-21T12:05:00.000Z')))
  expect(await count()).toBe(0)
  const ada = await member(app)
  const own = await codeOf(app, ada)
  await desk().admit(scanOf(own, late('2026-11-21T13:00:00.000Z')))
  expect(await count()).toBe(1)
  const ines = await member(app)
  app.clock.set('2026-11-21T16:00:00Z')
  const overNight = scanOf(await codeOf(app, ines), late('2026-11-21T16:00:00.000Z'))
  app.clock.set('2026-11-22T09:00:00Z')
  await desk().admit(overNight)
  const [visit] = await app.db.select().from(checkIns).where(eq(checkIns.scanId, overNight.scanId))
  expect(visit).toMatchObject({ checkOutTime: new Date('2026-11-22T00:00:00Z'), ending: 'midnight' })
})

test('several entrances at once note one person inside once', async () => {
  const ada = await member(app)
  const code = await codeOf(app, ada)
  await Promise.allSettled([
    ...Array.from({ length: 6 }, () => desk().admit(scanOf(code))),
    ...Array.from({ length: 6 }, () => desk().checkIn({ id: randomUUID(), userId: ada.id })),
  ])
  expect(await count()).toBe(1)
  await expectInvariants(app)
})

test('the building’s limit is a setting, and members see nothing of who is inside', async () => {
  expect((await desk().headCount()).limit).toBe(500)
  const ada = await member(app)
  const { headCount, inside, people } = app.as(ada).door
  await expect(headCount()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(inside()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(people({ q: 'ada' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('whoever brought guests is checked out alone or with them, and all of it is taken back', async () => {
  const { scan } = await scanned()
  const [host] = await visits()
  const guest = { scanId: scan.scanId, checkInTime: app.clock.now(), guestName: 'Guest of Ada Okafor' }
  const [gone] = await app.db.insert(checkIns).values([guest, guest, guest]).returning()
  const other = await desk().checkIn({ id: randomUUID(), guestName: 'Somebody else' })
  const office = app.as(await admin(app)).occupancy
  const guestsOf = async (q: string) => (await office.inside({ q, sort: 'name' })).rows[0]!.guests
  app.clock.advance(minute)
  await desk().checkOut({ id: gone!.id })
  expect(await guestsOf('Ada')).toBe(2)
  expect(await guestsOf('Somebody')).toBe(0)
  app.clock.advance(minute)
  await desk().checkOut({ id: host!.id, withGuests: true })
  expect((await desk().inside()).people.map(({ id }) => id)).toEqual([other.id])
  // Whoever had left before stays outside.
  await desk().undoCheckOut({ id: host!.id, withGuests: true })
  expect(await count()).toBe(4)
  expect(await guestsOf('Ada')).toBe(2)
  await desk().checkOut({ id: host!.id })
  expect(await count()).toBe(3)
})

test('a device counts whom it let in until the server tells of them, and nobody twice', () => {
  const entry = (more: Partial<CameHere>): CameHere => ({
    ...{ scanId: randomUUID(), name: 'Ada', at: 100, isMember: true, companions: 0, isAgain: false, sentAt: null },
    ...more,
  })
  const waiting = entry({ companions: 2 })
  const [late, told] = [entry({ sentAt: 250 }), entry({ sentAt: 150 })]
  expect(cameSince([waiting, late, told], 200, ['Ada'])).toEqual([waiting, late])
  expect(headsOf([waiting, late])).toBe(4)
  // Whoever comes again may be inside already.
  const again = entry({ isAgain: true })
  expect(cameSince([again], 200, ['Ada'])).toEqual([])
  expect(cameSince([again], 200, ['Bea'])).toEqual([again])
})

test('guests stand beneath their host, each once, whatever the order', () => {
  const people = ['Guest of Ada', 'Zed', 'Ada', 'Guest of Ada', 'Guest of Nobody', 'Ada'].map(name => ({ name }))
  expect(beneathHosts(people).map(({ person, isBeneath }) => [person.name, isBeneath])).toEqual([
    ['Zed', false],
    ['Ada', false],
    ['Guest of Ada', true],
    ['Guest of Ada', true],
    ['Guest of Nobody', false],
    ['Ada', false],
  ])
})

test('a guest of a guest stands beneath them: the list has everybody whom the head counts', () => {
  const people = ['Guest of Guest of Ada', 'Guest of Ada', 'Ada', 'Guest of Ada'].map(name => ({ name }))
  expect(beneathHosts(people).map(({ person, isBeneath }) => [person.name, isBeneath])).toEqual([
    ['Ada', false],
    ['Guest of Ada', true],
    ['Guest of Guest of Ada', true],
    ['Guest of Ada', true],
  ])
})
