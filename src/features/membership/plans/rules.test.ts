import { expect, test } from 'vitest'
import { whyNot } from './rules.ts'

test('a price that was agreed to is charged while it is fresh and the same; else it is said what is to pay, and why', () => {
  const why = (agreed: number, found: number, isFresh = true) =>
    whyNot.pay({ nowPence: agreed }, { nowPence: found, isFresh })?.message ?? null
  expect(why(5_000, 5_000)).toBeNull()
  expect(why(-5_000, -5_000)).toBeNull()
  expect(why(5_000, 5_000, false)).toBe(
    'The price was asked for a while ago: £50 is to pay now. Your plan is as it was; choose the new one again.',
  )
  expect(why(4_999, 5_000)).toBe(
    'The price has changed while you looked: £50 is to pay now. Your plan is as it was; choose the new one again.',
  )
  expect(why(5_000, -1_250)).toBe(
    'The price has changed while you looked: £12.50 is taken off your next invoices. Your plan is as it was; choose the new one again.',
  )
})
