import { sql } from 'drizzle-orm'
import { notFound } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'

export const debug = {
  /**
   * What the server runs on, for whoever looks for a fault: versions, and what is simulated or configured. No key, address or
   * person. NOT_FOUND in production (NAV-10, DBG-01, decision 9). One statement.
   */
  server: forAdmin
    .route({ method: 'GET', summary: 'What the server runs on' })
    .handler(async ({ context: { db, now, runtime } }) => {
      const { env } = runtime
      if (env.isProduction) throw notFound()
      const { rows } = await db.execute<{ version: string }>(sql`select current_setting('server_version') as version`)
      return {
        now,
        node: process.version,
        postgres: rows[0]!.version,
        runningSeconds: Math.round(process.uptime()),
        memoryMb: Math.round(process.memoryUsage().rss / 1_048_576),
        payments: env.simulate.stripe ? ('simulated' as const) : ('real' as const),
        mail: env.simulate.mail ? ('simulated' as const) : ('real' as const),
        files: env.S3_BUCKET ? ('bucket' as const) : ('disk' as const),
        hasOwnDatabase: env.DATABASE_URL === undefined,
      }
    }),
}
