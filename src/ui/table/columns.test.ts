import { describe, expect, test } from 'vitest'
import { type Column, layOut } from './columns.ts'

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
})
