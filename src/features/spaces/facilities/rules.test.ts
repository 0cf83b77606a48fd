import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#features/house/settings/inputs.ts'
import { priceWords } from './parts/fare-words.ts'
import { cashTotal, isTokenDay, slotsOf } from './rules.ts'

const type = { durationMinutes: 60, opensAt: null, closesAt: null, lastSlotAt: null }
const early = new Date('2026-01-01T00:00:00Z')
const starts = (...args: Parameters<typeof slotsOf>) => slotsOf(...args).map(({ startsAtTime }) => startsAtTime)

describe('slots', () => {
  test('start every 30 minutes from 09:00 to 20:30 [BOOK-21]', () => {
    const found = starts(type, '2026-06-15', defaultSettings, early)
    expect(found).toHaveLength(24)
    expect(found.slice(0, 3)).toEqual(['09:00', '09:30', '10:00'])
    expect(found.at(-1)).toBe('20:30')
  })
  test('last as long as the facility says, an hour by default [BOOK-23]', () => {
    expect(slotsOf(type, '2026-06-15', defaultSettings, early)[0]).toMatchObject({ endsAtTime: '10:00' })
    const long = slotsOf({ ...type, durationMinutes: 480 }, '2026-06-15', defaultSettings, early)
    expect(long[0]).toMatchObject({ startsAtTime: '09:00', endsAtTime: '17:00' })
  })
  test('that end after closing are offered only while the setting is on [BOOK-22]', () => {
    expect(starts(type, '2026-06-15', defaultSettings, early)).toContain('20:30')
    const strict = { ...defaultSettings, slotsMayRunPastClosing: false }
    expect(starts(type, '2026-06-15', strict, early).at(-1)).toBe('19:00')
    expect(starts({ ...type, closesAt: '12:00' }, '2026-06-15', strict, early).at(-1)).toBe('11:00')
    expect(starts({ ...type, opensAt: '10:30' }, '2026-06-15', strict, early)[0]).toBe('10:30')
    expect(starts({ ...type, lastSlotAt: '12:00' }, '2026-06-15', strict, early).at(-1)).toBe('12:00')
  })
  test('follow the settings of window and step [BOOK-22]', () => {
    const window = { ...defaultSettings, firstSlotAt: '10:00', lastSlotAt: '11:00', slotStepMinutes: 20 }
    expect(starts(type, '2026-06-15', window, early)).toEqual(['10:00', '10:20', '10:40', '11:00'])
  })
  test('of today that have begun, of past days and beyond a year are not offered [BOOK-16]', () => {
    const now = new Date('2026-06-15T11:00:00Z') // 12:00 in London
    expect(starts(type, '2026-06-15', defaultSettings, now)[0]).toBe('12:30')
    expect(starts(type, '2026-06-14', defaultSettings, now)).toEqual([])
    expect(starts(type, '2027-06-15', defaultSettings, now)).toHaveLength(24)
    expect(starts(type, '2027-06-16', defaultSettings, now)).toEqual([])
  })
  test('today is the venue’s today, also when it is still yesterday in Greenwich', () => {
    const justAfterMidnight = new Date('2026-06-14T23:10:00Z') // 00:10 on the 15th in London
    expect(starts(type, '2026-06-14', defaultSettings, justAfterMidnight)).toEqual([])
    expect(starts(type, '2026-06-15', defaultSettings, justAfterMidnight)).toHaveLength(24)
  })
})

describe('clock changes', () => {
  const allDay = { ...defaultSettings, firstSlotAt: '00:00', lastSlotAt: '23:30' }
  test.each(['2026-03-29', '2027-03-28'])('%s has no slot in the hour that is skipped', day => {
    const found = slotsOf(type, day, allDay, new Date(`${day}T00:00:00Z`.replace(/-..T/, '-01T')))
    expect(found).toHaveLength(46)
    expect(found.map(({ startsAtTime }) => startsAtTime)).not.toContain('01:00')
    expect(found.map(({ startsAtTime }) => startsAtTime)).not.toContain('01:30')
    const before = found.find(({ startsAtTime }) => startsAtTime === '00:30')!
    expect(before.endsAtTime).toBe('02:30')
    expect(before.endsAt.getTime() - before.startsAt.getTime()).toBe(3_600_000)
  })
  test('25 Oct 2026 offers each wall time once, an hour is an hour, and neighbours do not overlap', () => {
    const found = slotsOf(type, '2026-10-25', allDay, early)
    expect(found).toHaveLength(48)
    for (const { startsAt, endsAt } of found) expect(endsAt.getTime() - startsAt.getTime()).toBe(3_600_000)
    const at = (time: string) => found.find(({ startsAtTime }) => startsAtTime === time)!
    expect(at('01:00').startsAt.toISOString()).toBe('2026-10-25T00:00:00.000Z')
    expect(at('02:00').startsAt.toISOString()).toBe('2026-10-25T02:00:00.000Z')
    expect(at('01:30').endsAt <= at('02:00').startsAt).toBe(true)
  })
  test('the usual hours are the same on both days', () => {
    for (const day of ['2026-03-29', '2026-10-25']) expect(starts(type, day, defaultSettings, early)).toHaveLength(24)
  })
})

describe('price', () => {
  test('is per hour times hours [BOOK-26]', () => {
    expect(cashTotal({ cashPricePence: 3_000, isPricedPerSession: false, durationMinutes: 90 })).toBe(4_500)
    expect(cashTotal({ cashPricePence: 999, isPricedPerSession: false, durationMinutes: 20 })).toBe(333)
  })
  test('is per session where so priced', () => {
    expect(cashTotal({ cashPricePence: 1_500, isPricedPerSession: true, durationMinutes: 30 })).toBe(1_500)
  })
})

test('no token day chosen means every day', () => {
  const [tuesday, wednesday] = ['2026-11-24', '2026-11-25']
  expect(isTokenDay([], wednesday)).toBe(true)
  expect(isTokenDay(['tuesday'], tuesday)).toBe(true)
  expect(isTokenDay(['tuesday'], wednesday)).toBe(false)
})

test.each([
  [15, 4_500, '15 tokens or £45 an hour'],
  [0, 4_500, 'Included in paid plans or £45 an hour'],
  [0, 0, 'Without charge'],
])('%s tokens and %s pence read: %s', (tokenCost, cashPricePence, words) => {
  const fare = { tokenCost, cashPricePence, cashTotalPence: cashPricePence, tokenAvailableDays: [] }
  expect(priceWords({ ...fare, isPricedPerSession: false, durationMinutes: 60 })).toBe(words)
})
