import { eq } from 'drizzle-orm'
import { create } from 'qrcode'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { verifierOf } from '#features/door/passes/model.ts'
import { ticketKeys } from '#features/door/passes/table.ts'
import { type DoorList, judgeOffline } from '#features/door/scans/rules.ts'
import { eventRegistrations } from '#features/events/registrations/table.ts'
import { instantOf } from '#platform/time.ts'
import { event } from '#seed/factories/events.ts'
import { admin, doorStaff, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { codeOf, marketDay, marketMorning, marketSaturday, scanOf } from '#test/market.ts'
import { statementsOf } from '#test/statements.ts'
import { eventPass } from './rules.ts'

const app = sharedTestApp({ now: marketMorning })
const minute = 60_000
let door: Person
beforeAll(async () => {
  door = await doorStaff(app)
})
beforeEach(() => app.clock.set(marketMorning))

type Options = Parameters<typeof event>[1]
const scan = (code: string, more: object = {}) => ({ ...scanOf(code), kind: eventPass.name, ...more })
const admit = (code: string, more: object = {}) => app.as(door).door.admit(scan(code, more))
const takeBack = (scanId: string) =>
  app.as(door).door.takeBack({ kind: eventPass.name, scanId, takenBackAt: app.clock.now().toISOString() })
const inside = async () => (await app.as(door).door.headCount()).count
const admitted = { outcome: 'admitted' }
const refused = (message: string) => ({ outcome: 'refused', message })

/** Somebody who goes to an event at 11:30 of this day: at 11:00 its guests come in already. */
async function goes(more: Options = {}, plusOnes = 0, name = 'Ada') {
  const times = { eventDate: marketSaturday, startTime: '11:30', endTime: '13:00' }
  const its = await event(app, { ...times, plusOnesAllowed: plusOnes, ...more })
  const me = await member(app, { firstName: name, lastName: 'Okafor' })
  const { id } = await app.as(me).events.register({ id: its.id, plusOnes })
  return { me, id, eventId: its.id, ticket: () => app.as(me).events.ticket({ id }) }
}
const registration = async (id: string) =>
  (await app.db.select().from(eventRegistrations).where(eq(eventRegistrations.id, id)))[0]!
const pointsOf = async ({ id }: Person) =>
  (await app.sql<{ n: number }>('select total_points as n from user_points where user_id = $1', [id]))[0]?.n ?? 0
const ledgerOf = async ({ id }: Person) =>
  (
    await app.sql<{ amount: number }>('select amount from point_transactions where user_id = $1 order by seq', [id])
  ).map(({ amount }) => amount)

test('a ticket lets in its person with whom they bring, and whoever is let in was there, once', async () => {
  const { me, id, ticket } = await goes({ name: 'Open studio', pointsReward: 3 }, 2)
  const before = await inside()
  const { code } = await ticket()
  expect(create(code, { errorCorrectionLevel: 'M' }).version).toBeLessThanOrEqual(8)
  const first = scan(code)
  expect(await app.as(door).door.admit(first)).toMatchObject({
    ...{ ...admitted, name: 'Ada Okafor', personId: me.id, ticketType: 'member' },
    note: 'Open studio, with 2 guests',
  })
  // The same scan sent again is the same scan.
  await app.as(door).door.admit(first)
  expect(await registration(id)).toMatchObject({ status: 'attended', attendedAt: app.clock.now() })
  expect(await pointsOf(me)).toBe(3)
  expect(await inside()).toBe(before + 3)
  const { people } = await app.as(door).door.inside()
  expect(people.filter(({ name }) => name === 'Guest of Ada Okafor')).toHaveLength(2)
  expect(await admit(code)).toMatchObject(refused('Already checked in less than a minute ago (must wait 30 minutes)'))
  app.clock.advance(31 * minute)
  expect(await admit((await ticket()).code)).toMatchObject({ ...admitted, message: 'Checked in again' })
  expect(await inside()).toBe(before + 3)
  expect(await pointsOf(me)).toBe(3)
  await expectInvariants(app)
})

test('an entry that is taken back takes attendance, points and the party with it; let in again they count once', async () => {
  const { me, id, ticket } = await goes({ pointsReward: 3 }, 1)
  const before = await inside()
  const { code } = await ticket()
  for (const round of [1, 2]) {
    const entry = scan(code)
    expect(await app.as(door).door.admit(entry)).toMatchObject({ ...admitted, message: 'Checked in' })
    expect([(await registration(id)).status, await pointsOf(me), await inside()]).toEqual(['attended', 3, before + 2])
    if (round === 2) break
    await Promise.all([takeBack(entry.scanId), takeBack(entry.scanId)])
    expect(await registration(id)).toMatchObject({ status: 'registered', attendedAt: null, isAttendedByScan: false })
    expect([await pointsOf(me), await inside()]).toEqual([0, before])
    await expectInvariants(app)
  }
  expect(await ledgerOf(me)).toEqual([3, -3, 3])
  const [has] = await app.sql('select total_points, lifetime_points from user_points where user_id = $1', [me.id])
  expect(has).toEqual({ total_points: 3, lifetime_points: 3 })
  await expectInvariants(app)
})

test('while another entry stands, taking one back leaves them there', async () => {
  const { me, id, ticket } = await goes({ pointsReward: 2 }, 1)
  const before = await inside()
  const first = scan((await ticket()).code)
  await app.as(door).door.admit(first)
  app.clock.advance(31 * minute)
  const second = scan((await ticket()).code)
  expect(await app.as(door).door.admit(second)).toMatchObject(admitted)
  await takeBack(first.scanId)
  expect([(await registration(id)).status, await pointsOf(me), await inside()]).toEqual(['attended', 2, before + 2])
  await takeBack(second.scanId)
  expect([(await registration(id)).status, await pointsOf(me), await inside()]).toEqual(['registered', 0, before])
  await expectInvariants(app)
})

test('whom somebody marked before is let in, has no points twice, and was there still when the entry is taken back', async () => {
  const { me, id, ticket } = await goes({ pointsReward: 2 })
  await app.as(await admin(app)).events.markAttended({ id })
  const entry = scan((await ticket()).code)
  expect(await app.as(door).door.admit(entry)).toMatchObject({ ...admitted, message: 'Checked in' })
  expect(await pointsOf(me)).toBe(2)
  await takeBack(entry.scanId)
  expect([(await registration(id)).status, await pointsOf(me)]).toEqual(['attended', 2])
})

test('points that were spent meanwhile keep an entry from being taken back, in plain words', async () => {
  const { me, id, ticket } = await goes({ pointsReward: 2 })
  const entry = scan((await ticket()).code)
  await app.as(door).door.admit(entry)
  await app.sql(`select move_points($1, 'spent', -1, 'A badge', 'test:badge', now())`, [me.id])
  await expect(takeBack(entry.scanId)).rejects.toMatchObject({
    code: 'POINTS_SPENT',
    message: 'The points for it were spent already, so it stays.',
  })
  expect([(await registration(id)).status, await pointsOf(me)]).toEqual(['attended', 1])
  await expectInvariants(app)
})

test('a host comes in and was there, without points of their own event; so does whoever scans their own ticket', async () => {
  const host = await member(app)
  const its = await event(app, {
    ...{ eventDate: marketSaturday, startTime: '11:30', endTime: '13:00', pointsReward: 5, hostUserId: host.id },
  })
  const helper = await member(app)
  await app.sql(`insert into user_roles (user_id, role) values ($1, 'door')`, [helper.id])
  for (const [who, scanner] of [
    [host, door],
    [helper, helper],
  ] as const) {
    const { id } = await app.as(who).events.register({ id: its.id })
    const { code } = await app.as(who).events.ticket({ id })
    expect(await app.as(scanner).door.admit(scan(code))).toMatchObject(admitted)
    expect([(await registration(id)).status, await pointsOf(who)]).toEqual(['attended', 0])
  }
})

test('a ticket opens on the day of its event, for its person, while they are going', async () => {
  const ahead = await event(app)
  const me = await member(app)
  const { id } = await app.as(me).events.register({ id: ahead.id })
  await expect(app.as(me).events.ticket({ id })).rejects.toMatchObject({ code: 'NOT_YET' })
  const { id: own, ticket, me: ada } = await goes()
  await expect(app.as(me).events.ticket({ id: own })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { code, typedCode } = await ticket()
  await app.as(ada).events.cancelRegistration({ id: own, tokensBack: 0 })
  for (const shown of [code, typedCode])
    expect(await admit(shown)).toMatchObject(refused('This registration was cancelled'))
  await expect(ticket()).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('the door says why not: another day, too early, too late, a cancelled event, an altered or old code, another kind', async () => {
  await marketDay(app)
  expect(await admit(await codeOf(app, await member(app)))).toMatchObject(refused('Invalid QR code type'))
  expect(await admit('nonsense of somebody')).toMatchObject(refused('Invalid QR code format'))
  const evening = await goes({ name: 'Print evening', startTime: '18:00', endTime: '20:00' })
  const { code } = await evening.ticket()
  expect(await app.as(door).door.admit(scanOf(code))).toMatchObject(refused('Invalid QR code type'))
  expect(await admit(code)).toMatchObject(refused('Print evening begins at 18:00: its guests come in from 17:00'))
  const altered = code.slice(0, 40) + (code[40] === 'A' ? 'B' : 'A') + code.slice(41)
  expect(await admit(altered)).toMatchObject(refused('Invalid QR code format'))
  const picked = { passId: evening.id, personId: evening.me.id }
  app.clock.set('2026-11-21T17:00:00Z')
  expect(await admit(code)).toMatchObject(refused(eventPass.refusals.STALE.says))
  const late = (await evening.ticket()).code
  app.clock.set('2026-11-21T20:00:00Z')
  expect(await admit('', { picked })).toMatchObject(refused('Print evening ended at 20:00'))
  expect(await admit(late)).toMatchObject(refused(eventPass.refusals.STALE.says))
  await expect(evening.ticket()).rejects.toMatchObject({ code: 'EVENT_OVER' })
  expect((await registration(evening.id)).status).toBe('registered')
  app.clock.set('2026-11-22T09:00:00Z')
  expect(await admit('', { picked })).toMatchObject(refused('Print evening is on 21 Nov 2026'))

  app.clock.set(marketMorning)
  const off = await goes()
  const offCode = (await off.ticket()).code
  const why = { reason: 'The teacher is ill.', seen: 1 }
  await app.as(await admin(app)).hosting.cancelByStaff({ id: off.eventId, ...why })
  expect(await admit(offCode)).toMatchObject(refused('This event was cancelled'))
  await expect(off.ticket()).rejects.toMatchObject({ code: 'EVENT_CANCELLED' })
})

test('somebody is found by name or by the letters they read out', async () => {
  const { id, ticket, me } = await goes({ name: 'Print morning' }, 0, 'Zenobia')
  const find = () => app.as(door).door.find({ kind: eventPass.name, q: 'zenobia' })
  const [from, until] = [instantOf(marketSaturday, '10:30').getTime(), instantOf(marketSaturday, '13:00').getTime()]
  const zenobia = { passId: id, personId: me.id, name: 'Zenobia Okafor', ticketType: 'member' }
  expect(await find()).toEqual([{ ...zenobia, entries: 0, note: 'Print morning', from, until }])
  const { typedCode } = await ticket()
  expect(await admit(typedCode.toLowerCase())).toMatchObject(admitted)
  // Whoever came in is in the building, and let in again only after the wait.
  expect(await find()).toMatchObject([
    { ...zenobia, entries: 1, from: app.clock.now().getTime() + 30 * minute, visit: { since: app.clock.now() } },
  ])
  const other = await goes({}, 0, 'Zelda')
  const picked = { passId: other.id, personId: other.me.id }
  expect(await admit('', { picked })).toMatchObject({ ...admitted, name: 'Zelda Okafor' })
})

test('many doors at once let one code in once, and count its person and their points once', async () => {
  const { ticket, me, id } = await goes({ pointsReward: 1 }, 1)
  const { code } = await ticket()
  const before = await inside()
  const answers = await Promise.all(Array.from({ length: 8 }, () => admit(code)))
  expect(answers.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(1)
  expect([await inside(), await pointsOf(me), (await registration(id)).status]).toEqual([before + 2, 1, 'attended'])
  await expectInvariants(app)
})

test('two doors let in and take back at once: in the end attendance is what the entries say', async () => {
  for (let round = 0; round < 6; round++) {
    const { ticket, me, id } = await goes({ pointsReward: 1 }, 0, `Ada${round}`)
    const entry = scan((await ticket()).code)
    await app.as(door).door.admit(entry)
    await Promise.all([
      takeBack(entry.scanId),
      admit((await ticket()).code, { isOffline: true, wasAdmitted: true, scannedAt: app.clock.now().toISOString() }),
    ])
    expect([(await registration(id)).status, await pointsOf(me)]).toEqual(['attended', 1])
  }
  await expectInvariants(app)
})

test('devices without a connection know who comes today; what they hand in counts from when it was', async () => {
  const { id, ticket } = await goes({ startTime: '11:30', endTime: '12:00' })
  const called = await goes()
  await app.as(called.me).events.cancelRegistration({ id: called.id, tokensBack: 0 })
  const { code } = await ticket()
  const { list } = await app.as(door).door.list({ kind: eventPass.name })
  const passes = (JSON.parse(list) as DoorList).passes
  expect(passes).toContainEqual(expect.objectContaining({ passId: id, entries: 0, problem: null }))
  expect(passes).toContainEqual(
    expect.objectContaining({ passId: called.id, problem: 'This registration was cancelled' }),
  )
  // The device comes back when the event is over.
  app.clock.set('2026-11-21T13:00:00Z')
  const late = scan(code, { isOffline: true, wasAdmitted: true, scannedAt: '2026-11-21T11:05:00.000Z' })
  expect(await app.as(door).door.admit(late)).toMatchObject(admitted)
  expect(await registration(id)).toMatchObject({ attendedAt: new Date('2026-11-21T11:05:00Z') })
})

test('a device alone says the same as the server of one who comes too early, in time and too late', async () => {
  const { ticket } = await goes({ name: 'Open studio', startTime: '11:30', endTime: '12:00' })
  const list: DoorList = JSON.parse((await app.as(door).door.list({ kind: eventPass.name })).list)
  const keys = await app.db.select().from(ticketKeys)
  const says = async (at: string) => {
    app.clock.set(at)
    const { code } = await ticket()
    const known = { pass: eventPass, list, verify: verifierOf(keys), knowsKey: () => true }
    return (await judgeOffline(code, known, [], app.clock.now().getTime())).message
  }
  expect(await says('2026-11-21T10:29:59Z')).toBe('Open studio begins at 11:30: its guests come in from 10:30')
  expect(await says('2026-11-21T10:30:00Z')).toBe('Checked in')
  expect(await says('2026-11-21T11:59:59Z')).toBe('Checked in')
  const { code } = await ticket()
  const known = { pass: eventPass, list, verify: verifierOf(keys), knowsKey: () => true }
  const after = await judgeOffline(code, known, [], Date.parse('2026-11-21T12:00:00Z'))
  expect(after.message).toBe('Open studio ended at 12:00')
})

test('a first entry and taking it back take twelve statements at most', async () => {
  const { ticket } = await goes({ pointsReward: 1 }, 1)
  const entry = scan((await ticket()).code)
  for (const work of [() => app.as(door).door.admit(entry), () => takeBack(entry.scanId)]) {
    const sent = await statementsOf(work)
    expect(sent.length, sent.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(12)
  }
})

test('a device’s list says whether an event is on, also before anybody registered, and how many come with somebody', async () => {
  const listed = async (): Promise<DoorList> =>
    JSON.parse((await app.as(door).door.list({ kind: eventPass.name })).list)
  app.clock.set('2026-11-24T11:00:00Z')
  expect(await listed()).toMatchObject({ isOn: false, passes: [] })
  const its = await event(app, { eventDate: '2026-11-24', startTime: '11:30', endTime: '13:00', plusOnesAllowed: 2 })
  expect(await listed()).toMatchObject({ isOn: true, passes: [] })
  const me = await member(app)
  await app.as(me).events.register({ id: its.id, plusOnes: 2 })
  expect((await listed()).passes).toMatchObject([{ companions: 2 }])
})
