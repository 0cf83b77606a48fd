import { expect, test } from 'vitest'
import { memberPricePence } from './rules.ts'

test('members enter free until the day of the setting, then pay what guests pay [MKT-23, MKA-19]', () => {
  const price = (on: string, until: string | null) =>
    memberPricePence(on, { membersEnterFreeUntil: until, guestEntryPence: 100 })
  expect(price('2030-01-05', null)).toBe(0)
  expect(price('2025-12-31', '2025-12-31')).toBe(0)
  expect(price('2026-01-03', '2025-12-31')).toBe(100)
})
