import { expect, test } from 'vitest'
import { imports } from './imports.ts'
import { findingsIn } from './tree.ts'

const base = {
  'src/api.ts': '',
  'src/access.ts': '',
  'src/platform/db.ts': "import pg from 'pg'\n",
  'src/platform/time.ts': '',
  'src/platform/mixed.ts': "import './db.ts'\n",
  'src/main.ts':
    "const start = async () => [await import('#simulators/stripe/app.ts'), await import('#seed/demo.ts')]\n",
  'src/commands/seed.ts': "import { demo } from '#seed/demo.ts'\n",
  'seed/demo.ts': '',
  'src/ui/plain/word.tsx': "import type { ButtonProps } from '@mantine/core'\nimport { money } from './money.tsx'\n",
  'src/ui/plain/money.tsx': '',
  'src/ui/confirm.ts': "import { modals } from '@mantine/modals'\n",
  'src/ui/page.tsx': "import { useState } from 'react'\nimport { theme } from '#web/look/theme.ts'\n",
  'src/web/look/theme.ts': '',
  'src/web/client.ts': "import type { Router } from '#api.ts'\nimport { createAuthClient } from 'better-auth/react'\n",
  'src/web/secret.ts': '',
  'simulators/stripe/app.ts': "import { log } from '#platform/log.ts'\n",
  'src/features/spaces/tours/table.ts': "import { pgTable } from 'drizzle-orm/pg-core'\n",
  'src/features/spaces/tours/api.ts':
    "import { tours } from './table.ts'\nimport { book } from '#features/spaces/bookings/model.ts'\n",
  'src/features/spaces/tours/rules.ts': "import { z } from 'zod'\nimport { today } from '#platform/time.ts'\n",
  'src/features/spaces/tours/screens/tours.tsx':
    "import { rpc } from '#web/client.ts'\nimport type { Tour } from '../api.ts'\nimport { free } from '../rules.ts'\n",
}

test('imports as they should be have no finding', async () => {
  expect(await findingsIn(imports, base)).toEqual([])
})

const bad: [path: string, text: string, message: string][] = [
  ['src/platform/a.ts', "import { x } from '#features/spaces/tours/rules.ts'", 'platform knows no feature'],
  ['src/platform/a.ts', "import type { x } from '#api.ts'", 'platform knows no feature'],
  ['src/platform/a.ts', "import { x } from '#simulators/stripe/app.ts'", 'platform knows no feature'],
  ['simulators/stripe/a.ts', "import { x } from '#features/spaces/tours/table.ts'", 'only its protocol'],
  ['src/ui/a.tsx', "import { x } from '#features/spaces/tours/rules.ts'", 'ui knows no feature'],
  ['src/ui/a.tsx', "import { x } from '#web/client.ts'", 'ui knows no feature'],
  ['src/ui/plain/a.tsx', "import { Button } from '@mantine/core'", 'without the component library'],
  ['src/ui/plain/a.tsx', "import { confirm } from '#ui/confirm.ts'", 'without the component library'],
  ['src/ui/plain/a.tsx', "import { x } from '#web/client.ts'", 'ui knows no feature'],
  ['src/main.ts', "import { x } from '#simulators/stripe/app.ts'", 'main.ts only, with import()'],
  ['src/main.ts', "import { x } from '#seed/demo.ts'", 'main.ts only, with import()'],
  ['src/app.ts', "const x = () => import('#simulators/stripe/app.ts')", 'main.ts only, with import()'],
  ['src/features/spaces/tours/webhook.ts', "import { Hono } from 'hono'", 'a line of src/app.ts'],
  ['src/features/spaces/tours/parts/a.tsx', "import { x } from '#web/secret.ts'", 'of the rest only types'],
  ['src/features/spaces/tours/rules.ts', "import { x } from './table.ts'", 'run on both sides'],
  ['src/features/spaces/tours/inputs.ts', "import { x } from 'dayjs'", 'run on both sides'],
  ['src/features/spaces/tours/table.ts', "import { x } from './api.ts'", 'knows nothing above it'],
  [
    'src/features/events/events/api.ts',
    "import { x } from '#features/spaces/tours/api.ts'",
    'model.ts, rules.ts or parts/',
  ],
  [
    'src/features/spaces/tours/screens/a.tsx',
    "import { x } from '../api.ts'",
    'would reach the browser: src/features/spaces/tours/api.ts',
  ],
  ['src/features/spaces/tours/screens/a.tsx', "import { type x } from '../api.ts'", 'would reach the browser'],
  ['src/features/spaces/tours/screens/a.tsx', "export { x } from '../table.ts'", 'would reach the browser'],
  ['src/features/spaces/tours/parts/a.tsx', "const x = () => import('../model.ts')", 'would reach the browser'],
  [
    'src/features/spaces/tours/parts/a.tsx',
    "import { x } from '#platform/mixed.ts'",
    'mixed.ts → src/platform/db.ts → pg',
  ],
  ['src/web/a.ts', "import { x } from 'node:crypto'", 'would reach the browser: node:crypto'],
  ['src/web/a.ts', "import { x } from 'better-auth'", 'would reach the browser: better-auth'],
  ['src/ui/a.tsx', "import { x } from 'drizzle-orm'", 'would reach the browser: drizzle-orm'],
  ['src/platform/a.ts', 'export const db = connect()', 'exports a database handle (db)'],
  ['src/platform/a.ts', 'export const main = new pg.Pool()', 'exports a database handle (main)'],
  ['src/platform/a.ts', 'export const store = drizzle(x)', 'exports a database handle (store)'],
]

test.each(bad)('%s: %s is refused', async (path, text, message) => {
  const findings = await findingsIn(imports, { ...base, [path]: `${text}\n` })
  expect(findings.filter(finding => finding.startsWith(path))).toEqual([expect.stringContaining(message)])
})

test('tests may import anything', async () => {
  const text = "import { x } from '#features/spaces/tours/api.ts'\nimport 'node:fs'\n"
  expect(await findingsIn(imports, { ...base, 'src/ui/a.test.ts': text })).toEqual([])
})
