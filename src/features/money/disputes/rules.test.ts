import { expect, test } from 'vitest'
import { disputeStatusOf, isNews, isOver } from './rules.ts'

const taken = [{ amount: -9_000 }]
const returned = [...taken, { amount: 9_000 }]

test.each([
  ['warning_needs_response', [], 'inquiry'],
  ['warning_under_review', [], 'under_review'],
  ['warning_closed', [], 'closed'],
  ['prevented', [], 'closed'],
  ['prevented', taken, 'lost'],
  ['needs_response', taken, 'to_answer'],
  ['under_review', taken, 'under_review'],
  ['appeal_needs_response', taken, 'to_answer'],
  ['appeal_under_review', taken, 'under_review'],
  ['won', returned, 'won'],
  ['won', [], 'closed'],
  ['lost', taken, 'lost'],
  ['a_word_of_tomorrow', taken, 'to_answer'],
])('%s over %j is %s', (status, balance_transactions, ours) => {
  expect(disputeStatusOf({ status, balance_transactions })).toBe(ours)
})

test('the house is told whenever an answer is wanted, and of what was lost unheard', () => {
  expect(isNews('inquiry', undefined)).toBe(true)
  expect(isNews('inquiry', 'inquiry')).toBe(false)
  expect(isNews('to_answer', 'inquiry')).toBe(true)
  expect(isNews('to_answer', 'to_answer')).toBe(false)
  expect(isNews('under_review', undefined)).toBe(false)
  expect(isNews('lost', undefined)).toBe(true)
  expect(isNews('lost', 'to_answer')).toBe(false)
  expect(isNews('won', undefined)).toBe(false)
  expect([isOver('under_review'), isOver('closed'), isOver('won'), isOver('lost')]).toEqual([false, true, true, true])
})
