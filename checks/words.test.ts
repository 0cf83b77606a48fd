import { expect, test } from 'vitest'
import { findingsIn } from './tree.ts'
import { words } from './words.ts'

// Put together here, so that nobody searching for leftovers finds these.
const note = ['TO', 'DO'].join('')
const later = ['coming', 'soon'].join(' ')

test.each([
  `// ${note}: later`,
  `<p>${later}</p>`,
  "throw new Error('Not implemented')",
  `a.${['FIX', 'ME'].join('')}`,
])('%s is refused', async text => {
  expect(await findingsIn(words, { 'src/ui/a.tsx': `\n${text}\n` })).toEqual([
    expect.stringMatching(/^src\/ui\/a\.tsx:2 leftover/),
  ])
})

test('ordinary words and the texts that the specification demands are not leftovers', async () => {
  const files = {
    'src/ui/a.tsx': "const todo = 'a life hack'\n",
    'src/features/activity/screens/overview.tsx': `<Button disabled>${later}</Button>\n`,
    'docs/a.md': note,
  }
  expect(await findingsIn(words, files)).toEqual([])
})
