import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { type AppParts, createApp } from './app.ts'
import { installFirstTexts } from './features/home/landing/model.ts'
import { installFirstCatalogue } from './features/membership/tiers/model.ts'
import { inviteFirstAdmin } from './features/people/members/model.ts'
import { installFirstFacilities } from './features/spaces/facilities/model.ts'
import { jobs } from './jobs.ts'
import { surviveLostConnections } from './platform/db/pool.ts'
import { openSignIns } from './platform/db/roles.ts'
import { keptSecret, readEnv } from './platform/env.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { openPages } from './platform/http/pages.ts'
import { prepareDatabase } from './platform/jobs/prepare.ts'
import { prepareJobs, startJobs } from './platform/jobs/runner.ts'
import { openLive } from './platform/live/stream.ts'
import { consoleToLog, createLog } from './platform/log.ts'
import { startEmbeddedPostgres } from './platform/postgres/supervisor.ts'
import { openRuntime } from './runtime.ts'

// The process: configuration → database → migration → parts → jobs → listen → stop cleanly.

const stopWithinMs = 10_000
const env = orExit(() => readEnv())
const log = createLog(env.LOG_LEVEL)
consoleToLog(log)
const appRoot = process.cwd()

/** What has been opened, in order; closed in reverse. */
const closing: (() => Promise<unknown>)[] = []
/** Answers that have not ended yet. */
const underway = new Set<ServerResponse>()
let isReady = false
let isStopping = false
process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))

try {
  await start()
} catch (error) {
  log.fatal({ err: error }, 'the server could not start')
  await stop(1)
}

async function start(): Promise<void> {
  let databaseUrl = env.DATABASE_URL
  if (!databaseUrl) {
    const embedded = await startEmbeddedPostgres({
      folder: join(env.dataDir, 'postgres'),
      log: message => log.info({}, message),
    })
    closing.push(() => embedded.stop())
    databaseUrl = embedded.url
  }
  await prepareDatabase(databaseUrl, join(appRoot, 'drizzle'))

  // Listening comes early because the payment simulator calls back over HTTP; until all is there, everything is 503.
  let handle: RequestListener = (_, response) => response.writeHead(503, { 'retry-after': '1' }).end('starting')
  const server = createServer((request, response) => {
    underway.add(response)
    response.once('close', () => underway.delete(response))
    if (isStopping) sendAway(response)
    handle(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.PORT, env.HOST, resolve)
  })
  const { port } = server.address() as AddressInfo

  const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? keptSecret(env.dataDir, 'stripeWebhookSecret')
  const shop = env.simulate.shopify ? simulatedShop() : {}
  const simulators = await openSimulators(databaseUrl, port, webhookSecret)
  const runtime = await openRuntime({
    env: { ...env, STRIPE_WEBHOOK_SECRET: webhookSecret, ...shop },
    signIns: await openSignIns(databaseUrl, env.secret),
    smtpUrl: env.SMTP_URL ?? simulators.smtpUrl ?? 'smtp://127.0.0.1:25',
    log,
    isBackground: true,
    ...(env.simulate.stripe && { stripeAddress: { host: '127.0.0.1', port } }),
    ...(env.simulate.shopify && { shopifyOrigin: `http://127.0.0.1:${port}/dev/shopify` }),
  })
  closing.push(() => runtime.close())
  await runtime.jobs.start()
  await prepareJobs(runtime.jobs, jobs)
  await installFirstCatalogue(runtime)
  await installFirstFacilities(runtime)
  await installFirstTexts(runtime)
  await inviteFirstAdmin(runtime)
  const live = await openLive(runtime)

  const app = createApp({
    runtime,
    pages: openPages(join(appRoot, 'dist/web')),
    live,
    metrics: createMetrics(runtime, live.clientCount),
    simulators: simulators.apps,
    isReady: () => isReady,
  })
  handle = getRequestListener(app.fetch)
  // What is in flight is finished; live streams are told to connect again, which another process answers.
  closing.push(async () => {
    const closed = new Promise(resolve => server.close(resolve))
    await live.stop()
    server.closeIdleConnections()
    await closed
  })
  await startJobs(runtime, jobs)
  const hasDemo = env.SEED !== 'off' && !env.isProduction && env.NODE_ENV !== 'test'
  const demo = hasDemo ? await import('#seed/first-start.ts') : null
  if (await demo?.isUntouched(runtime)) {
    const { seedDemo } = await import('#seed/demo.ts')
    await seedDemo(runtime, { databaseUrl, isSmall: env.SEED === 'small' })
  }
  isReady = true
  log.info({ port }, 'ready')
  if (demo) welcome(await demo.demoSignIns(env.dataDir))
}

