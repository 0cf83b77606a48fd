import { expect, test } from 'vitest'
import { refundOf, whyNot } from './rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))

const confirmed = { status: 'confirmed' as const, startsAt: at(12), tokensUsed: 5, pricePence: 0 }
const dayBefore = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 19, hour, minute))

test('24 hours ahead everything comes back, a minute later nothing [BOOK-34]', () => {
  expect(whyNot.cancel(confirmed, dayBefore(12, 1))).toBeNull()
  expect(refundOf(confirmed, dayBefore(12), 24)).toEqual({ tokens: 5, pence: 0 })
  expect(refundOf(confirmed, dayBefore(12, 1), 24)).toEqual({ tokens: 0, pence: 0 })
  const byCard = { ...confirmed, tokensUsed: 0, pricePence: 3_000 }
  expect(refundOf(byCard, dayBefore(12), 24)).toEqual({ tokens: 0, pence: 3_000 })
})

test('the hours are the setting’s [BOOK-34]', () => {
  expect(refundOf(confirmed, dayBefore(12), 25)).toMatchObject({ tokens: 0 })
  expect(refundOf(confirmed, at(11), 0)).toMatchObject({ tokens: 5 })
})

test('what has begun or is cancelled cannot be cancelled', () => {
  expect(whyNot.cancel(confirmed, at(12))).toMatchObject({ code: 'CANNOT_CANCEL' })
  expect(whyNot.cancel({ ...confirmed, status: 'cancelled' }, dayBefore(9))).toMatchObject({ code: 'CANNOT_CANCEL' })
  expect(whyNot.cancelByStaff(confirmed)).toBeNull()
  expect(whyNot.cancelByStaff({ status: 'cancelled' })).toMatchObject({ code: 'CANNOT_CANCEL' })
})

test('an unpaid hold can be paid until it ends, and gives its tokens back whenever it is let go', () => {
  const held = { ...confirmed, status: 'pending' as const, heldUntil: at(10) }
  expect(whyNot.pay(held, at(9))).toBeNull()
  expect(whyNot.pay(held, at(10))).toMatchObject({ code: 'ORDER_CLOSED' })
  expect(whyNot.cancel(held, at(13))).toBeNull()
  expect(refundOf(held, at(13), 24)).toEqual({ tokens: 5, pence: 0 })
})
