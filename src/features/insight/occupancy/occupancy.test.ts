import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { checkIns } from '#features/door/presence/table.ts'
import { admin, committee, doorStaff, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { statementsOf } from '#test/statements.ts'
import { dailyAverage } from './rules.ts'

// A Wednesday.
const app = sharedTestApp({ now: '2026-11-18T15:00:00Z' })
beforeEach(() => app.db.delete(checkIns))

const visit = async (checkInTime: string, more: Partial<typeof checkIns.$inferInsert> = {}) => {
  const [row] = await app.db
    .insert(checkIns)
    .values({ guestName: 'Gus', checkInTime: new Date(checkInTime), ...more })
    .returning()
  return row!
}
const ended = (checkInTime: string) => ({ checkOutTime: new Date(checkInTime), ending: 'left' as const })
const boss = async () => app.as(await admin(app)).occupancy

test('visits since today’s and the week’s start are counted by London’s days, and who is in now [OCC-05]', async () => {
  // In winter London's days are those of UTC; the week began on Monday the 16th.
  for (const at of ['2026-11-15T23:59:59Z', '2026-11-16T00:00:00Z', '2026-11-17T23:59:59Z', '2026-11-18T00:00:00Z'])
    await visit(at, ended(at))
  const ada = await member(app, { firstName: 'Ada', lastName: 'Okafor' })
  const open = await visit('2026-11-18T14:00:00Z', { userId: ada.id, guestName: null })
  const old = await visit('2026-11-17T20:00:00Z', { guestName: 'Old Gus' })
  const occupancy = await boss()
  expect(await occupancy.figures()).toMatchObject({ inside: 2, leftOpen: 1, today: 2, week: 5, limit: 500 })
  const { rows, total } = await occupancy.inside({})
  expect(total).toBe(2)
  expect(rows).toMatchObject([
    { id: open.id, name: 'Ada Okafor', userId: ada.id, isFromEarlierDay: false },
    { id: old.id, name: 'Old Gus', userId: null, isFromEarlierDay: true },
  ])
  expect((await occupancy.inside({ since: 'earlier' })).rows.map(({ id }) => id)).toEqual([old.id])
  expect((await occupancy.inside({ since: 'today', q: 'okaf', sort: 'name' })).rows.map(({ id }) => id)).toEqual([
    open.id,
  ])
})

test('the daily average is the week’s visits by the days since Monday: nine on Wednesday are three [OCC-06]', async () => {
  expect(dailyAverage(9, '2026-11-18')).toBe(3)
  expect(dailyAverage(9, '2026-11-16')).toBe(9)
  expect(dailyAverage(10, '2026-11-22')).toBe(1.4)
  // Across a change of the clocks the days are still days.
  expect(dailyAverage(14, '2026-10-25')).toBe(2)
  for (let n = 0; n < 9; n++) await visit('2026-11-17T10:00:00Z', ended('2026-11-17T11:00:00Z'))
  expect(await (await boss()).figures()).toMatchObject({ week: 9, dailyAverage: 3 })
})

test('each of the last 28 days has its visits, the days without any too', async () => {
  await visit('2026-10-22T10:00:00Z', ended('2026-10-22T11:00:00Z'))
  await visit('2026-10-21T10:00:00Z', ended('2026-10-21T11:00:00Z'))
  await visit('2026-11-18T10:00:00Z')
  const { days } = await (await boss()).figures()
  expect(days).toHaveLength(28)
  expect(days.filter(({ visits }) => visits > 0)).toEqual([
    { on: '2026-10-22', visits: 1 },
    { on: '2026-11-18', visits: 1 },
  ])
})

test('figures and list are admins’ alone, in three statements at most whoever is inside', async () => {
  for (let n = 0; n < 30; n++) await visit('2026-11-18T10:00:00Z', { guestName: `Guest ${n}`, passId: randomUUID() })
  for (const other of [await member(app), await committee(app), await doorStaff(app)]) {
    const { figures, inside } = app.as(other).occupancy
    await expect(figures()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(inside({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const occupancy = await boss()
  for (const read of [() => occupancy.figures(), () => occupancy.inside({ pageSize: 10 })])
    expect((await statementsOf(read)).length).toBeLessThanOrEqual(3)
})
