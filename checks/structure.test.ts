import { expect, test } from 'vitest'
import { structure } from './structure.ts'
import { findingsIn } from './tree.ts'

const good = {
  'package.json': '{}',
  'src/main.ts': 'export const a = 1\n',
  'src/schema.ts': "import * as tours from './features/spaces/tours/table.ts'\n",
  'src/features/spaces/tours/table.ts': 'export const tours = 1\n',
  'src/features/spaces/tours/head.tsx': 'export const head = 1\n',
  'src/features/spaces/tours/mail.tsx': 'export const mail = 1\n',
  'src/features/spaces/tours/no-show.test.ts': 'export const t = 1\n',
  'src/features/spaces/tours/screens/tours.tsx': 'export const Tours = 1\n',
  'src/features/spaces/tours/parts/day.module.css': '',
  'src/platform/postgres/supervisor.ts': 'export const s = 1\n',
  'vite.config.ts': 'export default {}\n',
}

test('a tree as it should be has no finding', async () => {
  expect(await findingsIn(structure, good)).toEqual([])
})

const bad: Record<string, string> = {
  'notes.md': 'has no place at the top level',
  'old/a.ts': 'old has no place at the top level',
  'src/server.ts': 'src/server.ts has no place',
  'src/kernel/a.ts': 'src/kernel/ has no place',
  'src/features/spaces/loose.ts': 'files of a noun are in its folder',
  'src/features/garden/tours/table.ts': '"garden" is not a room',
  'src/features/spaces/tours/service.ts': 'not one of the files of a noun',
  'src/features/spaces/tours/mail.ts': 'not one of the files of a noun',
  'src/features/spaces/tours/screens/deep/a.tsx': 'not one of the files of a noun',
  'src/features/spaces/tours/screens/logic.ts': 'not one of the files of a noun',
  'src/features/spaces/2Tours/table.ts': 'one noun',
  'src/platform/utils/a.ts': '"utils" says nothing',
  'src/web/hooks/a.ts': '"hooks" says nothing',
  'test/helpers/a.ts': '"helpers" says nothing',
  'src/ui/index.ts': 'no index barrels',
  'src/ui/DataTable.tsx': 'lower case with hyphens',
}

test.each(Object.entries(bad))('%s is refused', async (path, message) => {
  const findings = await findingsIn(structure, { ...good, [path]: 'export const a = 1\n' })
  expect(findings.filter(finding => !finding.includes(message))).toEqual([])
  expect(findings[0]).toContain(message)
})

test('default exports and files that only pass on exports are refused', async () => {
  const files = {
    'src/ui/a.tsx': 'export default 1\n',
    'src/ui/b.ts': "export { a } from './c.ts'\nexport { d } from './d.ts'\n",
  }
  expect(await findingsIn(structure, files)).toEqual([
    'src/ui/a.tsx:1 no default exports: a name is found again',
    'src/ui/b.ts only passes on what others export',
  ])
})

test('installed, built and local files are not looked at', async () => {
  const files = {
    'node_modules/x/utils/index.ts': '',
    'dist/a.ts': '',
    '.tmp/a.ts': '',
    '.data/x': '',
    '.env': '',
  }
  expect(await findingsIn(structure, files)).toEqual([])
})
