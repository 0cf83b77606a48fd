import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { calendarDate, instantOf, venueZone, wallTime, wallTimeExists } from './time.ts'

// The zone arithmetic keeps offsets to be quick; the library is the judge of whether it is right.
const library = {
  at: (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(venueZone),
  instant: (date: string, time: string) =>
    Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(venueZone, { disambiguation: 'compatible' })
      .epochMilliseconds,
}

const year = fc.integer({ min: 1971, max: 2101 })
const anyInstant = fc.date({ min: new Date('1971-01-01'), max: new Date('2101-12-31'), noInvalidDate: true })
/** The last week of March and of October, where the clocks change. */
const aroundChange = fc
  .tuple(year, fc.constantFrom(2, 9), fc.integer({ min: 24 * 24 * 60, max: 31 * 24 * 60 }))
  .map(([y, month, minutes]) => new Date(Date.UTC(y, month, 1, 0, minutes)))

test('dates and times at the venue are those of the zone, around the clock changes too', () => {
  fc.assert(
    fc.property(fc.oneof(anyInstant, aroundChange), at => {
      const zoned = library.at(at)
      expect(calendarDate(at)).toBe(zoned.toPlainDate().toString())
      expect(wallTime(at)).toBe(zoned.toPlainTime().toString({ smallestUnit: 'minute' }))
      expect(instantOf(calendarDate(at), wallTime(at)).getTime()).toBe(library.instant(calendarDate(at), wallTime(at)))
    }),
    { numRuns: 3_000 },
  )
})

test('the hour that spring skips does not exist, the hour that autumn repeats is the first', () => {
  expect(wallTimeExists('2027-03-28', '01:30')).toBe(false)
  expect(instantOf('2027-03-28', '01:30').toISOString()).toBe('2027-03-28T01:30:00.000Z')
  expect(instantOf('2026-10-25', '01:30').toISOString()).toBe('2026-10-25T00:30:00.000Z')
})
