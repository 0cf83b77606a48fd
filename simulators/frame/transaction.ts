import type pg from 'pg'

/** Runs `act` in one transaction; what it throws undoes everything it wrote. */
export async function inTransaction<T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await act(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Creates a simulator's schema. Two processes may do so at once, and `if not exists` alone does not make that safe. */
export const createSchemaOnce = (pool: pg.Pool, schema: string, sql: string): Promise<void> =>
  inTransaction(pool, async client => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [schema])
    await client.query(sql)
  })
