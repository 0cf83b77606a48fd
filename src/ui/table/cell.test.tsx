import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cellOf } from './cell.tsx'
import type { Column } from './columns.ts'

interface Row {
  at: string
}
const said = (at: string, more: Partial<Column<Row> & { kind: 'date' }> = {}) =>
  renderToStaticMarkup(cellOf<Row>({ key: 'at', header: 'When', kind: 'date', of: row => row.at, ...more }, { at }))
    .replaceAll(/<[^>]+>/g, '')
    .trim()
const thisYear = new Date().getFullYear()

test('a date of another year than now says its year by itself, and none of this year does', () => {
  expect(said('2024-05-21')).toBe('Tue 21 May 2024')
  expect(said('2024-05-21T09:30:00Z', { as: 'date' })).toBe('Tue 21 May 2024')
  expect(said('2024-05-21T09:30:00Z')).toBe('21 May 2024, 10:30')
  expect(said('2024-05-21T09:30:00Z', { as: 'time' })).toBe('10:30')
  expect(said(`${thisYear}-05-21`)).toMatch(/^... 21 May$/)
  expect(said(`${thisYear}-05-21T09:30:00Z`)).toMatch(/^... 21 May, 10:30$/)
  expect(said(`${thisYear}-05-21`, { year: true })).toBe(`${said(`${thisYear}-05-21`)} ${thisYear}`)
})
