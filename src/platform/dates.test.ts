import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { addDays, addMonths, isCalendarDate, mondayOf, weekdayOf, weekdays } from './dates.ts'

const anyDate = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map(at => at.toISOString().slice(0, 10))

// The arithmetic is for browsers, which should not fetch the library for it; the library is the judge of it.
test('days, months, weeks and weekdays are those of the calendar', () => {
  fc.assert(
    fc.property(
      anyDate,
      fc.integer({ min: -4_000, max: 4_000 }),
      fc.integer({ min: -50, max: 50 }),
      (on, days, months) => {
        const plain = Temporal.PlainDate.from(on)
        expect(addDays(on, days)).toBe(plain.add({ days }).toString())
        expect(addMonths(on, months)).toBe(plain.add({ months }).toString())
        expect(weekdayOf(on)).toBe(weekdays[plain.dayOfWeek - 1])
        expect(mondayOf(on)).toBe(plain.subtract({ days: plain.dayOfWeek - 1 }).toString())
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a date is one that exists, of the years that the house keeps', () => {
  const two = (number: number) => String(number).padStart(2, '0')
  fc.assert(
    fc.property(fc.nat({ max: 400 }), fc.nat({ max: 13 }), fc.nat({ max: 32 }), (year, month, day) => {
      const text = `${1900 + year}-${two(month)}-${two(day)}`
      const exists = (() => {
        try {
          return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
        } catch {
          return false
        }
      })()
      expect(isCalendarDate(text)).toBe(exists && year >= 100 && year < 300)
    }),
  )
  for (const bad of ['26-1-1', '2026-13-01', '2026-02-30', '', 'today'])
    for (const read of [weekdayOf, mondayOf, (on: string) => addDays(on, 1), (on: string) => addMonths(on, 1)])
      expect(() => read(bad), bad).toThrow(RangeError)
})

test('calendar arithmetic', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect([mondayOf('2026-11-22'), mondayOf('2026-11-23')]).toEqual(['2026-11-16', '2026-11-23'])
  expect(['2026-02-29', '2028-02-29', '26-1-1', '2026-13-01'].map(isCalendarDate)).toEqual([false, true, false, false])
})
