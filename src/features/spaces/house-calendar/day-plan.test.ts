import { expect, test } from 'vitest'
import { beginsAt, dayPlan, nowShare } from './parts/day-plan.ts'

const rooms = [
  { id: 'a', name: 'Studio' },
  { id: 'b', name: 'Desks' },
]
const open = { opensAt: '09:00', closesAt: '18:00' }
const booking = (spaceId: string, unit: number, startsAt: string, endsAt: string) => ({
  spaceId,
  unit,
  startsAt,
  endsAt,
})

test('a day has a row for each facility and each unit that is booked, and shows the hours of the house', () => {
  const plan = dayPlan([booking('b', 2, '10:30', '12:00'), booking('b', 1, '10:00', '11:00')], rooms, open)
  expect(plan.hours).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17])
  expect(plan.rows.map(({ name, unit }) => [name, unit])).toEqual([
    ['Studio', null],
    ['Desks', 1],
    ['Desks', 2],
  ])
  for (const { stretches } of plan.rows)
    expect(stretches.reduce((sum, { columns }) => sum + columns, 0)).toBe(plan.hours.length * 12)
  expect(plan.rows[2]!.stretches.slice(1, 4)).toMatchObject([
    { from: 600, columns: 6, booking: null },
    { from: 630, columns: 18, booking: { unit: 2 } },
    { from: 720, columns: 12, booking: null },
  ])
})

test('what is booked outside the hours of the house widens the day, and what runs past midnight ends with it', () => {
  const plan = dayPlan([booking('a', 1, '07:30', '08:00'), booking('a', 1, '23:00', '01:00')], rooms, open)
  expect([plan.hours[0], plan.hours.at(-1)]).toEqual([7, 23])
  const shown = plan.rows[0]!.stretches.filter(({ booking }) => booking)
  expect(shown).toMatchObject([
    { from: 450, columns: 6 },
    { from: 1380, columns: 12 },
  ])
})

test('what is there all day, until midnight, fills the hours of the house and adds none', () => {
  const plan = dayPlan([booking('a', 1, '09:00', '00:00')], rooms, open)
  expect([plan.hours[0], plan.hours.at(-1)]).toEqual([9, 17])
  expect(plan.rows[0]!.stretches).toMatchObject([{ from: 540, columns: 9 * 12 }])
})

test('bookings that end and begin between two columns stand one after the other', () => {
  const { rows } = dayPlan([booking('a', 1, '10:00', '10:52'), booking('a', 1, '10:52', '11:44')], rooms, open)
  const shown = rows[0]!.stretches.filter(({ booking }) => booking)
  expect(shown.map(({ from }) => from)).toEqual([600, 655])
  expect(rows[0]!.stretches.reduce((sum, { columns }) => sum + columns, 0)).toBe(9 * 12)
})

test('where a day begins to be shown, nothing that is soon over is without its beginning', () => {
  const bookings = [
    booking('a', 1, '09:00', '10:30'),
    booking('a', 1, '10:30', '12:30'),
    booking('b', 1, '09:00', '18:00'),
    booking('b', 2, '23:00', '01:00'),
  ]
  expect(beginsAt(12 * 60, bookings)).toBe(10 * 60 + 30)
  expect(beginsAt(9 * 60 + 45, bookings)).toBe(9 * 60)
  // Of what goes on for long the name stays in view.
  expect(beginsAt(15 * 60, bookings)).toBe(15 * 60)
})

test('the line of now lies between the hours that are shown, and nowhere else', () => {
  const hours = [9, 10, 11, 12]
  expect(['08:59', '09:00', '11:00', '12:45', '13:00'].map(time => nowShare(time, hours))).toEqual([
    ...[null, 0, 0.5],
    ...[0.9375, null],
  ])
  expect(nowShare('10:00', [])).toBeNull()
})
