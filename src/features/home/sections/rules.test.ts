import { expect, test } from 'vitest'
import { instantOf } from '#platform/time.ts'
import { nextHour, whyNot } from './rules.ts'

test('the hour that is proposed for publishing later is always one to come, also in the nights in which the clocks change', () => {
  for (const night of ['2026-10-24T20:00:00Z', '2027-03-27T20:00:00Z', '2026-12-31T20:00:00Z'])
    for (let minutes = 0; minutes < 12 * 60; minutes += 5) {
      const now = new Date(new Date(night).getTime() + minutes * 60_000)
      const time = nextHour(now)
      expect(whyNot.schedule(time, now), now.toISOString()).toBeNull()
      const ahead = instantOf(time.publishOn, time.publishTime).getTime() - now.getTime()
      expect(ahead).toBeLessThanOrEqual(2 * 3_600_000)
    }
  expect(nextHour(new Date('2026-11-18T10:20:00Z'))).toEqual({ publishOn: '2026-11-18', publishTime: '11:00' })
})

test('an hour that the clocks leave out is told to be none', () => {
  const problem = whyNot.schedule({ publishOn: '2027-03-28', publishTime: '01:30' }, new Date('2026-11-18T10:00:00Z'))
  expect(problem).toMatchObject({
    field: 'publishTime',
    message: 'The clocks go forward that night: there is no 01:30. Choose another time.',
  })
})

test('the minute that it is just now is over for publishing later, and the next one is not', () => {
  const at = (publishTime: string) =>
    whyNot.schedule({ publishOn: '2026-11-18', publishTime }, new Date('2026-11-18T10:00:00Z'))
  for (const over of ['09:59', '10:00'])
    expect(at(over), over).toMatchObject({ field: 'publishTime', message: 'Choose a time that is still to come' })
  expect(at('10:01')).toBeNull()
})
