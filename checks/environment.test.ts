import { expect, test } from 'vitest'
import { environment } from './environment.ts'
import { findingsIn } from './tree.ts'

test('.env.example and the variables that are read are the same', async () => {
  const code = 'const schema = z.object({\n  PORT: port,\n  DATA_DIR: z.string(),\n})\n'
  const files = { 'src/platform/env.ts': code, '.env.example': '# a port\nPORT=3000\nDATA_DIR=\n' }
  expect(await findingsIn(environment, files)).toEqual([])
  expect(await findingsIn(environment, { ...files, '.env.example': 'PORT=1\nOLD=1\n' })).toEqual([
    '.env.example lacks DATA_DIR',
    '.env.example lists OLD, which nothing reads',
  ])
})
