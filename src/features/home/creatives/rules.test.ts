import { expect, test } from 'vitest'
import { creativeId } from './rules.ts'

test('the id of a creative is the lower-case name with hyphens for spaces, and a number when it is taken [CNT-21]', () => {
  expect(creativeId('Anna Lee', [])).toBe('anna-lee')
  expect(creativeId('Anna Lee', ['anna-lee'])).toBe('anna-lee-2')
  expect(creativeId('Anna Lee', ['anna-lee', 'anna-lee-2'])).toBe('anna-lee-3')
  expect(creativeId('  Zoë   O’Neil-Ångström ', [])).toBe('zoe-oneil-angstrom')
  expect(creativeId('陳 大文', [])).toBe('creative')
})
