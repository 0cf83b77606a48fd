import { describe, expect, test } from 'vitest'
import { root } from '../../bin/run.mjs'
import { staleness } from './copy.ts'
import { sabotages } from './list.ts'

describe.each(sabotages)('$breaks', each => {
  test('fits the sources as they are', () => expect(staleness(root, each)).toEqual([]))
})

test('each is another one', () => {
  expect(new Set(sabotages.map(({ breaks }) => breaks)).size).toBe(sabotages.length)
})
