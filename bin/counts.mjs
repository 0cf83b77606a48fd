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

/** Sum of several counts. */
export const sum = all =>
  all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    none,
  )

/** The last line of `npm test`. */
export const line = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
