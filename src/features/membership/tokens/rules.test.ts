import { expect, test } from 'vitest'
import { presetsAt } from './rules.ts'

const labels = (unitPence: (quantity: number) => number) => presetsAt(unitPence).map(({ label }) => label)

test('"Best Deal" stands only where a token costs really less than in every other amount (decision 55)', () => {
  expect(labels(quantity => (quantity === 100 ? 899 : 900))).toEqual(['Starter', 'Popular', 'Value', 'Best Deal'])
  const plain = ['Starter', 'Popular', 'Value', 'Stock up']
  expect(labels(() => 900)).toEqual(plain)
  expect(labels(quantity => (quantity >= 50 ? 800 : 900))).toEqual(plain)
  expect(labels(quantity => (quantity === 100 ? 901 : 900))).toEqual(plain)
})

test('each amount has the price of a token in it', () => {
  expect(presetsAt(quantity => 1_000 - quantity).map(({ quantity, unitPence }) => [quantity, unitPence])).toEqual([
    [10, 990],
    [25, 975],
    [50, 950],
    [100, 900],
  ])
})
