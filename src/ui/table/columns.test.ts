import { describe, expect, test } from 'vitest'
import { type Column, layOut, linePlan } from './columns.ts'

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
  test('a text that says little makes room for one that would be cut off', () => {
    const listed = [{ name: 'Ada', email: 'ada.of.the.long.address@members.example', from: 'Form' }]
    const texts: Column<(typeof listed)[number]>[] = [
      { key: 'name', header: 'Name', kind: 'person', of: row => row.name },
      { key: 'email', header: 'Email', kind: 'text', of: row => row.email },
      { key: 'from', header: 'From', kind: 'text', of: row => row.from },
      { key: 'last', header: 'Last reminder', kind: 'date', canSort: true, of: none },
    ]
    const widthsOf = (rows: typeof listed) =>
      Object.fromEntries(layOut(texts, 44, rows).columns.map(({ column, width }) => [column.key, width!]))
    expect(widthsOf([]).email!).toBeLessThan(17)
    const { email, from, last, name } = widthsOf(listed)
    // 39 letters of half a rem, and the edges of the cell.
    expect(email!).toBeGreaterThan(19)
    expect(from!).toBeLessThan(9)
    // A head on one line: its thirteen capitals, the arrow and the edges.
    expect(last!).toBeGreaterThan(9.8)
    expect(name! + email! + from! + last!).toBeCloseTo(44, 5)
  })
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
  })
})

test('a header that sorts has room for its longest word and its arrow', () => {
  const narrow: Column<Row> = { key: 'count', header: 'Tickets', kind: 'number', width: 5, of: none }
  expect(layOut([{ ...narrow, canSort: true }], 0).least).toBeGreaterThan(6)
  expect(layOut([narrow], 0).least).toBe(5)
})
