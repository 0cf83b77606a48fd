import { describe, expect, test } from 'vitest'
import { cellOf, shortOf } from './cell.tsx'
import { alignSums, type Column, layOut, linePlan } from './columns.ts'

interface Row {
  name: string
}
const none = () => null
const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', kind: 'person', of: ({ name }) => name },
  { key: 'email', header: 'Email', kind: 'text', of: none },
  { key: 'status', header: 'Status', kind: 'status', of: none },
  { key: 'at', header: 'When', kind: 'date', of: none },
  { key: 'count', header: 'Count', kind: 'number', of: none },
  { key: 'act', header: 'Act', kind: 'action', of: none },
]
const keysIn = (room: number) => layOut(columns, room).columns.map(({ column }) => column.key)
const sumIn = (room: number) =>
  layOut(columns, room).columns.reduce((total, { width }) => total + (width ?? Number.NaN), 0)

describe('the layout of columns', () => {
  const { least } = layOut(columns, Number.POSITIVE_INFINITY)

  test('everything stays where there is room, and nothing has a width before the room is known', () => {
    expect(keysIn(least)).toEqual(['name', 'email', 'status', 'at', 'count', 'act'])
    expect(layOut(columns, Number.POSITIVE_INFINITY).columns.every(({ width }) => width === undefined)).toBe(true)
  })

  test('the least important go first, from the right; what names the row and what is used stay', () => {
    expect(keysIn(least - 0.1)).toEqual(['name', 'email', 'status', 'at', 'act'])
    expect(keysIn(least - 6)).toEqual(['name', 'email', 'status', 'act'])
    expect(keysIn(0)).toEqual(['name', 'act'])
  })

  test('what found no room is told, in its order, and how much the rest needs', () => {
    const { dropped, least: needed } = layOut(columns, 10)
    expect(dropped.map(({ key }) => key)).toEqual(['email', 'status', 'at', 'count'])
    expect(needed).toBe(17.5)
  })

  test('what is left over is used up by names and texts alone', () => {
    for (const room of [least, least + 1, least + 40, least - 5]) expect(sumIn(room)).toBeCloseTo(room, 5)
    const wide = Object.fromEntries(layOut(columns, least + 40).columns.map(({ column, width }) => [column.key, width]))
    const tight = Object.fromEntries(layOut(columns, least).columns.map(({ column, width }) => [column.key, width]))
    expect(wide.status).toBe(tight.status)
    expect(wide.name).toBeGreaterThan(tight.name!)
  })
  test('what stands in a column is what it takes: badges and sums whole, names before texts, and nothing for what says nothing', () => {
    const listed: Column<Row>[] = [
      { key: 'name', header: 'Name', kind: 'person', of: ({ name }) => name },
      { key: 'email', header: 'Email', kind: 'text', of: none },
      { key: 'from', header: 'From', kind: 'text', of: none },
      { key: 'state', header: 'State', kind: 'status', width: 12, of: none },
      { key: 'note', header: 'Note', kind: 'status', seldom: true, of: none },
    ]
    const bodies = new Map([
      ['name', 12],
      ['email', 19],
      ['from', 4],
      ['state', 6],
      ['note', 0],
    ])
    const widthsIn = (room: number, of = bodies) =>
      Object.fromEntries(layOut(listed, room, of).columns.map(({ column, width }) => [column.key, width!]))
    const { state: badge, ...others } = widthsIn(43)
    expect(badge).toBe(6)
    for (const [key, width] of Object.entries(others)) expect(width, key).toBeGreaterThanOrEqual(bodies.get(key)!)
    // Narrower, the text gives way and not the name or the badge.
    const { name, email, state } = widthsIn(33)
    expect(name).toBe(12)
    expect(state).toBe(6)
    expect(email!).toBeLessThan(19)
    // A badge that is wider than was thought is whole all the same; where it is said at all, the note is there.
    const wide = widthsIn(60, new Map([...bodies, ['state', 14], ['note', 8]]))
    expect(wide.state).toBe(14)
    expect(wide.note).toBe(8)
    expect(layOut(listed, 43, bodies).dropped).toEqual([])
  })
  test('where nothing is cut off, a header has one line', () => {
    const dates: Column<Row>[] = [
      { key: 'name', header: 'Name', kind: 'person', of: ({ name }) => name },
      { key: 'last', header: 'Last reminder', kind: 'date', canSort: true, of: none },
    ]
    const [, last] = layOut(
      dates,
      40,
      new Map([
        ['name', 10],
        ['last', 2],
      ]),
    ).columns
    // Its thirteen capitals, the arrow and the edges.
    expect(last!.width!).toBeGreaterThan(10)
  })
})

