import { expect, test } from 'vitest'
import type { Booking } from './booking-row.tsx'
import { stateSentence } from './booking-words.ts'

const cancelled = (more: Partial<Booking>) =>
  stateSentence({
    ...{ status: 'cancelled', cancelReason: null, paidWith: 'card', tokensUsed: 0, pricePence: 4_500, isPaid: true },
    ...{ returnedTokens: 0, returnedPence: 0 },
    ...more,
  } as Booking)

test('of a cancelled booking it is said what came back, and where nothing was charged that nothing was', () => {
  expect(cancelled({ returnedPence: 4_500 })).toBe('Cancelled by you. You got £45 back.')
  expect(cancelled({})).toBe('Cancelled by you. Nothing came back.')
  expect(cancelled({ isPaid: false })).toBe('Cancelled by you. Nothing was charged.')
  expect(cancelled({ paidWith: 'tokens', tokensUsed: 15, isPaid: false })).toBe('Cancelled by you. Nothing came back.')
  expect(cancelled({ cancelReason: 'Its payment did not come', isPaid: false })).toBe(
    'Its payment did not come. Nothing was charged.',
  )
  expect(cancelled({ leftPence: 0 })).toBe('Cancelled by you. The payment was given back.')
  expect(cancelled({ cancelReason: 'The room is being repaired.', isPaid: false, pricePence: 0 })).toBe(
    'The room is being repaired. Nothing was charged.',
  )
})

test('whether a booking has begun is said by the clock, also to the office, which cannot cancel it here', () => {
  const confirmed = (more: object) => stateSentence({ status: 'confirmed', isOver: false, ...more } as Booking)
  expect(confirmed({ hasBegun: false })).toBe('The place is yours.')
  expect(confirmed({ hasBegun: true })).toBe('It has begun. The place is yours until the end.')
  expect(confirmed({ hasBegun: false, person: 'Ada Okafor' })).toBe('It is confirmed.')
  expect(confirmed({ hasBegun: true, person: 'Ada Okafor' })).toBe('It has begun.')
})
