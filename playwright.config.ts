import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const fromSystem = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)
const executablePath = process.env.CHROMIUM_PATH ?? process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH ?? fromSystem

// Each worker starts a server of its own on the built application (see e2e/fixtures.ts).
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.tmp/e2e',
  fullyParallel: false,
  // A journey waits a third of its time, for a page to be drawn or an answer to come: three keep two cores busy.
  workers: 3,
  // On a busy machine a press may fall between two drawings of a page: npm test names what passed only at the second try.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.tmp/playwright.json' }]],
  // Pictures for the README are taken only when asked for: npm run screenshots.
  ...(!process.argv.some(argument => argument.includes('@screenshots')) && { grepInvert: /@screenshots/ }),
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Traces double the time of a test; ask for one with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
