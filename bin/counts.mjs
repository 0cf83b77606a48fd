// Reads what the test runners wrote down and adds it up.
import { existsSync, readFileSync } from 'node:fs'

const none = { passed: 0, failed: 0, skipped: 0 }

/** Counts of a Vitest JSON report. */
export const fromVitest = report => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** Counts of a Playwright JSON report; a test that passed only on a retry counts as passed. */
export const fromPlaywright = report => ({
  passed: report.stats.expected + report.stats.flaky,
  failed: report.stats.unexpected,
  skipped: report.stats.skipped,
})

/** Counts of the report of checks/run.mjs, which are counts already. */
export const fromChecks = ({ passed, failed, skipped }) => ({ passed, failed, skipped })

/**
 * Counts of one stage from its report file. A stage that ended badly without naming a failed test (it crashed, found
 * no tests, a file could not be loaded) or that left no report is one failure.
 */
export function countStage(file, read, exitCode) {
  if (!existsSync(file)) return { ...none, failed: 1 }
  const counts = read(JSON.parse(readFileSync(file, 'utf8')))
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Names of what failed in a Vitest JSON report; a file that could not be loaded is named itself. */
export const failuresOfVitest = report =>
  report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter(each => each.status === 'failed').map(each => `${name} › ${each.fullName}`)
    return failed.length === 0 && status === 'failed' ? [name] : failed
  })

/** Names of the journeys of a Playwright JSON report for which `is` holds. */
const namesInPlaywright = is => report => {
  const inSuite = (suite, above) => {
    const path = [...above, suite.title].filter(Boolean)
    const own = (suite.specs ?? []).filter(is).map(({ title }) => [...path, title].join(' › '))
    return [...own, ...(suite.suites ?? []).flatMap(each => inSuite(each, path))]
  }
  return report.suites.flatMap(each => inSuite(each, []))
}

/** Names of what failed in a Playwright JSON report. */
export const failuresOfPlaywright = namesInPlaywright(({ ok }) => !ok)

/** Names of what passed only when it was tried again: a race that somebody should look for. */
export const secondTriesOfPlaywright = namesInPlaywright(({ tests = [] }) =>
  tests.some(each => each.status === 'flaky'),
)

/** Names of the checks that found something. */
export const failuresOfChecks = ({ outcomes = [] }) =>
  outcomes.filter(({ findings }) => findings.length > 0).map(({ name }) => name)

/** What a stage's report says has failed, by name; nothing when it left none. */
export const namesOfFailures = (file, read) => (existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : [])

/** Sum of several counts. */
export const sum = all =>
  all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    none,
  )

/** The last line of `npm test`. */
export const line = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
