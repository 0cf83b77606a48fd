import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../../bin/run.mjs'
import { copyProject, sabotage, staleness } from './copy.ts'
import { type Sabotage, sabotages } from './list.ts'

// `npm run sabotage`: makes each change of the list in a copy of the project and runs the tests that must notice it.
// `npm run sabotage -- mail` tries those whose sentence has this word; `--journeys` tries those of the screens instead,
// each with a build. Ends with 1 when a change survives, no longer fits the sources, or the tests fail without it.

type Outcome = 'noticed' | 'survived' | 'stale' | 'did not run'
interface Report {
  numPassedTests: number
  numFailedTests: number
}

const words = process.argv.slice(2).filter(each => !each.startsWith('--'))
const hasJourneys = process.argv.includes('--journeys')
const reportTo = process.argv.find(each => each.startsWith('--report='))?.slice('--report='.length)
const chosen = sabotages.filter(
  ({ breaks, journey }) => Boolean(journey) === hasJourneys && words.every(word => breaks.toLowerCase().includes(word)),
)
const copy = copyProject()
const report = join(copy, 'sabotage-report.json')

const outcomes = await tryAll()
const failed = outcomes.filter(outcome => outcome !== 'noticed').length
console.log(`\n${outcomes.length - failed} of ${outcomes.length} changes noticed`)
if (reportTo) {
  mkdirSync(dirname(reportTo), { recursive: true })
  writeFileSync(reportTo, JSON.stringify({ passed: outcomes.length - failed, failed, skipped: 0 }))
}
process.exit(failed > 0 || outcomes.length === 0 ? 1 : 0)

async function tryAll(): Promise<Outcome[]> {
  // What fails by itself notices nothing.
  const files = [...new Set(chosen.flatMap(({ noticedBy }) => noticedBy ?? []))].sort()
  const whole = files.length > 0 ? await vitest(files, []) : { numPassedTests: 0, numFailedTests: 0 }
  if (!whole || whole.numFailedTests > 0) {
    console.log('Without any change these tests fail already: see to that first.')
    return ['did not run']
  }
  const outcomes: Outcome[] = []
  for (const each of chosen) {
    const outcome = await tryOne(each)
    console.log(`${outcome.padEnd(11)} ${each.breaks}`)
    if (outcome !== 'noticed') for (const { file, find } of each.edits) console.log(`            ${file}: ${find}`)
    for (const line of staleness(copy, each)) console.log(`            ${line}`)
    outcomes.push(outcome)
  }
  return outcomes
}

async function tryOne(each: Sabotage): Promise<Outcome> {
  if (staleness(copy, each).length > 0) return 'stale'
  const undo = sabotage(copy, each.edits)
  try {
    const found = each.journey ? await journey(each.journey) : await vitest(each.noticedBy ?? [], ['--bail=1'])
    // A change after which nothing can even be loaded shows nothing about the tests.
    if (!found) return 'did not run'
    return found.numFailedTests > 0 ? 'noticed' : 'survived'
  } finally {
    undo()
  }
}

/** Runs test files in the copy; null when no test of theirs came to run. */
async function vitest(files: readonly string[], options: string[]): Promise<Report | null> {
  const args = ['run', ...files, ...options, '--reporter=json', `--outputFile=${report}`]
  rmSync(report, { force: true })
  await inCopy('node_modules/vitest/vitest.mjs', args)
  if (!existsSync(report)) return null
  const counts: Report = JSON.parse(readFileSync(report, 'utf8'))
  return counts.numPassedTests + counts.numFailedTests > 0 ? counts : null
}

async function journey({ spec, named }: { spec: string; named: string }): Promise<Report | null> {
  if ((await inCopy('bin/build.mjs', [])) !== 0) return null
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  rmSync(report, { force: true })
  await inCopy(
    'node_modules/@playwright/test/cli.js',
    ['test', spec, '-g', named, '--reporter=json', '--retries=0'],
    env,
  )
  if (!existsSync(report)) return null
  const { stats } = JSON.parse(readFileSync(report, 'utf8'))
  const counts = { numPassedTests: stats.expected, numFailedTests: stats.unexpected }
  return counts.numPassedTests + counts.numFailedTests > 0 ? counts : null
}

function inCopy(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return run(process.execPath, [join(copy, program), ...args], {
    cwd: copy,
    // The long form of a random test says no more about a change, and takes its time.
    env: { ...process.env, ...env, NODE_ENV: 'test', LONG_TESTS: '' },
    stdio: ['ignore', 'ignore', process.env.SABOTAGE_OUTPUT ? 'inherit' : 'ignore'],
  })
}
