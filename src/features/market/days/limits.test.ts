import { expect, test } from 'vitest'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { newDay } from './inputs.ts'

const app = sharedTestApp()

test.each([
  [0, false],
  [1, true],
  [1_000, true],
  [1_001, false],
])('a market of %s pitches: %s', (pitches, isTaken) => {
  expect(newDay.safeParse({ on: '2026-12-05', pitches }).success).toBe(isTaken)
})

test('visitors read the hours that the office planned, not the usual ones', async () => {
  const hours = { setUpFrom: '07:30', opensAt: '11:15', closesAt: '15:45' }
  await app.as(await admin(app)).market.addDay({ on: '2026-11-21', ...hours })
  expect(await app.as(null).market.about()).toMatchObject({ day: { on: '2026-11-21', ...hours } })
})
