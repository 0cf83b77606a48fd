import { expect, test } from 'vitest'
import { cycles } from './cycles.ts'
import { findingsIn } from './tree.ts'

test('a cycle is reported once, as the way round', async () => {
  const files = {
    'src/a.ts': "import './b.ts'\n",
    'src/b.ts': "export { c } from '#c.ts'\n",
    'src/c.ts': "import { a } from './a.ts'\n",
    'src/d.ts': "import './a.ts'\n",
  }
  expect(await findingsIn(cycles, files)).toEqual(['src/a.ts import cycle: src/a.ts → src/b.ts → src/c.ts → src/a.ts'])
})

test('a module that imports itself is a cycle', async () => {
  expect(await findingsIn(cycles, { 'src/a.ts': "import './a.ts'\n" })).toHaveLength(1)
})

test('types and lazy imports make no cycle', async () => {
  const files = {
    'src/a.ts': "import type { B } from './b.ts'\nexport type { C } from './c.ts'\n",
    'src/b.ts': "import './a.ts'\n",
    'src/c.ts': "import './a.ts'\nconst later = () => import('./d.ts')\n",
    'src/d.ts': "import './c.ts'\n",
  }
  expect(await findingsIn(cycles, files)).toEqual([])
})
