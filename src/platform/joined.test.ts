import { expect, test } from 'vitest'
import { joined } from './joined.ts'

test('parts become one object; a name said twice is an error, not the last one’s', () => {
  expect(joined({ a: 1 }, { b: 2 }, { c: 3 })).toEqual({ a: 1, b: 2, c: 3 })
  expect(() => joined({ a: 1 }, { b: 2 }, { a: 3 })).toThrow('"a" is named by two nouns')
})
