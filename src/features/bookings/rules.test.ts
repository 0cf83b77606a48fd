import { expect, test } from 'vitest'
import { cancellationOf, freeUnit, termsOf, unitsLeft, untilOrNull } from './rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
const slot = (from: number, to: number) => ({ startsAt: at(from), endsAt: at(to) })
const held = (unit: number, from: number, to: number) => ({ unit, ...slot(from, to) })

test('an overlapping booking takes its unit, a neighbour does not [BOOK-24]', () => {
  expect(freeUnit(1, slot(10, 11), [held(1, 9, 10), held(1, 11, 12)])).toBe(1)
  expect(freeUnit(1, slot(10, 12), [held(1, 11, 12)])).toBeNull()
  expect(freeUnit(1, slot(10, 11), [held(1, 9, 12)])).toBeNull()
  expect(freeUnit(2, slot(10, 11), [held(1, 9, 12)])).toBe(2)
})

test('a unit is free only for the whole of the slot', () => {
  const two = [held(1, 10, 11), held(2, 11, 12)]
  expect(freeUnit(2, slot(10, 12), two)).toBeNull()
  expect(unitsLeft(2, slot(10, 12), two)).toBe(0)
  expect(unitsLeft(3, slot(10, 12), two)).toBe(1)
  // The house has fewer desks than before: a booking on one that is gone takes none of the others.
  expect(unitsLeft(1, slot(10, 11), [held(2, 10, 11)])).toBe(1)
})

const confirmed = { status: 'confirmed' as const, startsAt: at(12), tokensUsed: 5, pricePence: 0 }
const dayBefore = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 19, hour, minute))

test('24 hours ahead everything comes back, a minute later nothing [BOOK-34]', () => {
  expect(cancellationOf(confirmed, dayBefore(12), 24)).toEqual({ canCancel: true, tokens: 5, pence: 0 })
  expect(cancellationOf(confirmed, dayBefore(12, 1), 24)).toEqual({ canCancel: true, tokens: 0, pence: 0 })
  const byCard = { ...confirmed, tokensUsed: 0, pricePence: 3_000 }
  expect(cancellationOf(byCard, dayBefore(12), 24)).toEqual({ canCancel: true, tokens: 0, pence: 3_000 })
})

test('the hours are the setting’s [BOOK-34]', () => {
  expect(cancellationOf(confirmed, dayBefore(12), 25)).toMatchObject({ tokens: 0 })
  expect(cancellationOf(confirmed, at(11), 0)).toMatchObject({ tokens: 5 })
  expect(untilOrNull(at(12), 24, dayBefore(12))).toEqual(dayBefore(12))
  expect(untilOrNull(at(12), 24, dayBefore(13))).toBeNull()
})

test('what has begun or is cancelled cannot be cancelled', () => {
  expect(cancellationOf(confirmed, at(12), 24).canCancel).toBe(false)
  expect(cancellationOf({ ...confirmed, status: 'cancelled' }, dayBefore(9), 24).canCancel).toBe(false)
})

test('an unpaid hold gives its tokens back whenever it is let go', () => {
  expect(cancellationOf({ ...confirmed, status: 'pending' }, at(13), 24)).toEqual({
    canCancel: true,
    tokens: 5,
    pence: 0,
  })
})

test('the terms say what the rule does [BOOK-33, BOOK-34]', () => {
  const terms = termsOf(24).join(' ')
  expect(terms).toMatch(/arrive 10 minutes/)
  expect(terms).toMatch(/24 or more hours ahead/)
  expect(terms).toMatch(/final and non-refundable/)
  expect(terms).toMatch(/tokens are returned/)
  expect(terms).toMatch(/tokens are forfeited/)
  expect(terms).toMatch(/not extended/)
  expect(termsOf(48).join(' ')).toMatch(/Cancel 48 or more hours ahead/)
})
