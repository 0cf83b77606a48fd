// npm run seed [-- --scale N]   Adds the demo venue, and with --scale N members with a year of bookings. Stop the server first.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { jobs } from '#jobs.ts'
import { openSignIns } from '#platform/db/roles.ts'
import { readEnv } from '#platform/env.ts'
import { prepareDatabase } from '#platform/jobs/prepare.ts'
import { prepareJobs } from '#platform/jobs/runner.ts'
import { createLog } from '#platform/log.ts'
import { startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { openRuntime } from '#runtime.ts'
import { seedDemo } from '#seed/demo.ts'
import { seedScale } from '#seed/scale.ts'

try {
  const { values } = parseArgs({ options: { scale: { type: 'string' } } })
  const members = values.scale === undefined ? 0 : Number(values.scale)
  if (!Number.isInteger(members) || members < 0 || members > 1_000_000)
    throw new Error('--scale takes a number of members, at most 1000000')
  const env = readEnv()
  if (env.isProduction) throw new Error('The demo venue has no place in production.')
  const log = createLog(env.LOG_LEVEL)
  const embedded = env.DATABASE_URL ? null : await startEmbeddedPostgres({ folder: join(env.dataDir, 'postgres') })
  const databaseUrl = env.DATABASE_URL ?? embedded!.url
  try {
    await prepareDatabase(databaseUrl, 'drizzle')
    const runtime = await openRuntime({
      env,
      signIns: await openSignIns(databaseUrl, env.secret),
      smtpUrl: 'smtp://127.0.0.1:25',
      log,
      isBackground: false,
    })
    try {
      await runtime.jobs.start()
      await prepareJobs(runtime.jobs, jobs)
      const signIns = await seedDemo(runtime, { databaseUrl, isSmall: env.SEED === 'small' })
      for (const { role, email, password } of signIns) console.log(`${role.padEnd(12)} ${email.padEnd(28)} ${password}`)
      if (members > 0) {
        const made = await seedScale(databaseUrl, members, runtime.clock.now())
        console.log(`${made.members} members, ${made.bookings} bookings`)
      }
    } finally {
      await runtime.close()
    }
  } finally {
    await embedded?.stop()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
