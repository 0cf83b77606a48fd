import { expect, test } from 'vitest'
import { apart } from './rules.ts'

test('what has been is apart from what was before a day, each the latest first', () => {
  const of = (on: string, startsAt: string) => ({ on, startsAt })
  const { recent, earlier } = apart(
    [of('2026-11-10', '10:00'), of('2026-11-23', '09:00'), of('2026-11-22', '09:00'), of('2026-11-23', '12:00')],
    '2026-11-23',
  )
  expect(recent).toEqual([of('2026-11-23', '12:00'), of('2026-11-23', '09:00')])
  expect(earlier).toEqual([of('2026-11-22', '09:00'), of('2026-11-10', '10:00')])
})
