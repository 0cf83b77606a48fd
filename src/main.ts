import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import pg from 'pg'
import { createApp } from './app.ts'
import { jobs } from './jobs.ts'
import { migrateDb, prepareSchemas } from './platform/db.ts'
import { keptSecret, readEnv } from './platform/env.ts'
import { openPages } from './platform/html.ts'
import { prepareJobs, startJobs } from './platform/jobs.ts'
import { openLive } from './platform/live.ts'
import { createLog } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { startEmbeddedPostgres } from './platform/postgres/supervisor.ts'
import { openRuntime } from './runtime.ts'
import { mailboxSimulator } from './simulators/mailbox/mailbox.ts'
import { stripeSimulator } from './simulators/stripe/simulator.ts'

// The process: configuration → database → migration → parts → jobs → listen → stop cleanly.

const stopWithinMs = 10_000
const appRoot = process.env.APP_ROOT ?? process.cwd()
const env = readEnv()
const log = createLog(env.LOG_LEVEL)

const embedded = env.DATABASE_URL
  ? null
  : await startEmbeddedPostgres({ folder: join(env.dataDir, 'postgres'), log: message => log.info({}, message) })
const databaseUrl = env.DATABASE_URL ?? embedded!.url
await migrateDb(databaseUrl, join(appRoot, 'drizzle'))

const server = createServer()
await new Promise<void>((resolve, reject) => {
  server.once('error', reject)
  server.listen(env.PORT, env.HOST, resolve)
})
const { port } = server.address() as AddressInfo

const simulatorPool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'exchange simulators' })
simulatorPool.on('error', error => log.warn({ err: error }, 'a simulator connection was lost'))
const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? keptSecret(env.dataDir, 'stripeWebhookSecret')
const mailbox = env.simulate.mail ? mailboxSimulator({ pool: simulatorPool }) : null
const stripe = env.simulate.stripe
  ? stripeSimulator({ pool: simulatorPool, publicUrl: env.publicUrl, webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`, webhookSecret })
  : null
await stripe?.start()
const smtpUrl = env.SMTP_URL ?? (await mailbox?.start())?.smtpUrl ?? 'smtp://127.0.0.1:25'

const runtime = await openRuntime({
  env: { ...env, STRIPE_WEBHOOK_SECRET: webhookSecret },
  databaseUrl,
  smtpUrl,
  log,
  isBackground: true,
  ...(stripe && { stripeAddress: { host: '127.0.0.1', port } }),
})
await runtime.jobs.start()
await prepareJobs(runtime.jobs, jobs)
await prepareSchemas(databaseUrl)
const live = await openLive(runtime, databaseUrl)

let isReady = false
const app = createApp({
  runtime,
  pages: openPages(join(appRoot, 'dist/web')),
  live,
  metrics: createMetrics(runtime, live.clientCount),
  simulators: [stripe?.app, mailbox?.app].filter((each): each is Hono => each !== undefined),
  isReady: () => isReady,
})
server.on('request', getRequestListener(app.fetch))
await startJobs(runtime, jobs)
isReady = true
log.info({ port }, 'ready')

let isStopping = false
/** Not ready, finish what is in flight, tell live streams to reconnect, finish jobs, close. Exits 0 within 10 s. */
async function stop() {
  if (isStopping) return
  isStopping = true
  isReady = false
  const deadline = setTimeout(() => process.exit(1), stopWithinMs)
  deadline.unref()
  const closed = new Promise(resolve => server.close(resolve))
  await live.stop()
  server.closeIdleConnections()
  await closed
  await stripe?.stop()
  await runtime.close()
  await mailbox?.stop()
  await simulatorPool.end()
  await embedded?.stop()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
