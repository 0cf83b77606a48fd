import { expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { findingsIn } from './tree.ts'

test('server code in a built browser file is found', async () => {
  const files = {
    'dist/web/assets/a-123.js': 'const e=Symbol.for("drizzle:entityKind")',
    'dist/web/assets/b-123.js': 'const e="nothing"',
    'dist/server/main.js': 'import "drizzle-orm"',
  }
  expect(await findingsIn(bundle, files)).toEqual([
    'dist/web/assets/a-123.js contains "drizzle:entityKind", which is server code',
  ])
})

test('without a build there is nothing to find', async () => {
  expect(await findingsIn(bundle, {})).toEqual([])
})
