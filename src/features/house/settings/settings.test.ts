import { beforeAll, expect, test } from 'vitest'
import { routeAccess } from '#access.ts'
import { admin, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { defaultSettings, settingGroups, settingsChange, settingsSchema } from './inputs.ts'

const app = sharedTestApp()
let boss: { id: string }
beforeAll(async () => {
  boss = await admin(app)
})

test('the settings page edits every setting once', () => {
  const shown = settingGroups.flatMap(({ fields }) => fields.map(({ key }) => key))
  expect(shown.toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted())
  expect(routeAccess.find(({ path }) => path === '/admin/settings')?.audience).toBe('admin')
})

test('only an admin reads and changes settings, and each change is audited with both values', async () => {
  await expect(app.as(await member(app)).venue.settings()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await app.as(boss).venue.settings()).toEqual(defaultSettings)
  await app.as(boss).venue.changeSettings({ holdMinutes: 20, gettingIn: '020' })
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

test('a setting that somebody else changed meanwhile is not written over unknowingly', async () => {
  const other = await admin(app)
  const { opensAt, loyaltyTokens } = await app.as(boss).venue.settings()
  await app.as(other).venue.changeSettings({ opensAt: '07:00', was: { opensAt } })
  await app.as(boss).venue.changeSettings({ loyaltyTokens: 3, was: { loyaltyTokens } })
  await expect(app.as(boss).venue.changeSettings({ opensAt: '09:00', was: { opensAt } })).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { field: 'opensAt', is: '07:00' },
  })
  expect(await app.as(boss).venue.settings()).toMatchObject({ opensAt: '07:00', loyaltyTokens: 3 })
  // Neither had a row before: of two at the same moment one is refused.
  const both = [5, 6].map(ticketMinutes =>
    app.as(boss).venue.changeSettings({ ticketMinutes, was: { ticketMinutes: defaultSettings.ticketMinutes } }),
  )
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('what is no setting, or no value for one, is refused', () => {
  for (const change of [
    { unknown: 1 },
    { holdMinutes: 1 },
    { holdMinutes: Number.NaN },
    { opensAt: '8am' },
    { venueEmail: 'desk@exchange.example' },
    { pagesOpenToVisitors: ['/admin'] },
  ])
    expect(settingsChange.safeParse(change).success, JSON.stringify(change)).toBe(false)
  expect(settingsChange.parse({})).toEqual({})
})
