// `npm run lock`: completes package-lock.json after packages were added or updated.
//
// A registry that holds only some platforms' builds of a package makes npm leave the others out of the lock file, and
// npm 11 then refuses `npm ci` for it ("Missing: … from lock file"). An entry without a checksum is enough: machines of
// other platforms skip it, machines of that platform fetch it.
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot, isProgram } from './run.mjs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

/** Optional packages that the lock file names but does not describe: `{ path, version, by }`. */
export function undescribed(lock) {
  const { packages } = lock
  return Object.entries(packages).flatMap(([by, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isDescribed(packages, by, name))
      .map(([name, version]) => ({ path: `node_modules/${name}`, version, by })),
  )
}

/** Describes every such package; throws for one whose name does not say its platform. */
export function complete(lock) {
  const added = Object.fromEntries(undescribed(lock).map(item => [item.path, platformEntry(lock, item)]))
  const packages = Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(packages) }
}

function platformEntry(lock, { path, version, by }) {
  const words = path.split('/').at(-1).split('-')
  const os = systems.filter(name => words.includes(name))
  const cpu = processors.filter(name => words.includes(name))
  if (os.length === 0 || !/^\d/.test(version)) throw new Error(`${path}@${version} of ${by} must be locked by hand.`)
  const libc = words.some(word => word.startsWith('musl'))
    ? { libc: ['musl'] }
    : words.some(word => word.startsWith('gnu')) && os[0] === 'linux'
      ? { libc: ['glibc'] }
      : {}
  const dev = lock.packages[by].dev ? { dev: true } : {}
  return { version, ...(cpu.length > 0 ? { cpu } : {}), ...dev, ...libc, optional: true, os }
}

function isDescribed(packages, by, name) {
  for (let from = by; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (packages[`${from ? `${from}/` : ''}node_modules/${name}`]) return true
    if (from === '') return false
  }
}

if (isProgram(import.meta.url)) {
  const file = inRoot('package-lock.json')
  writeFileSync(file, `${JSON.stringify(complete(JSON.parse(readFileSync(file, 'utf8'))), null, 2)}\n`)
}
