import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// In a new clone nothing is known of how long each file takes, and the largest go first: this one is short to read and
// takes as long as fifty others, so that last it would leave the other worker idle.
const longest = 'src/features/money/reconciliation/year.test.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [first, others] = [true, false].map(isFirst =>
      files.filter(({ moduleId }) => moduleId.endsWith(longest) === isFirst),
    )
    return [...first!, ...(await super.sort(others!))]
  }
}

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'test/**/*.test.{ts,tsx}',
      'checks/**/*.test.{ts,tsx}',
      'seed/**/*.test.{ts,tsx}',
      'simulators/**/*.test.{ts,tsx}',
    ],
    globalSetup: ['test/database.ts'],
    setupFiles: ['test/strict.ts'],
    // Hashing and several servers on two cores take their time; no test depends on a duration.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    env: { NODE_ENV: 'test', TZ: 'America/New_York' },
  },
})
