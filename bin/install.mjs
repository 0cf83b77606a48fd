// Brings node_modules to what package-lock.json says, when it is not there yet.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { withSetupLock } from './lock.mjs'
import { ask, inRoot, isProgram, run, say } from './run.mjs'
import { adopt, fetchNode, findNode } from './runtime.mjs'

const stampFile = inRoot('node_modules/.exchange/installed')

/**
 * Installs when needed and returns the path of a Node that runs the product. Costs a few milliseconds and no network
 * when everything is there. Throws when the installation fails.
 */
export async function ensureInstalled() {
  const node = arePackagesThere() && findNode()
  if (node) return node
  return withSetupLock(install)
}

/** The command that runs npm: the one that started us, so that its own Node and settings are used. */
export function npmCommand() {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('npm-cli.js') && existsSync(cli) && existsSync(process.execPath)) return [process.execPath, cli]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/** True when every package that the lock file demands is recorded in node_modules with the same version. */
export function matchesLock(locked, installed) {
  return Object.entries(locked.packages).every(
    ([path, entry]) =>
      path === '' || entry.link || entry.optional || installed.packages[path]?.version === entry.version,
  )
}

function arePackagesThere() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return true
  // Installed by hand (`npm ci`, an image, a cache): nothing to do, and perhaps no network to do it with.
  const record = inRoot('node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  if (!matchesLock(readJson(inRoot('package-lock.json')), readJson(record))) return false
  writeStamp()
  return true
}

async function install() {
  const areThere = arePackagesThere()
  const isOwnNodeOld = Number(process.versions.node.split('.')[0]) < 24
  const isNodeMissing = isOwnNodeOld && !(areThere && findNode())
  const npm = npmCommand()
  const [fetched] = await Promise.all([isNodeMissing ? fetchNode(npm) : null, areThere ? null : installPackages(npm)])
  if (fetched) await adopt(fetched)
  const node = findNode()
  if (!node || (await ask(node, ['--version'])).code !== 0) {
    throw new Error('Node from npm does not run on this machine. Install Node 24 or newer and start again.')
  }
  writeStamp()
  return node
}

async function installPackages(npm) {
  say('Installing packages …')
  // Only the node binary needs an install script, and runtime.mjs does that part: none is run, whatever npm's own
  // policy on them. Without them npm 10, 11 and 12 do the same. Development packages are needed to build.
  const policy = ['--include=dev', '--include=optional', '--ignore-scripts', '--prefer-offline']
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const npmRuns = command => run(npm[0], [...npm.slice(1), ...command, ...policy, ...quiet])
  // A registry that lacks some of what the lock file names for other platforms makes `npm ci` refuse altogether, which
  // `npm install` takes in its stride; both bring the locked versions and neither writes the lock file.
  const code = (await npmRuns(['ci'])) && (await npmRuns(['install', '--no-save']))
  if (code !== 0) throw new Error(`The packages could not be installed (${code}). Is the network there?`)
}

function stamp() {
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch}\n`
}

function writeStamp() {
  mkdirSync(inRoot('node_modules/.exchange'), { recursive: true })
  writeFileSync(stampFile, stamp())
}

const readJson = path => JSON.parse(readFileSync(path, 'utf8'))

if (isProgram(import.meta.url)) await ensureInstalled()
