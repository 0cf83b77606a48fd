import { expect, test } from 'vitest'
import { bypass } from './bypass.ts'
import { findingsIn } from './tree.ts'

// Put together here, so that the check does not find its own tests.
const ignore = ['biome', 'ignore'].join('-')
const tsIgnore = ['@ts', 'ignore'].join('-')

test('an exemption needs a reason', async () => {
  const text = `// ${ignore} lint/a/b: no\nexport const a = 1\n// ${tsIgnore}\nexport const b = 2\n`
  expect(await findingsIn(bypass, { 'src/a.ts': text })).toEqual([
    `src/a.ts:1 "${ignore} lint/a/b" without a reason`,
    `src/a.ts:3 "${tsIgnore}" without a reason`,
  ])
  const explained = `// ${ignore} lint/a/b: the header is a contract with the scanner\n`
  expect(await findingsIn(bypass, { 'src/a.ts': explained })).toEqual([])
})

test('"as any" needs a reason beside or above it', async () => {
  expect(await findingsIn(bypass, { 'src/a.ts': 'const a = b as any\n' })).toEqual([
    'src/a.ts:1 "as any" without a reason',
  ])
  const explained = '// The library declares no type for it.\nconst a = b as any\n'
  expect(await findingsIn(bypass, { 'src/a.ts': explained })).toEqual([])
  expect(await findingsIn(bypass, { 'src/a.ts': "const a = 'as any'\n" })).toEqual([])
})

test.each(['never', 'string'])(
  '"as %s" is refused anywhere in src/, tests too, whatever stands beside it',
  async type => {
    const text = `// The router declares no such path.\nexport const to = there as ${type}\n`
    const found = `:2 "as ${type}" hides what does not fit: type it instead`
    expect(await findingsIn(bypass, { 'src/a.ts': text, 'src/b.test.ts': text, 'e2e/c.ts': text })).toEqual([
      `src/a.ts${found}`,
      `src/b.test.ts${found}`,
    ])
    expect(await findingsIn(bypass, { 'src/a.ts': `const a = b as ${type}[]\n` })).toEqual([])
  },
)

test.each([
  ["vi.mock('#platform/db.ts')", '#platform/db.ts'],
  ["vi.mock('./rules.ts', () => ({}))", './rules.ts'],
  ["vi.doMock(import('../api.ts'))", '../api.ts'],
])('%s is refused', async (text, target) => {
  expect(await findingsIn(bypass, { 'src/a.test.ts': `${text}\n` })).toEqual([
    `src/a.test.ts:1 mocks our own module ${target}`,
  ])
})

test("a stranger's module may be replaced", async () => {
  expect(await findingsIn(bypass, { 'src/a.test.ts': "vi.mock('nodemailer')\n" })).toEqual([])
})
