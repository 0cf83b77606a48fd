import pg from 'pg'
import { SUPERUSER } from './cluster.ts'

export interface Server {
  port: number
  password: string
}

export const DATABASE = 'exchange'

export const connectionUrl = ({ port, password }: Server, database = DATABASE) =>
  `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

/** `ready` if the server of exactly this cluster answers on the port. */
export async function probe(
  server: Server,
  cluster: string,
  database = 'postgres',
): Promise<'ready' | 'other' | 'unreachable'> {
  try {
    const found = await ask(server, database, "SELECT current_setting('data_directory') AS folder")
    return found[0]?.folder === cluster ? 'ready' : 'other'
  } catch (error) {
    return (error as { code?: string }).code === '28P01' ? 'other' : 'unreachable'
  }
}

/** Makes the database at the first start, or at the second if the first was killed before this. */
export async function ensureDatabase(server: Server): Promise<void> {
  const found = await ask(server, 'postgres', `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`)
  if (found.length === 0) await ask(server, 'postgres', `CREATE DATABASE ${DATABASE}`)
}

async function ask(server: Server, database: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: connectionUrl(server, database),
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {}) // The failing call rejects as well.
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
