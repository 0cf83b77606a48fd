import { expect, test } from 'vitest'
import { registry } from './registry.ts'
import { findingsIn } from './tree.ts'

const noun = 'src/features/spaces/tours'
const good: Record<string, string> = {
  [`${noun}/table.ts`]: '',
  [`${noun}/api.ts`]: '',
  [`${noun}/jobs.ts`]: '',
  [`${noun}/mail.tsx`]: '',
  [`${noun}/head.tsx`]: '',
  [`${noun}/webhook.ts`]: '',
  [`${noun}/model.ts`]: 'export const tourOrders: OrderKind = {}\nexport const uploads: FilePurpose[] = []\n',
  [`${noun}/rules.ts`]: 'export const words: string[] = []\n',
  [`${noun}/screens/tours.tsx`]: '',
  [`${noun}/screens/tours.module.css`]: '',
  [`${noun}/tours.test.ts`]: '',
  'src/schema.ts': "import * as tours from './features/spaces/tours/table.ts'\n",
  'src/api.ts': "import { tours } from './features/spaces/tours/api.ts'\n",
  'src/jobs.ts': "import { jobs } from './features/spaces/tours/jobs.ts'\n",
  'src/mails.ts': "import * as tours from './features/spaces/tours/mail.tsx'\n",
  'src/heads.ts': "import { heads } from './features/spaces/tours/head.tsx'\n",
  'src/app.ts': "import { webhook } from './features/spaces/tours/webhook.ts'\n",
  'src/orders.ts': 'export const orderKinds: OrderKind[] = [tourOrders]\n',
  'src/files.ts': 'export const filePurposes: FilePurpose[] = [...uploads]\n',
  'src/access.ts': "const table = ['/admin/tours', '/admin/tours/$id', '/admin/login']\n",
  'src/web/layouts/office-menu.ts': "const menu = [{ to: '/admin/tours' }]\n",
  'src/web/routes.ts': `const pages = [
  screen('/admin/tours', 'Tours', () => import('#features/spaces/tours/screens/tours.tsx')),
  screen('/admin/tours/$id', 'Tours', () => import('#features/spaces/tours/screens/tours.tsx')),
  // Not in the office menu: whoever signs in there sees none yet.
  screen('/admin/login', 'Tours', () => import('#features/spaces/tours/screens/tours.tsx')),
] as const
`,
}

test('a noun that stands in every list has no finding', async () => {
  expect(await findingsIn(registry, good)).toEqual([])
})

test.each([
  ['table.ts', 'src/schema.ts'],
  ['api.ts', 'src/api.ts'],
  ['jobs.ts', 'src/jobs.ts'],
  ['mail.tsx', 'src/mails.ts'],
  ['head.tsx', 'src/heads.ts'],
  ['webhook.ts', 'src/app.ts'],
])('%s without its line in %s is named', async (file, list) => {
  expect(await findingsIn(registry, { ...good, [list]: '' })).toEqual([`${noun}/${file} has no line in ${list}`])
})

test('a type that is imported does not register', async () => {
  const text = "import type { tours } from './features/spaces/tours/api.ts'\n"
  expect(await findingsIn(registry, { ...good, 'src/api.ts': text })).toEqual([
    `${noun}/api.ts has no line in src/api.ts`,
  ])
})

test('a screen without a page is named', async () => {
  const found = await findingsIn(registry, { ...good, [`${noun}/screens/lost.tsx`]: '' })
  expect(found).toEqual([`${noun}/screens/lost.tsx has no line in src/web/routes.ts`])
})

test('what a noun hands down is in the list of its kind', async () => {
  expect(
    await findingsIn(registry, {
      ...good,
      'src/orders.ts': 'export const orderKinds: OrderKind[] = []\n',
      'src/files.ts': 'export const filePurposes: FilePurpose[] = []\n',
    }),
  ).toEqual([
    `${noun}/model.ts:1 tourOrders has no line in src/orders.ts`,
    `${noun}/model.ts:2 uploads has no line in src/files.ts`,
  ])
})

test('a page says who may open it, and an office page is in the menu or says why not', async () => {
  const siteMap = good['src/web/routes.ts']!.replace(/\n.*Not in the office menu.*/, '')
  expect(
    await findingsIn(registry, {
      ...good,
      'src/access.ts': "const table = ['/admin/tours', '/admin/login']\n",
      'src/web/routes.ts': siteMap,
    }),
  ).toEqual([
    'src/web/routes.ts:3 /admin/tours/$id has no line in src/access.ts',
    'src/web/routes.ts:4 /admin/login has no entry in src/web/layouts/office-menu.ts, nor a reason here for having none',
  ])
})
