// Builds the browser application and the server when their sources changed. `npm run build` always builds.
import { rmSync } from 'node:fs'
import { compressAssets } from './compress.mjs'
import { ensureInstalled } from './install.mjs'
import { withSetupLock } from './lock.mjs'
import { inRoot, isProgram, root, run, say } from './run.mjs'
import { compare, fingerprints, write } from './stamp.mjs'

const sources = [
  'src',
  'seed',
  'simulators',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'checks/site-map.ts',
  'checks/zones.ts',
  'bin/build.mjs',
  'bin/compress.mjs',
]
const stampFile = inRoot('dist/.stamp')

/** True when dist/ was built from the present sources. */
export const isBuilt = () => compare(stampFile, fingerprints(root, sources)) !== 'changed'

/** Builds when sources changed since the last build, or always with `force`. Throws when a build fails. */
export async function ensureBuilt(node, { force = false } = {}) {
  if (!force && isUpToDate()) return
  await withSetupLock(async () => {
    if (!force && isUpToDate()) return
    await build(node)
  })
}

function isUpToDate() {
  const prints = fingerprints(root, sources)
  const state = compare(stampFile, prints)
  if (state === 'touched') write(stampFile, prints)
  return state !== 'changed'
}

async function build(node) {
  const startedAt = Date.now()
  say('Building …')
  // Fingerprints from before the build: a source changed meanwhile makes the next start build again.
  const prints = fingerprints(root, sources)
  rmSync(stampFile, { force: true })
  // A browser build for production whatever the server's NODE_ENV is; the server reads NODE_ENV when it runs.
  const env = { ...process.env, NODE_ENV: 'production' }
  const vite = config =>
    run(node, [inRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--config', config], {
      env,
    })
  const codes = await Promise.all([
    vite('vite.config.ts').then(async code => {
      if (code === 0) await compressAssets(inRoot('dist/web'))
      return code
    }),
    vite('vite.server.config.ts'),
  ])
  if (codes.some(code => code !== 0)) throw new Error('The build failed.')
  write(stampFile, prints)
  say(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
}

if (isProgram(import.meta.url)) {
  try {
    await ensureBuilt(await ensureInstalled(), { force: !process.argv.includes('--if-changed') })
  } catch (error) {
    say(error.message)
    process.exitCode = 1
  }
}
