import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Account, canEnter } from './account.ts'

/**
 * Makes a folder that the account may enter, for the cluster of a database folder that it may not. Throwaway databases
 * go where temporary things go and are cleared away once their database folder is gone: tests delete just that.
 */
export async function placeElsewhere(folder: string, durable: boolean, account: Account): Promise<string> {
  const owner = await realpath(folder)
  const hash = createHash('sha256').update(owner).digest('hex').slice(0, 12)
  const parents = durable ? ['/var/lib', '/var/tmp', tmpdir()] : [tmpdir(), '/tmp', '/var/tmp']
  for (const parent of parents) {
    const place = join(parent, `${PREFIX}${hash}-${randomBytes(4).toString('hex')}`)
    try {
      if (!canEnter(parent, account)) continue
      await mkdir(place, { mode: 0o711 })
    } catch {
      continue // Missing or not writable: the next one may do.
    }
    await chmod(place, 0o711)
    if (!durable) {
      await writeFile(join(place, THROWAWAY_FILE), owner)
      await sweep(parent)
    }
    return place
  }
  throw new Error(
    `User ${account?.uid}, who runs the database, may not enter ${folder}, and none of ${parents.join(', ')} can be used instead`,
  )
}

/** Deletes the folder elsewhere that a link leads into, if it is one. */
export async function removeElsewhere(link: string): Promise<void> {
  const place = dirname(await readlink(link).catch(() => ''))
  if (basename(place).startsWith(PREFIX)) await removeFolder(place)
}

/** Also while an initdb or a server that outlived its parent still writes there. */
export const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

const PREFIX = 'exchange-postgres-'
const THROWAWAY_FILE = 'throwaway'

async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const owner = await readFile(join(parent, name, THROWAWAY_FILE), 'utf8').catch(() => null)
    if (owner && !existsSync(owner)) await removeFolder(join(parent, name)).catch(() => {})
  }
}
