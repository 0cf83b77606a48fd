import { expect, test } from 'vitest'
import { cancelLine, formatSum, ifCancelled } from './rules.ts'

test.each([
  [9_000, 'gbp', '£90'],
  [9_050, 'usd', 'US$90.50'],
  [9_000, 'jpy', 'JP¥9,000'],
  [9_000, '?', '9000 ?'],
])('%i of %s is said as %s', (amount, currency, words) => expect(formatSum(amount, currency)).toBe(words))

test.each([
  [{ back: '£12', until: '2026-11-20T10:00:00Z' }, 'you get £12 back until Fri 20 Nov, 10:00, and nothing after that.'],
  [{ back: '£12', until: null, hasBegun: true }, 'nothing comes back: it has begun.'],
  [{ back: '£12', until: null }, 'nothing comes back: it is too close to the start.'],
  [{ back: '', until: '2026-11-20T10:00:00Z' }, 'it costs you nothing, and you can until Fri 20 Nov, 10:00.'],
  [{ back: '', until: null }, 'there is nothing to give back.'],
])('what cancelling %j gives back is said once for all, below a heading as a sentence', (of, words) => {
  expect(ifCancelled(of)).toBe(words)
  expect(cancelLine(of)).toBe(`${words.charAt(0).toUpperCase()}${words.slice(1)}`)
})
