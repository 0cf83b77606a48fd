import { eq } from 'drizzle-orm'
import { create } from 'qrcode'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { DoorList } from '#features/door/scans/rules.ts'
import { eventRegistrations } from '#features/events/registrations/table.ts'
import { event } from '#seed/factories/events.ts'
import { admin, doorStaff, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { codeOf, marketDay, marketMorning, marketSaturday, scanOf } from '#test/market.ts'
import { statementsOf } from '#test/statements.ts'
import { eventPass, messages } from './rules.ts'

const app = sharedTestApp({ now: marketMorning })
const minute = 60_000
let door: Person
beforeAll(async () => {
  door = await doorStaff(app)
})
beforeEach(() => app.clock.set(marketMorning))

const scan = (code: string, more: object = {}) => ({ ...scanOf(code), kind: eventPass.name, ...more })
const admit = (code: string, more: object = {}) => app.as(door).door.admit(scan(code, more))
const today = (more: Parameters<typeof event>[1] = {}) => event(app, { eventDate: marketSaturday, ...more })
const inside = async () => (await app.as(door).door.headCount()).count

async function goes(more: Parameters<typeof event>[1] = {}, plusOnes = 0, name = 'Ada') {
  const on = await today({ plusOnesAllowed: plusOnes, ...more })
  const me = await member(app, { firstName: name, lastName: 'Okafor' })
  const { id } = await app.as(me).events.register({ id: on.id, plusOnes })
  return { me, id, ticket: () => app.as(me).events.ticket({ id }) }
}
const registration = async (id: string) =>
  (await app.db.select().from(eventRegistrations).where(eq(eventRegistrations.id, id)))[0]!
const points = async ({ id }: Person) =>
  (await app.sql<{ total_points: number }>('select total_points from user_points where user_id = $1', [id]))[0]
    ?.total_points ?? 0

test('a ticket lets in its person with whom they bring, and whoever is let in was there, once', async () => {
  const { me, id, ticket } = await goes({ name: 'Open studio', pointsReward: 3 }, 2)
  const before = await inside()
  const { code } = await ticket()
  expect(create(code, { errorCorrectionLevel: 'M' }).version).toBeLessThanOrEqual(8)
  const first = scan(code)
  expect(await app.as(door).door.admit(first)).toMatchObject({
    ...{ outcome: 'admitted', name: 'Ada Okafor', personId: me.id, ticketType: 'member' },
    note: 'Open studio, with 2 guests',
  })
  await app.as(door).door.admit(first)
  expect(await registration(id)).toMatchObject({ status: 'attended', attendedAt: app.clock.now() })
  expect(await points(me)).toBe(3)
  expect(await inside()).toBe(before + 3)
  const { people } = await app.as(door).door.inside()
  expect(people.filter(({ name }) => name === 'Guest of Ada Okafor')).toHaveLength(2)
  expect(await admit(code)).toMatchObject({ outcome: 'refused', message: expect.stringMatching(/^Already checked in/) })
  app.clock.advance(31 * minute)
  expect(await admit((await ticket()).code)).toMatchObject({ outcome: 'admitted', message: 'Checked in again' })
  expect(await inside()).toBe(before + 3)
  expect(await points(me)).toBe(3)
  // Taken back, the party is not inside; that they were there is the host's to say.
  await app.as(door).door.takeBack({ kind: eventPass.name, scanId: first.scanId, takenBackAt: marketMorning })
  expect(await inside()).toBe(before)
  await expectInvariants(app)
})

test('a host who marked somebody before is not contradicted: they are let in, and no points come twice', async () => {
  const { me, id, ticket } = await goes({ pointsReward: 2 })
  await app.as(await admin(app)).events.markAttended({ id })
  expect(await admit((await ticket()).code)).toMatchObject({ outcome: 'admitted', message: 'Checked in' })
  expect(await points(me)).toBe(2)
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
  expect(await admit(code)).toMatchObject({ outcome: 'refused', message: messages.cancelled })
  expect(await admit(typedCode)).toMatchObject({ outcome: 'refused', message: messages.unknownTyped })
  await expect(ticket()).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('codes of other kinds, of other days and old ones are refused in plain words', async () => {
  await marketDay(app)
  expect(await admit(await codeOf(app, await member(app)))).toMatchObject({ message: 'Invalid QR code type' })
  expect(await admit('nonsense of somebody')).toMatchObject({ message: 'Invalid QR code format' })
  const { ticket } = await goes()
  const { code } = await ticket()
  expect(await app.as(door).door.admit(scanOf(code))).toMatchObject({ message: 'Invalid QR code type' })
  app.clock.advance(16 * minute)
  expect(await admit(code)).toMatchObject({ message: messages.expired })
  app.clock.set('2026-11-22T00:00:30Z')
  await expect(ticket()).rejects.toMatchObject({ code: 'EVENT_OVER' })
})

test('somebody is found by name or by the letters they read out', async () => {
  const { id, ticket, me } = await goes({ name: 'Print evening' }, 0, 'Zenobia')
  const found = await app.as(door).door.find({ kind: eventPass.name, q: 'zenobia' })
  expect(found).toEqual([
    { passId: id, personId: me.id, name: 'Zenobia Okafor', ticketType: 'member', entries: 0, note: 'Print evening' },
  ])
  const { typedCode } = await ticket()
  expect(await admit(typedCode.toLowerCase())).toMatchObject({ outcome: 'admitted' })
  const other = await goes({}, 0, 'Zelda')
  const picked = { passId: other.id, personId: other.me.id }
  expect(await app.as(door).door.admit({ ...scan(''), picked })).toMatchObject({
    outcome: 'admitted',
    name: 'Zelda Okafor',
  })
})

test('many doors at once let one code in once', async () => {
  const { ticket, me, id } = await goes({ pointsReward: 1 }, 1)
  const { code } = await ticket()
  const before = await inside()
  const answers = await Promise.all(Array.from({ length: 8 }, () => admit(code)))
  expect(answers.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(1)
  expect([await inside(), await points(me), (await registration(id)).status]).toEqual([before + 2, 1, 'attended'])
  await expectInvariants(app)
})

test('devices without a connection know who comes today; what they hand in counts from when it was', async () => {
  const { id, ticket } = await goes({ startTime: '11:00', endTime: '12:00' })
  const { code } = await ticket()
  const { list } = await app.as(door).door.list({ kind: eventPass.name })
  expect((JSON.parse(list) as DoorList).passes).toContainEqual(
    expect.objectContaining({ passId: id, entries: 0, problem: null }),
  )
  // The device comes back when the event is over.
  app.clock.set('2026-11-21T13:00:00Z')
  const late = scan(code, { isOffline: true, scannedAt: '2026-11-21T11:05:00.000Z' })
  expect(await app.as(door).door.admit(late)).toMatchObject({ outcome: 'admitted' })
  expect(await registration(id)).toMatchObject({ attendedAt: new Date('2026-11-21T11:05:00Z') })
})

test('a first entry takes twelve statements at most', async () => {
  const { ticket } = await goes({ pointsReward: 1 }, 1)
  const { code } = await ticket()
  const sent = await statementsOf(() => admit(code))
  expect(sent.length, sent.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(12)
})
