import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressAssets } from '../bin/compress.mjs'
import {
  countStage,
  failuresOfPlaywright,
  failuresOfVitest,
  fromPlaywright,
  fromVitest,
  line,
  namesOfFailures,
  secondTriesOfPlaywright,
  sum,
} from '../bin/counts.mjs'
import { matchesLock } from '../bin/install.mjs'
import { run } from '../bin/run.mjs'
import { compare, fingerprints, write } from '../bin/stamp.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'launcher-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, text: string) => {
  mkdirSync(join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const state = () => compare(join(folder, 'stamp'), fingerprints(folder, ['src', 'missing']))

test('a build is repeated exactly when sources changed', () => {
  const file = put('src/a.ts', 'a')
  expect(state()).toBe('changed')
  write(join(folder, 'stamp'), fingerprints(folder, ['src', 'missing']))
  expect(state()).toBe('same')
  utimesSync(file, 1, 1)
  expect(state()).toBe('touched')
  put('src/a.test.ts', 'a test is not built')
  expect(state()).toBe('touched')
  put('src/b.ts', 'b')
  expect(state()).toBe('changed')
})

test('a change of the same length at the same time is a change', () => {
  const file = put('src/a.ts', 'a')
  utimesSync(file, 1, 1)
  write(join(folder, 'stamp'), fingerprints(folder, ['src']))
  put('src/a.ts', 'b')
  utimesSync(file, 1, 1)
  expect(state()).toBe('changed')
})

test('assets get compressed siblings that open to the same bytes; pages and pictures do not', async () => {
  const text = 'const a = 1\n'.repeat(200)
  put('src/a.js', text)
  put('src/index.html', text)
  put('src/a.png', text)
  put('src/tiny.js', '1')
  expect(await compressAssets(join(folder, 'src'))).toBe(2)
  expect(brotliDecompressSync(readFileSync(join(folder, 'src/a.js.br'))).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(folder, 'src/a.js.gz'))).toString()).toBe(text)
  for (const name of ['index.html', 'a.png', 'tiny.js']) {
    expect(() => readFileSync(join(folder, 'src', `${name}.br`))).toThrow('ENOENT')
  }
})

test('packages installed by hand are accepted when every demanded one is there', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', optional: true },
    },
  }
  expect(matchesLock(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true)
  expect(matchesLock(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false)
  expect(matchesLock(lock, { packages: {} })).toBe(false)
})

test('the last line adds up what the stages report', () => {
  const unit = fromVitest({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 })
  const journeys = fromPlaywright({ stats: { expected: 3, flaky: 1, unexpected: 0, skipped: 0 } })
  expect(line(sum([unit, journeys]))).toBe('11 passed, 1 failed, 1 skipped')
  expect(line(sum([journeys]))).toBe('4 passed, 0 failed')
})

test('a stage that ended badly is a failure even when no test of it failed', () => {
  const file = put('src/report.json', JSON.stringify({ stats: { expected: 3, flaky: 0, unexpected: 0, skipped: 0 } }))
  expect(countStage(file, fromPlaywright, 0)).toEqual({ passed: 3, failed: 0, skipped: 0 })
  expect(countStage(file, fromPlaywright, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(countStage(join(folder, 'none.json'), fromPlaywright, 127).failed).toBe(1)
  expect(countStage(join(folder, 'none.json'), fromPlaywright, 0).failed).toBe(1)
})

test('what failed is named: tests, journeys, and files that could not be loaded', () => {
  const unit = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'adds' },
        { status: 'passed', fullName: 'b' },
      ],
    },
    { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
    { name: 'well.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'c' }] },
  ]
  expect(failuresOfVitest({ testResults: unit })).toEqual(['a.test.ts › adds', 'broken.test.ts'])
  const inner = {
    title: 'inside',
    specs: [
      { title: 'opens', ok: false },
      { title: 'closes', ok: true },
      { title: 'waits', ok: true, tests: [{ status: 'flaky' }] },
    ],
  }
  expect(failuresOfPlaywright({ suites: [{ title: 'x.spec.ts', specs: [], suites: [inner] }] })).toEqual([
    'x.spec.ts › inside › opens',
  ])
  expect(secondTriesOfPlaywright({ suites: [inner] })).toEqual(['inside › waits'])
  expect(namesOfFailures(join(folder, 'none.json'), failuresOfVitest)).toEqual([])
})

test('exit codes are passed on, also of programs that do not exist', async () => {
  expect(await run(process.execPath, ['-e', 'process.exit(7)'])).toBe(7)
  expect(await run(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")'])).toBe(137)
  expect(await run(join(folder, 'nothing'), [])).toBe(127)
})
