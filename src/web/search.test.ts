import { expect, test } from 'vitest'
import { day, flag, oneOf, params, parseSearch, stringifySearch, text, whole } from './search.ts'

const read = params({ tab: oneOf('past', 'upcoming'), page: whole, on: day, open: flag, q: text })

test('reads what it knows and leaves out the rest', () => {
  expect(read({ tab: 'past', page: '3', on: '2026-11-20', open: 'true', q: '0042', other: 'x' })).toEqual({
    tab: 'past',
    page: 3,
    on: '2026-11-20',
    open: true,
    q: '0042',
  })
})

test('what does not parse is left out instead of failing', () => {
  expect(read({ tab: 'invite', page: '-1', on: '2026-13-45', open: 'maybe', q: 'x'.repeat(501) })).toEqual({})
})

test('addresses survive the way there and back', () => {
  const search = { ref: '00123456', q: 'a&b=c d', page: '2' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
  expect(stringifySearch({ a: undefined, b: '', c: null })).toBe('')
})
