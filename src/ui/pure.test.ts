import { describe, expect, test } from 'vitest'
import { toCsv } from '#platform/csv.ts'
import { isLargeChange } from './form/changes.tsx'
import { formatBytes, refusal } from './form/upload.ts'
import { inAddress, nextSort, rangeWords, readTableSearch, sortOf, withUsual } from './table/search.ts'

test.each([
  [100, 150, false],
  [100, 151, true],
  [100, 50, false],
  [100, 49, true],
  [3, 2, false],
  [3, 1, true],
  [0, 0, false],
  [0, 1, true],
  [40, 0, true],
])('from %i to %i is asked about as a large change, up or down: %s', (from, to, isLarge) => {
  expect(isLargeChange(from, to)).toBe(isLarge)
})

describe('a table’s address', () => {
  test('an empty one is the plain view', () => {
    expect(readTableSearch({}, ['status'])).toEqual({
      page: 1,
      size: 25,
      sort: undefined,
      q: '',
      filters: {},
      open: undefined,
    })
  })

  test('reads page, sort, search, filters and the open row, as text or number', () => {
    expect(
      readTableSearch({ page: '3', size: 50, sort: '-name', q: '007', status: 'pending', other: 'x', open: 'p1' }, [
        'status',
      ]),
    ).toEqual({ page: 3, size: 50, sort: '-name', q: '007', filters: { status: 'pending' }, open: 'p1' })
  })

  test.each(['0', '-1', 'x', '1.5', '99999999'])('a broken page %s is the first', page => {
    expect(readTableSearch({ page }).page).toBe(1)
  })

  test('a size above the limit is the usual one', () => expect(readTableSearch({ size: '5000' }).size).toBe(25))

  test('a column’s head goes rising, falling, none', () => {
    expect(nextSort(undefined, 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBeUndefined()
    expect(nextSort('-name', 'city')).toBe('city')
    expect(nextSort('-name', 'name', '-at')).toBe('-at')
    expect(nextSort('name', 'at', '-at')).toBe('-at')
    expect(nextSort('-at', 'at', '-at')).toBe('at')
    expect(nextSort('at', 'at', '-at')).toBe('-at')
    expect(nextSort('at', 'at', 'at')).toBe('-at')
    expect([sortOf('a', 'a'), sortOf('-a', 'a'), sortOf('b', 'a')]).toEqual(['ascending', 'descending', 'none'])
    expect(sortOf('-a', 'a', true)).toBe('ascending')
  })

  test('says which rows are on screen', () => {
    expect(rangeWords({ page: 2, size: 25 }, 312)).toBe('26–50 of 312')
    expect(rangeWords({ page: 13, size: 25 }, 1312)).toBe('301–325 of 1,312')
    expect(rangeWords({ page: 1, size: 25 }, 7)).toBe('1–7 of 7')
    expect(rangeWords({ page: 1, size: 25 }, 0)).toBe('0 of 0')
  })
})

describe('csv', () => {
  test('quotes what needs it and disarms formulas, but not negative numbers', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,"y"', -3],
          ['=1+1', null],
          ['-2', undefined],
        ],
      ),
    ).toBe('a,b\r\n"x,""y""",-3\r\n\'=1+1,\r\n-2,')
  })
})

describe('files', () => {
  const rules = { accept: ['image/*', '.csv'], maxBytes: 5_000_000, kinds: 'a picture or CSV' }

  test('kind, size and emptiness are said by name', () => {
    expect(refusal({ name: 'a.png', type: 'image/png', size: 10 }, rules)).toBeUndefined()
    expect(refusal({ name: 'a.CSV', type: '', size: 10 }, rules)).toBeUndefined()
    expect(refusal({ name: 'a.exe', type: 'application/x', size: 10 }, rules)).toBe('a.exe is not a picture or CSV')
    expect(refusal({ name: 'a.png', type: 'image/png', size: 6_250_000 }, rules)).toBe(
      'a.png is 6.3 MB; the limit is 5 MB',
    )
    expect(refusal({ name: 'a.png', type: 'image/png', size: 0 }, rules)).toBe('a.png is empty')
  })

  test('sizes', () =>
    expect([formatBytes(12), formatBytes(820_400), formatBytes(1_440_000)]).toEqual(['12 bytes', '820 KB', '1.4 MB']))
})

test('a usual filter is in effect until the address says otherwise', () => {
  const usual = { status: 'pending' }
  expect(withUsual({ q: 'ada' }, usual)).toEqual({ q: 'ada', status: 'pending' })
  expect(withUsual({ status: 'rejected' }, usual)).toEqual({ status: 'rejected' })
  expect(withUsual({ status: 'all' }, usual)).toEqual({})
  // What is chosen comes back as it was chosen; the plain address is the usual list.
  expect(inAddress({ status: 'pending', page: undefined }, usual)).toEqual({ status: undefined, page: undefined })
  expect(inAddress({ status: 'rejected' }, usual)).toEqual({ status: 'rejected' })
  expect(inAddress({ status: undefined, q: 'ada' }, usual)).toEqual({ status: 'all', q: 'ada' })
  // A list without usual filters says `all` as it is.
  expect(withUsual({ action: 'all' }, {})).toEqual({ action: 'all' })
})
