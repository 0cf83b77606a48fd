import { defineConfig } from 'vitest/config'

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
    env: { NODE_ENV: 'test', TZ: 'America/New_York' },
  },
})
