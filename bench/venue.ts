import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#platform/postgres/port.ts'
import { removeEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { serverFlags, serverSettings } from '../bin/server.mjs'
import { type Served, serve } from './processes.ts'

/** The built server on a data folder. */
export interface Venue extends Served {
  /** Its environment, for a second server on the same data. */
  env: Record<string, string>
}

/** Connections that both the server and its floor may use. */
export const poolSize = 20

/** Hands `work` a data folder that is deleted afterwards. */
export async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  try {
    return await work(dataDir)
  } finally {
    await removeEmbeddedPostgres(join(dataDir, 'postgres'))
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Starts the built server, with the simulators in place of payment and mail: empty, or as a demo, which makes the demo
 * venue at its first start. Without `databaseUrl` it runs its own database.
 */
export async function openVenue(dataDir: string, options: { databaseUrl?: string; isDemo: boolean }): Promise<Venue> {
  const port = await freePort()
  const env = {
    // Production has no simulators.
    NODE_ENV: 'development',
    SEED: options.isDemo ? 'on' : 'off',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl ?? '',
    DATABASE_POOL: String(poolSize),
    SIMULATORS: 'on',
    // A page that asks not to be found would lose points for it.
    SEARCH_ENGINES: 'on',
    LOG_LEVEL: 'info',
    // Measured is what a call costs, not when somebody is told to wait.
    CALLS_PER_MINUTE: '100000000',
  }
  const served = await serve([...serverFlags, 'dist/server/main.js'], {
    port,
    path: '/readyz',
    env: { ...serverSettings, ...env },
  })
  return { ...served, env }
}
