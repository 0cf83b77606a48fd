import { expect, test } from 'vitest'
import { cancelTerms } from './parts/cancel-words.ts'

const item = (more: object) => ({
  ...{ facilityName: 'Sauna', bookingDate: '2026-12-05', startTime: '16:00', tokens: 8, pence: 0 },
  ...{ refundableUntil: new Date('2026-12-04T16:00:00Z') as Date | null },
  ...more,
})

test('before a cart is paid it says until when what comes back of it, and of what nothing does', () => {
  expect(cancelTerms([item({})], 24)).toEqual(['You get 8 tokens back until Fri 4 Dec, 16:00, and nothing after that.'])
  const later = item({
    facilityName: 'Music Studio',
    tokens: 0,
    pence: 4_000,
    refundableUntil: new Date('2026-12-06T16:00:00Z'),
  })
  const soon = item({ refundableUntil: null })
  expect(cancelTerms([later, item({}), soon], 24)).toEqual([
    'Until 24 hours before each begins you get back what it cost; the first of them until Fri 4 Dec, 16:00.',
    'Nothing comes back for Sauna, Sat 5 Dec, 16:00: it starts in less than 24 hours.',
  ])
  expect(cancelTerms([item({ tokens: 0 })], 24)).toEqual(['There is nothing to give back.'])
})
