import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runAll } from './all.ts'
import { drift } from './drift.ts'
import { type Check, projectRoot, readProject } from './project.ts'
import { format, types, unused } from './tools.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const table =
  "import { pgTable, text } from 'drizzle-orm/pg-core'\nexport const tours = pgTable('tours', { name: text() })\n"
const drizzle = "export default { dialect: 'postgresql', schema: './src/schema.ts', out: './drizzle' }\n"

test.each<[Check, Record<string, string>, string]>([
  [format, { 'src/a.ts': 'export   const a = "b";\n', 'biome.json': '{}' }, 'src/a.ts'],
  [types, { 'src/a.ts': 'export const a: string = 1\n', 'tsconfig.json': '{"include":["src"]}' }, 'src/a.ts'],
  [
    unused,
    {
      'src/main.ts': '',
      'src/a.ts': 'export const a = 1\n',
      'knip.json': '{"entry":["src/main.ts"],"project":["src/**"]}',
    },
    'src/a.ts',
  ],
  [drift, { 'src/schema.ts': table, 'drizzle.config.ts': drizzle }, 'without a migration'],
])('a bad tree is refused by $name', { timeout: 60_000 }, async (check, files, message) => {
  const [outcome] = await runAll([check], readProject(treeOf({ 'package.json': '{"type":"module"}', ...files })))
  expect(outcome?.findings).toHaveLength(1)
  expect(outcome?.findings[0]?.message).toContain(message)
})

test('a check that breaks has failed', async () => {
  const broken: Check = {
    name: 'broken',
    run: () => {
      throw new Error('no such tool')
    },
  }
  const [outcome] = await runAll([broken], readProject(treeOf({})))
  expect(outcome?.findings[0]?.message).toContain('no such tool')
})

// The tools are those of this project.
function treeOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'check-'))
  folders.push(root)
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
