import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#platform/env.ts'
import { findRunning, startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'

interface Target {
  /** Connection of the tables' owner. */
  url: string
  close(): Promise<void>
}

const nothingToClose = async () => {}

/** The venue's database to read: the configured one, the one the running application has, or the embedded one. */
export async function openToRead(env: Env): Promise<Target> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, close: nothingToClose }
  const folder = embeddedFolder(env)
  if (!existsSync(join(folder, 'cluster'))) throw new Error(`There is no database in ${folder} yet`)
  const url = await findRunning(folder)
  return url ? { url, close: nothingToClose } : startEmbedded(folder)
}

/** The venue's database to replace: never the one of a running application, whose folder lock refuses. */
export async function openToReplace(env: Env): Promise<Target> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, close: nothingToClose }
  return startEmbedded(embeddedFolder(env))
}

const embeddedFolder = (env: Env) => join(env.dataDir, 'postgres')

async function startEmbedded(folder: string): Promise<Target> {
  const { url, stop } = await startEmbeddedPostgres({
    folder,
    log: message => void process.stderr.write(`${message}\n`),
  })
  return { url, close: stop }
}
