import { expect, test } from 'vitest'
import { sizes } from './sizes.ts'
import { findingsIn, moduleOf } from './tree.ts'

const many = (count: number, lines: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`src/ui/${lines}-${i}.ts`, moduleOf(lines)]))

test('400 lines are the end, tests aside', async () => {
  const files = { 'src/a.ts': moduleOf(400), 'src/b.ts': moduleOf(401), 'src/b.test.ts': moduleOf(900) }
  expect(await findingsIn(sizes, files)).toEqual(['src/b.ts 401 lines; the limit is 400'])
})

test('the median counts once there are 60 files', async () => {
  expect(await findingsIn(sizes, many(59, 86))).toEqual([])
  expect(await findingsIn(sizes, many(60, 86))).toEqual(['src the median is 86 lines; the limit is 85'])
  expect(await findingsIn(sizes, many(60, 85))).toEqual([])
})

test('one file in ten may be longer than 240 lines, not more', async () => {
  expect(await findingsIn(sizes, { ...many(90, 10), ...many(10, 300) })).toEqual([])
  expect(await findingsIn(sizes, { ...many(89, 10), ...many(11, 300) })).toEqual([
    'src p90 is 300 lines; the limit is 240',
  ])
})

test('a line of more than 80 characters counts as two', async () => {
  const wide = `export const a = '${'x'.repeat(70)}'\n`
  expect(await findingsIn(sizes, { 'src/a.ts': wide.repeat(201) })).toEqual(['src/a.ts 402 lines; the limit is 400'])
})
