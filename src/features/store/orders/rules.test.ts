import { expect, test } from 'vitest'
import { isWhatWasAsked, noteOf } from './rules.ts'

test('paid at the last moment is in time; a millisecond later is late', () => {
  const order = { expiresAt: new Date('2026-03-02T12:30:00Z'), totalPointsRequired: 10 }
  const paidAfter = (ms: number, points = 10) => noteOf(order, new Date(order.expiresAt.getTime() + ms), points)
  expect([paidAfter(-1), paidAfter(0), paidAfter(1)]).toEqual([null, null, 'paid_late'])
  expect([paidAfter(0, 9), paidAfter(1, 9)]).toEqual(['points_short', 'points_short'])
})

const item = (variantId: string, pricePence: number) => ({
  ...{ variantId, pricePence, quantity: 1, productId: 'p', productTitle: 'Apron', pointsRequired: 0 },
  ...{ handle: 'apron', selectedOptions: [], image: null },
})
const line = (variantId: string | null, pricePence: number, quantity = 1) => ({
  ...{ variantId, pricePence, quantity, currentQuantity: quantity, productId: null, title: 'Apron' },
})

test('an order is for what was checked out in whatever order, each once and at its price', () => {
  const asked = [item('a', 100), item('b', 200)]
  const is = (...lines: ReturnType<typeof line>[]) => isWhatWasAsked(asked, lines)
  expect(is(line('b', 200), line('a', 100))).toBe(true)
  // Deleted at the storefront since, it is known by its price.
  expect(is(line(null, 100), line('b', 200))).toBe(true)
  expect(is(line(null, 300), line('b', 200))).toBe(false)
  expect(is(line('a', 100))).toBe(false)
  expect(is(line('a', 100), line('a', 100))).toBe(false)
  expect(is(line('a', 100), line('b', 199))).toBe(false)
  expect(is(line('a', 100), line('b', 200, 2))).toBe(false)
  expect(is(line('a', 100), line('b', 200), line('c', 0))).toBe(false)
})
