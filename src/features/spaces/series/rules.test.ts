import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookableDays, slotsOf } from '#features/spaces/facilities/rules.ts'
import { addDays, minutesOf, weekdayOf } from '#platform/dates.ts'
import { wallTime } from '#platform/time.ts'
import { mostOccurrences } from './inputs.ts'
import { daysOf, lastUntil, nearestTo, whyNot } from './rules.ts'

const day = fc.integer({ min: 0, max: 3_000 }).map(ahead => addDays('2024-01-01', ahead))
const everyWeeks = fc.constantFrom(1 as const, 2 as const)
const series = fc
  .record({ on: day, everyWeeks, length: fc.integer({ min: -30, max: 800 }) })
  .map(({ length, ...rest }) => ({ ...rest, until: addDays(rest.on, length) }))

test('the days are a whole step apart, all on the weekday of the first, and none after the last', () => {
  fc.assert(
    fc.property(series, given => {
      const days = daysOf(given)
      expect(days.length).toBeLessThanOrEqual(mostOccurrences)
      for (const [i, on] of days.entries()) {
        expect(on).toBe(addDays(given.on, 7 * given.everyWeeks * i))
        expect(on <= given.until).toBe(true)
        expect(weekdayOf(on)).toBe(weekdayOf(given.on))
      }
      // The next one is left out for one of two reasons only.
      const next = addDays(given.on, 7 * given.everyWeeks * days.length)
      expect(days.length === mostOccurrences || next > given.until).toBe(true)
    }),
  )
})

test('whatever may be asked for has two days at least, all of them counted, and none further than can be booked', () => {
  fc.assert(
    fc.property(series, day, (given, today) => {
      const days = daysOf(given)
      if (whyNot.repeat(given, today) !== null) return
      expect(days.length).toBeGreaterThanOrEqual(2)
      expect(addDays(days.at(-1)!, 7 * given.everyWeeks) > given.until).toBe(true)
      expect(days.at(-1)! <= addDays(today, bookableDays)).toBe(true)
    }),
  )
})

test('the last day that is offered is the last one that is taken', () => {
  const weekly = { on: '2026-11-24', everyWeeks: 1 as const }
  const until = lastUntil(weekly, '2026-11-18')
  expect(until).toBe('2027-05-24')
  expect(whyNot.repeat({ ...weekly, until }, '2026-11-18')).toBeNull()
  expect(daysOf({ ...weekly, until })).toHaveLength(mostOccurrences)
  const refused = { code: 'CANNOT_REPEAT', field: 'until' }
  expect(whyNot.repeat({ ...weekly, until: addDays(until, 1) }, '2026-11-18')).toMatchObject(refused)
  expect(whyNot.repeat({ ...weekly, until: '2026-11-30' }, '2026-11-18')).toMatchObject(refused)
  // Every second week comes round again only a week later, and ends with what can be booked at all.
  expect(whyNot.repeat({ ...weekly, everyWeeks: 2, until: '2026-12-07' }, '2026-11-18')).toMatchObject(refused)
  expect(lastUntil({ ...weekly, everyWeeks: 2 }, '2026-11-18')).toBe(addDays('2026-11-18', bookableDays))
})

test('times are chosen from the days of the series, each once', () => {
  const given = { on: '2026-11-24', everyWeeks: 1 as const, until: '2026-12-08' }
  const at = (...days: string[]) => days.map(on => ({ on, startsAt: '10:00' }))
  expect(whyNot.choose(given, at('2026-12-08', '2026-11-24'))).toBeNull()
  for (const wrong of [at(), at('2026-11-25'), at('2026-12-15'), at('2026-12-01', '2026-12-01')])
    expect(whyNot.choose(given, wrong)).toMatchObject({ code: 'NOT_IN_SERIES' })
})

const venue = {
  ...{ opensAt: '00:00', closesAt: '00:00', firstSlotAt: '00:00', lastSlotAt: '23:30', slotStepMinutes: 30 },
  slotsMayRunPastClosing: true,
}
const room = { durationMinutes: 60, opensAt: null, closesAt: null, lastSlotAt: null }

test('ten o’clock stays ten o’clock on both sides of a clock change; the hour that is skipped is offered on no such day', () => {
  for (const [on, until, changes] of [
    ['2026-10-11', '2026-11-08', -60],
    ['2027-03-14', '2027-04-11', 60],
  ] as const) {
    const now = new Date(`${addDays(on, -30)}T12:00:00Z`)
    const starts = (time: string) =>
      daysOf({ on, everyWeeks: 1, until }).map(each =>
        slotsOf(room, each, venue, now).find(({ startsAtTime }) => startsAtTime === time),
      )
    const tens = starts('10:00')
    expect(tens.map(slot => slot && wallTime(slot.startsAt))).toEqual(Array(5).fill('10:00'))
    // In real minutes the weeks are as long as they are, but for the one in which the clocks change.
    const weeks = tens.slice(1).map((slot, i) => (slot!.startsAt.getTime() - tens[i]!.startsAt.getTime()) / 60_000)
    expect(weeks.toSorted()).toEqual([10_080, 10_080, 10_080, 10_080 - changes].toSorted())
    const skipped = starts('01:30').filter(slot => slot === undefined)
    expect(skipped).toHaveLength(changes === 60 ? 1 : 0)
  }
})

test('other times that are offered are the nearest ones, in their order', () => {
  expect(nearestTo('10:00', ['08:00', '09:30', '10:30', '11:30', '18:00'])).toEqual(['09:30', '10:30', '11:30'])
  expect(nearestTo('10:00', ['18:00'])).toEqual(['18:00'])
  const times = fc.uniqueArray(
    fc.integer({ min: 0, max: 47 }).map(half => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`),
  )
  fc.assert(
    fc.property(times, starts => {
      const near = nearestTo('10:00', starts)
      expect(near).toEqual(near.toSorted())
      expect(near).toHaveLength(Math.min(3, starts.length))
      const far = (at: string) => Math.abs(minutesOf(at) - 600)
      for (const other of starts.filter(at => !near.includes(at)))
        for (const at of near) expect(far(at)).toBeLessThanOrEqual(far(other))
    }),
  )
})