/** What stands in for payment, store and mail. Their code is loaded only when they are on, as is that of the demo venue. */
async function openSimulators(databaseUrl: string, port: number, webhookSecret: string) {
  const apps: AppParts['simulators'] = []
  let smtpUrl: string | undefined
  if (!Object.values(env.simulate).includes(true)) return { apps, smtpUrl }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'exchange simulators' })
  surviveLostConnections(pool, log)
  closing.push(() => pool.end())
  if (env.simulate.stripe) {
    const { stripeSimulator } = await import('#simulators/stripe/simulator.ts')
    const webhookUrl = `http://127.0.0.1:${port}/webhooks/stripe`
    const stripe = stripeSimulator({ pool, publicUrl: env.publicUrl, webhookUrl, webhookSecret })
    await stripe.start()
    closing.push(() => stripe.stop())
    apps.push({ name: 'stripe', app: stripe.app })
  }
  if (env.simulate.shopify) {
    const { shopifySimulator } = await import('#simulators/shopify/simulator.ts')
    const { SHOPIFY_STOREFRONT_TOKEN: storefrontToken, SHOPIFY_ADMIN_TOKEN: adminToken } = simulatedShop()
    const { SHOPIFY_WEBHOOK_SECRET: webhookSecret } = simulatedShop()
    const webhookUrl = `http://127.0.0.1:${port}/webhooks/shopify`
    const tokens = { storefrontToken, adminToken, webhookSecret }
    const shopify = shopifySimulator({ pool, publicUrl: env.publicUrl, webhookUrl, ...tokens })
    await shopify.start()
    closing.push(() => shopify.stop())
    apps.push({ name: 'shopify', app: shopify.app })
  }
  if (env.simulate.mail) {
    const { mailboxSimulator } = await import('#simulators/mailbox/mailbox.ts')
    const mailbox = mailboxSimulator({ pool })
    smtpUrl = (await mailbox.start()).smtpUrl
    closing.push(() => mailbox.stop())
    apps.push({ name: 'mailbox', app: mailbox.app })
  }
  return { apps, smtpUrl }
}

/** What lets the house into the simulated shop, and signs what comes from there: made once, like other secrets. */
function simulatedShop() {
  return {
    SHOPIFY_STOREFRONT_TOKEN: keptSecret(env.dataDir, 'shopifyStorefrontToken'),
    SHOPIFY_ADMIN_TOKEN: keptSecret(env.dataDir, 'shopifyAdminToken'),
    SHOPIFY_WEBHOOK_SECRET: keptSecret(env.dataDir, 'shopifyWebhookSecret'),
  }
}

/** For people who look at the terminal: where to go and whom to sign in as. */
function welcome(people: { role: string; email: string; password: string }[]): void {
  const width = Math.max(0, ...people.map(({ email }) => email.length))
  const lines = people.map(({ role, email, password }) => `  ${role.padEnd(11)} ${email.padEnd(width)}  ${password}`)
  process.stdout.write(
    `\nExchange is ready: ${env.publicUrl}\n${lines.length > 0 ? `\nSign in at /auth as\n${lines.join('\n')}\n` : ''}\n`,
  )
}

/** Not ready any more, then everything closes in reverse order. Ends the process within 10 s. */
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  isReady = false
  for (const response of underway) sendAway(response)
  setTimeout(() => process.exit(1), stopWithinMs).unref()
  for (const close of closing.reverse()) await close().catch(error => log.error({ err: error }, 'while stopping'))
  process.exit(code)
}

/** A connection that is kept alive would go on asking a server that is leaving. */
function sendAway(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}
