// Finds a Chromium for the browser journeys, or fetches one.
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ask, inRoot, run, say } from './run.mjs'

// The shell without a window first: the journeys take two thirds of the time with it.
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Path of a Chromium that runs, or null with an explanation on stderr. In order: what the environment names, the
 * system's, Playwright's own (fetched when missing), the system's package manager when we are root.
 */
export async function findChromium(node) {
  const named = process.env.CHROMIUM_PATH || process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH
  if (named) return named
  const present = (await firstThatRuns([...onPath(), ...applications])) ?? (await playwrights())
  if (present) return present
  say('No Chromium on this machine: fetching the one of Playwright.')
  await run(node, [inRoot('node_modules/playwright/cli.js'), 'install', 'chromium'])
  const fetched = await playwrights()
  if (fetched) return fetched
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Trying the package manager.')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })
      const packaged = await firstThatRuns(onPath())
      if (packaged) return packaged
    }
  }
  say('No Chromium: the browser journeys cannot run. Install one, or name it in CHROMIUM_PATH.')
  return null
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap(name => folders.map(folder => join(folder, name)))
}

// Asking for the version shows that its libraries are there; some systems have a stub that only says where to get it.
async function firstThatRuns(paths) {
  for (const path of paths) {
    if (existsSync(path) && (await ask(realpathSync(path), ['--version'])).code === 0) return path
  }
  return null
}

async function playwrights() {
  const { chromium } = await import(pathToFileURL(inRoot('node_modules/playwright/index.mjs')).href)
  return firstThatRuns([chromium.executablePath()].filter(Boolean))
}
