import { afterAll, beforeAll, expect, test } from 'vitest'
import { routeAccess } from '#access.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { admin, member } from '../../../test/people.ts'
import { defaultSettings, settingsChange, settingsSchema } from './inputs.ts'
import { settingGroups } from './rules.ts'

let app: TestApp
let boss: { id: string }
beforeAll(async () => {
  app = await startTestApp()
  boss = await admin(app)
})
afterAll(() => app.close())

test('the settings page edits every setting once', () => {
  const shown = settingGroups.flatMap(({ fields }) => fields.map(({ key }) => key))
  expect(shown.toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted())
  expect(routeAccess.find(({ path }) => path === '/admin/settings')?.audience).toBe('admin')
})

test('only an admin reads and changes settings, and each change is audited with both values', async () => {
  await expect(app.as(await member(app)).venue.settings()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await app.as(boss).venue.settings()).toEqual(defaultSettings)
  await app.as(boss).venue.changeSettings({ holdMinutes: 20, venuePhone: '020' })
  await app.as(boss).venue.changeSettings({ holdMinutes: 25 })
  expect((await app.as(boss).venue.settings()).holdMinutes).toBe(25)
  const rows = await app.sql(
    "select actor_id, action, before -> 'value' as before, after -> 'value' as after from audit_log where table_name = 'settings' and row_id = 'holdMinutes' order by id",
  )
  expect(rows).toEqual([
    { actor_id: boss.id, action: 'insert', before: null, after: 20 },
    { actor_id: boss.id, action: 'update', before: 20, after: 25 },
  ])
})

test('what is no setting, or no value for one, is refused', () => {
  for (const change of [
    { unknown: 1 },
    { holdMinutes: 1 },
    { holdMinutes: Number.NaN },
    { opensAt: '8am' },
    { pagesOpenToVisitors: ['/admin'] },
  ])
    expect(settingsChange.safeParse(change).success, JSON.stringify(change)).toBe(false)
  expect(settingsChange.parse({})).toEqual({})
})
