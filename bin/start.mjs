// `npm start`: installs when needed, builds when sources changed, then becomes the server.
import { existsSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { become, inRoot, say } from './run.mjs'
import { serverFlags, serverSettings } from './server.mjs'

try {
  const node = await ensureInstalled()
  await ensureBuilt(node)
  // Compiled code of the packages is kept between starts; a loaded machine reads and compiles less.
  const env = { NODE_COMPILE_CACHE: inRoot('node_modules/.exchange/compiled'), ...serverSettings, ...process.env }
  // What stands in .env yields to the environment itself.
  const settings = existsSync(inRoot('.env')) ? [`--env-file=${inRoot('.env')}`] : []
  const flags = [...serverFlags, ...settings]
  await become(node, [...flags, inRoot('dist/server/main.js'), ...process.argv.slice(2)], env)
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
