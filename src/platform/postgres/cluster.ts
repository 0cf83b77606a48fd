import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Account, asAccount, canEnter, chownTo, giveToAccount, ownerOf } from './account.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { placeElsewhere, removeElsewhere, removeFolder } from './elsewhere.ts'
import { programEnvironment } from './environment.ts'

export const SUPERUSER = 'exchange'

export interface Cluster {
  /** Real path of PostgreSQL's data directory. */
  folder: string
  password: string
  account: Account
  binaries: Binaries
}

interface Options {
  durable: boolean
  log: (message: string) => void
}

/**
 * Opens the cluster of a database folder, or makes it. It is built under another name and moved into place when it is
 * complete: an interrupted first start leaves nothing that looks like a database. The caller holds the folder's lock.
 *
 * The cluster is `folder/cluster`. Where root's unprivileged account may not go (root's home, a private temporary
 * folder), `folder/cluster` is a link to a folder below /var/lib that only that account may read: root's folders are
 * not opened to others for the sake of the database. The name there carries a random part, so that a data folder which
 * was deleted and made again never meets the old data.
 */
export async function openCluster(folder: string, options: Options): Promise<Cluster> {
  await removeUnfinished(folder)
  const found = await locateCluster(folder)
  if (found) {
    const account = ownerOf(found)
    if (!canEnter(found, account))
      throw new Error(`User ${account?.uid}, who runs the database, may not enter ${found}: open the folders above it`)
    return {
      folder: found,
      account,
      password: await readPassword(folder),
      binaries: await prepareBinaries(dirname(found), account),
    }
  }
  return makeCluster(folder, options)
}

/** Real path of the cluster, or null if there is none yet. Throws if it was kept elsewhere and is gone. */
export async function locateCluster(folder: string): Promise<string | null> {
  const path = join(folder, 'cluster')
  const entry = await lstat(path).catch(() => null)
  if (!entry) return null
  if (entry.isSymbolicLink() && !existsSync(path))
    throw new Error(
      `The data of ${folder} was kept in ${await readlink(path)}, which is gone. Restore a backup into an empty data folder.`,
    )
  return realpath(path)
}

export async function readPassword(folder: string): Promise<string> {
  try {
    return (await readFile(join(folder, 'password'), 'utf8')).trim()
  } catch (error) {
    throw new Error(`The database's password in ${folder} cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Deletes a database folder with all data, also what is kept elsewhere for it. No server may be running. */
export async function removeCluster(folder: string): Promise<void> {
  await removeUnfinished(folder)
  await removeElsewhere(join(folder, 'cluster'))
  await rm(folder, { recursive: true, force: true })
}

const NEXT_PREFIX = 'cluster.next-'

async function makeCluster(folder: string, { durable, log }: Options): Promise<Cluster> {
  // Unique, because an initdb that outlived its killed parent clears away its own folder when it fails.
  const next = join(folder, `${NEXT_PREFIX}${randomBytes(4).toString('hex')}`)
  await mkdir(next, { mode: 0o700 })
  let built = next
  const account = giveToAccount(next)
  if (!canEnter(next, account)) {
    await rm(next, { recursive: true })
    const away = await placeElsewhere(folder, durable, account)
    built = join(away, 'cluster')
    await symlink(built, next)
    await mkdir(built, { mode: 0o700 })
    chownTo(built, account)
    log(`User ${account?.uid}, who runs the database, may not enter ${folder}: the data is kept in ${built}`)
  }
  const password = randomBytes(24).toString('hex')
  await writeFile(join(folder, 'password'), `${password}\n`, { mode: 0o600, flush: durable })
  const binaries = await prepareBinaries(dirname(built), account)
  await initialise({ folder: built, account, password, binaries }, durable)
  const final = join(folder, 'cluster')
  await rename(next, final)
  if (durable) await syncFolder(folder)
  return { folder: await realpath(final), account, password, binaries }
}

async function initialise({ folder, account, password, binaries }: Cluster, durable: boolean): Promise<void> {
  const passwordFile = join(dirname(folder), `password.next-${basename(folder)}`)
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  chownTo(passwordFile, account)
  try {
    await run(binaries.initdb, account, folder, [
      `--pgdata=${folder}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The built-in provider orders and folds text the same way on every system and in every version of it.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function run(program: string, account: Account, cwd: string, args: string[]): Promise<void> {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: programEnvironment(),
    ...asAccount(account),
  })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0)
    throw new Error(`The database could not be set up (${code}):\n${output.trim().split('\n').slice(-10).join('\n')}`)
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('password.next-')) await rm(join(folder, name), { force: true })
    if (!name.startsWith(NEXT_PREFIX)) continue
    await removeElsewhere(join(folder, name))
    await removeFolder(join(folder, name))
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