test('the sums of a table say their pence all or none, those beside one another too', () => {
  interface Sums {
    pence: number
    feePence: number
  }
  const money: Column<Sums>[] = [
    { key: 'sum', header: 'Sum', kind: 'money', of: ({ pence }) => pence },
    { key: 'fee', header: 'Fee', kind: 'money', of: ({ feePence }) => feePence },
  ]
  const said = (...all: number[]) => {
    const rows = all.map(pence => ({ pence, feePence: 100 }))
    const [sum, fee] = alignSums(money, rows)
    expect(rows.map(row => cellOf(fee!, row))).toEqual(all.map(() => (all.includes(1250) ? '£1.00' : '£1')))
    return rows.map(row => cellOf(sum!, row))
  }
  expect(said(500, 1250, 0)).toEqual(['£5.00', '£12.50', '£0.00'])
  expect(said(500, 120_000)).toEqual(['£5', '£1,200'])
})

describe('the line of a phone', () => {
  const keysOf = (of: readonly Column<Row>[]) => {
    const { first, aside, details } = linePlan(of)
    return [
      first?.key,
      aside?.key,
      details.map(({ column, isWhole }) => (isWhole ? `${column.key} whole` : column.key)),
    ]
  }

  test('beside the name stands the first status, below it of whom, how much and for what', () => {
    expect(keysOf(columns)).toEqual(['name', 'status', ['email', 'count']])
  })

  test('what a column calls its own and every status stay, whatever else there is; what is the first to go never comes', () => {
    const more: Column<Row>[] = [
      ...columns,
      { key: 'money', header: 'Money', kind: 'money', of: none },
      { key: 'due', header: 'Due', kind: 'status', of: none },
      { key: 'day', header: 'Day', kind: 'date', priority: 1, of: none },
      { key: 'note', header: 'Note', kind: 'text', priority: 4, of: none },
    ]
    expect(keysOf(more)).toEqual(['name', 'status', ['day whole', 'due whole']])
    expect(keysOf([more[0]!, more[2]!, more.at(-1)!])).toEqual(['name', 'status', []])
    // A sentence that says little when it is cut off is not cut off there either.
    const why: Column<Row> = { key: 'why', header: 'Why', kind: 'text', lines: 2, priority: 2, of: none }
    expect(keysOf([...columns, why])).toEqual(['name', 'status', ['why whole', 'email']])
  })

  test('how nearly every row stands is left out beside its name, and read where it unfolds', () => {
    const state: Column<Row> = {
      ...{ key: 'state', header: 'State', kind: 'status', of: ({ name }) => name },
      isUsual: ({ name }) => name === 'Confirmed',
    }
    expect(['Confirmed', 'Cancelled'].map(name => shortOf(state, { name }))).toEqual([null, 'Cancelled'])
    const { aside, details, folded } = linePlan([columns[0]!, state])
    expect([aside, details, folded]).toEqual([state, [], [state]])
  })
})

test('a header that sorts has room for its longest word and its arrow', () => {
  const narrow: Column<Row> = { key: 'count', header: 'Tickets', kind: 'number', width: 6, of: none }
  expect(layOut([{ ...narrow, canSort: true }], 0).least).toBeGreaterThan(6.5)
  expect(layOut([narrow], 0).least).toBe(6)
})

test('a header takes two lines at most, which break between words', () => {
  const door: Column<Row> = { key: 'door', header: 'At the door', kind: 'money', width: 1, of: none }
  const line = layOut([door], 0).least - 1.2
  // Of "At the" and "door" the longer fits.
  expect(line).toBeGreaterThan(6 * 0.6)
  expect(line).toBeLessThan(11 * 0.6)
})
