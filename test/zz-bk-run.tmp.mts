import { join } from 'node:path'
import pg from 'pg'
import { drizzle } from 'drizzle-orm/node-postgres'
import { startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { person } from './people.ts'
import { giveTokens } from './bookings.ts'
import { installFacilities } from '#features/facilities/model.ts'
import { openJobs } from '#platform/jobs.ts'
import { transact } from '#platform/work.ts'
const embedded = await startEmbeddedPostgres({ folder: join('/tmp/bk-data', 'postgres'), durable: false, maxConnections: 80 })
process.env.DATABASE_URL = embedded.url
process.env.SIMULATORS = 'on'
await import('#main.ts')
const pool = new pg.Pool({ connectionString: embedded.url })
const db = drizzle(pool, { casing: 'snake_case' })
const jobs = openJobs(embedded.url, { isBackground: false, onError: () => {} })
await jobs.start()
const app: any = { db, clock: { now: () => new Date() }, write: (w: any) => transact({ db: db as any, jobs, refusals: {} }, { actorId: null, isAudited: true, ipAddress: null, requestId: null, now: new Date() }, w) }
if ((await pool.query(`select 1 from "user" where email = 'ada@people.example'`)).rows.length === 0) {
  await app.write(installFacilities)
  await pool.query(`update booking_types set token_available_days = '{monday,tuesday,wednesday}' where slug = 'photo_studio'`)
  const password = 'Kiln-Orchard-Seven7'
  const ada = await person(app, { firstName: 'Ada', lastName: 'Okafor', email: 'ada@people.example', password, tier: 'creator' })
  await giveTokens(app, ada, 62)
  await person(app, { firstName: 'Eve', lastName: 'Free', email: 'eve@people.example', password, tier: 'explorer' })
  await person(app, { firstName: 'Bo', lastName: 'Boss', email: 'boss@people.example', password, roles: ['admin'], tier: 'creator' })
  console.log('people ready')
}
console.log('SETUP DONE')
