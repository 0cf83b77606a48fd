import { expect, test } from 'vitest'
import { formatSum } from './rules.ts'

test.each([
  [9_000, 'gbp', '£90'],
  [9_050, 'usd', 'US$90.50'],
  [9_000, 'jpy', 'JP¥9,000'],
  [9_000, '?', '9000 ?'],
])('%i of %s is said as %s', (amount, currency, words) => expect(formatSum(amount, currency)).toBe(words))
