import { describe, expect, test } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatExact,
  formatMoney,
  formatTime,
  formatTimeRange,
  formatTokens,
  parsePounds,
  stateWords,
} from './words.ts'

describe('dates are written the house way, on the venue’s clock', () => {
  test('a calendar day', () => {
    expect(formatDate('2025-11-22')).toBe('Sat 22 Nov')
    expect(formatDate('2025-09-01', { year: true })).toBe('Mon 1 Sep 2025')
    expect(formatDay('2025-02-03')).toBe('3 Feb 2025')
  })

  test('an instant, in winter and in summer', () => {
    expect(formatDateTime('2025-11-22T10:00:00Z')).toBe('Sat 22 Nov, 10:00')
    expect(formatDateTime('2025-07-05T23:30:00Z', '2025-07-06T00:30:00Z')).toBe('Sun 6 Jul, 00:30–01:30')
  })

  test('a range with an en dash, also from wall times and past midnight', () => {
    expect(formatTimeRange('10:00', '17:00:00')).toBe('10:00–17:00')
    expect(formatTimeRange('2025-11-22T22:00:00Z', '2025-11-23T02:00:00Z')).toBe('22:00–Sun 23 Nov 02:00')
    expect(formatTime(new Date('2025-11-22T00:05:00Z'))).toBe('00:05')
  })

  test('both clock changes', () => {
    expect(formatTime('2025-03-30T00:59:00Z')).toBe('00:59')
    expect(formatTime('2025-03-30T01:00:00Z')).toBe('02:00')
    expect(formatTime('2025-10-26T00:30:00Z')).toBe('01:30')
    expect(formatTime('2025-10-26T01:30:00Z')).toBe('01:30')
  })

  test('the exact time says the zone', () => {
    expect(formatExact('2025-11-22T10:00:00Z')).toBe('Saturday 22 November 2025 at 10:00:00 GMT')
    expect(formatExact('2025-11-22')).toBe('Saturday 22 November 2025')
  })
})

test('a stored word is read as a word', () => {
  expect(['expired', 'token_grant', 'no-show'].map(stateWords)).toEqual(['Expired', 'Token grant', 'No show'])
})

describe('sums', () => {
  test.each([
    [1250, '£12.50'],
    [4000, '£40'],
    [125005, '£1,250.05'],
    [-500, '−£5'],
    [0, '£0'],
  ])('%i pence read %s', (pence, words) => expect(formatMoney(pence)).toBe(words))

  test.each([
    ['12.5', 1250],
    ['£1,250', 125000],
    [' 40. ', 4000],
    ['0.07', 7],
    ['', null],
    ['12.345', undefined],
    ['-3', undefined],
    ['abc', undefined],
    ['1e3', undefined],
  ])('%j typed is %j', (typed, pence) => expect(parsePounds(typed)).toBe(pence))

  test('tokens and counts', () => {
    expect(formatTokens(15)).toBe('15 tokens')
    expect(formatTokens(1)).toBe('1 token')
    expect(formatTokens(-1)).toBe('−1 token')
    expect(formatCount(1200, 'person', 'people')).toBe('1,200 people')
  })
})
