// `npm test`: sets itself up, builds, then runs checks, unit and API tests, and browser journeys. Every stage runs
// even when an earlier one failed; what failed is named at the end, and the last line is the sum. With --long the tests
// take their long form (LONG_TESTS=on), and every change of the list in test/sabotage must be noticed.
import { mkdirSync, rmSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { findChromium } from './chromium.mjs'
import {
  countStage,
  failuresOfChecks,
  failuresOfPlaywright,
  failuresOfVitest,
  fromChecks,
  fromPlaywright,
  fromVitest,
  line,
  namesOfFailures,
  secondTriesOfPlaywright,
  sum,
} from './counts.mjs'
import { ensureInstalled } from './install.mjs'
import { inRoot, run, say } from './run.mjs'

const failure = { passed: 0, failed: 1, skipped: 0 }

async function main() {
  const node = await ensureInstalled()
  const reports = {
    checks: inRoot('.tmp/checks.json'),
    vitest: inRoot('.tmp/vitest.json'),
    playwright: inRoot('.tmp/playwright.json'),
    sabotage: inRoot('.tmp/sabotage.json'),
  }
  mkdirSync(inRoot('.tmp'), { recursive: true })
  for (const file of Object.values(reports)) rmSync(file, { force: true })

  const isLong = process.argv.includes('--long')
  const isBuilt = await succeeds('build', () => ensureBuilt(node))
  const counts = isBuilt ? [] : [failure]
  // The tests' own NODE_ENV is `test`; one that was set for production would switch their safeguards off.
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    ...(isLong ? { LONG_TESTS: 'on' } : {}),
  }

  title('checks')
  const checked = await run(node, [inRoot('checks/run.mjs'), `--report=${reports.checks}`], { env })
  counts.push(countStage(reports.checks, fromChecks, checked))

  title('unit and API tests')
  const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`]
  const unit = await run(node, [inRoot('node_modules/vitest/vitest.mjs'), ...vitest], { env })
  counts.push(countStage(reports.vitest, fromVitest, unit))

  const sabotage = async (what, options, more = {}) => {
    title(what)
    rmSync(reports.sabotage, { force: true })
    const args = ['--import', 'tsx', inRoot('test/sabotage/run.ts'), ...options, `--report=${reports.sabotage}`]
    counts.push(countStage(reports.sabotage, fromChecks, await run(node, args, { env: { ...env, ...more } })))
  }
  if (isLong) await sabotage('sabotage', [])

  title('browser journeys')
  const chromium = isBuilt ? await findChromium(node) : null
  if (chromium) {
    const browserEnv = {
      ...env,
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright,
      PLAYWRIGHT_HTML_OPEN: 'never',
    }
    const playwright = ['test', '--reporter=list,json']
    const code = await run(node, [inRoot('node_modules/@playwright/test/cli.js'), ...playwright], {
      env: browserEnv,
    })
    counts.push(countStage(reports.playwright, fromPlaywright, code))
    if (isLong) await sabotage('sabotage of screens', ['--journeys'], { CHROMIUM_PATH: chromium })
  } else {
    counts.push(failure)
  }
  // The output is long and may be cut: what failed is named once more beside the sum.
  const failures = [
    ...namesOfFailures(reports.checks, failuresOfChecks),
    ...namesOfFailures(reports.vitest, failuresOfVitest),
    ...namesOfFailures(reports.playwright, failuresOfPlaywright),
  ]
  const again = namesOfFailures(reports.playwright, secondTriesOfPlaywright)
  if (again.length > 0) console.log(['', 'Passed only when tried again:', ...again.map(each => `  ${each}`)].join('\n'))
  // Nothing by name: it crashed, or something was thrown outside of any test.
  if (failures.length === 0 && sum(counts).failed > 0) failures.push('a stage that ended badly: see above')
  if (failures.length > 0) console.log(['', 'Failed:', ...failures.map(each => `  ${each}`)].join('\n'))
  return sum(counts)
}

async function succeeds(what, work) {
  title(what)
  try {
    await work()
    return true
  } catch (error) {
    say(error.message)
    return false
  }
}

const title = text => console.log(`\n── ${text} ──`)

const total = await main().catch(error => {
  say(error.message)
  return failure
})
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${line(total)}`)
