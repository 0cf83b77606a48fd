import { expect, test } from 'vitest'
import { instantOf } from '#platform/time.ts'
import { testApp } from '#test/app.ts'
import { lots } from './lot.ts'
import { presentNow } from './presence.ts'

const members = Array.from({ length: 40 }, (_, n) => ({ id: `member-${n}` }))

const insideAt = async (time: string) => {
  const now = instantOf('2026-11-18', time)
  const app = await testApp({ now: now.toISOString() })
  const visits = await app.write(tx => presentNow(tx, lots(7), members, 'door'))
  return { now, visits }
}

test('people are in the house of the demonstration only while it is open, and came since it opened', async () => {
  const { now, visits } = await insideAt('09:30')
  expect(visits.length).toBeGreaterThan(4)
  for (const { checkInTime } of visits) {
    expect(checkInTime.getTime()).toBeGreaterThan(instantOf('2026-11-18', '08:00').getTime())
    expect(checkInTime.getTime()).toBeLessThan(now.getTime())
  }
})

test('whoever starts the demonstration at night finds nobody in the house', async () => {
  for (const time of ['03:00', '07:59', '20:00', '23:30']) expect((await insideAt(time)).visits, time).toEqual([])
})
