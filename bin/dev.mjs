// `npm run dev`: rebuilds the browser application and restarts the server whenever a source changes.
import { existsSync, rmSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { inRoot, run } from './run.mjs'

const node = await ensureInstalled()
// What the watcher writes is a development build: the next `npm start` must build its own.
rmSync(inRoot('dist/.stamp'), { force: true })
const env = { ...process.env, NODE_ENV: 'development' }
const settings = existsSync(inRoot('.env')) ? ['--env-file=.env'] : []
const codes = await Promise.all([
  run(
    node,
    [inRoot('node_modules/vite/bin/vite.js'), 'build', '--watch', '--mode', 'development', '--logLevel', 'warn'],
    { env },
  ),
  run(node, [inRoot('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', ...settings, 'src/main.ts'], {
    env,
  }),
])
process.exitCode = Math.max(...codes)
