import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test('a text in an address keeps its letters, without what stands on them', () => {
  const slugs = ['Crème brûlée!', '  Zoë   O’Neill ', 'A – B', 'ﬁne', '東京', '-a-', 'one two three'].map(text =>
    slugOf(text, 8),
  )
  expect(slugs).toEqual(['creme-br', 'zoe-onei', 'a-b', 'fine', '', 'a', 'one-two'])
  expect(slugOf('Crème brûlée!', 80)).toBe('creme-brulee')
})
