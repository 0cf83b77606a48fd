import { expect, test } from 'vitest'
import { heavy } from './heavy.ts'
import { findingsIn } from './tree.ts'

test('the strength meter, pictures and hashing are for the threads of heavy work only, types aside', async () => {
  const text = [
    "import sharp from 'sharp'",
    "import type { Sharp } from 'sharp'",
    "export const meter = () => import('@zxcvbn-ts/core')",
    "import { argon2Sync } from 'node:crypto'",
    "import { hash } from '#platform/heavy/thread.ts'",
    '',
  ].join('\n')
  const other = 'import sharp from "sharp"\n'
  const tree = {
    'package.json': JSON.stringify({ imports: { '#*': './src/*' } }),
    'src/platform/heavy/thread.ts': text.replace(/.*thread.ts.*\n/, ''),
    'src/platform/files/a.ts': text,
    'test/b.test.ts': other,
    'seed/artwork/c.ts': other,
  }
  const found = await findingsIn(heavy, tree)
  expect(found.sort()).toEqual([
    "src/platform/files/a.ts hashes passwords: heavy('password', …) does",
    'src/platform/files/a.ts:1 imports sharp: call heavy() of src/platform/heavy/heavy.ts instead',
    'src/platform/files/a.ts:3 imports @zxcvbn-ts/core: call heavy() of src/platform/heavy/heavy.ts instead',
    'src/platform/files/a.ts:5 imports #platform/heavy/thread.ts: call heavy() of src/platform/heavy/heavy.ts instead',
  ])
  expect(await findingsIn(heavy, { 'src/a.ts': '// argon2 is told of\n' })).toEqual([])
})
