import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createRouterClient, type RouterClient } from '@orpc/server'
import type { Hono } from 'hono'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Router, router } from '#api.ts'
import { createApp } from '#app.ts'
import { jobs } from '#jobs.ts'
import { testClock } from '#platform/clock.ts'
import { surviveLostConnections } from '#platform/db.ts'
import { readEnv } from '#platform/env.ts'
import { openPages } from '#platform/html.ts'
import { drainJobs } from '#platform/jobs.ts'
import { openLive } from '#platform/live.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import type { Runtime } from '#platform/runtime.ts'
import { type Cause, type Tx, transact } from '#platform/work.ts'
import { openRuntime } from '#runtime.ts'
import { mailboxSimulator } from '#simulators/mailbox/mailbox.ts'
import { stripeSimulator } from '#simulators/stripe/simulator.ts'
import { createDatabase, templateName } from './database.ts'

export interface TestAppOptions {
  /** What the server's clock shows at first; it stands still until moved. Default Wednesday 18 Nov 2026, 10:00 in London. */
  now?: string
  env?: Record<string, string>
  /** A second server on the database of the first. */
  beside?: { databaseUrl: string; clock: ReturnType<typeof testClock>; runtime: Runtime }
}

export interface CallOptions {
  idempotencyKey?: string
  ipAddress?: string
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
export type Caller = RouterClient<Router>

/**
 * A whole server on a fresh copy of the database, listening on a loopback port, with its simulators. Jobs run when the
 * test says so (`runJobs`). Call it in `beforeAll` and `close` it in `afterAll`.
 */
export async function startTestApp(options: TestAppOptions = {}) {
  const databaseUrl =
    options.beside?.databaseUrl ??
    (await createDatabase(inject('postgresUrl'), `test_${randomBytes(6).toString('hex')}`, templateName))
  const dataDir = options.beside?.runtime.env.dataDir ?? (await mkdtemp(join(tmpdir(), 'exchange-data-')))
  const clock = options.beside?.clock ?? testClock(options.now ?? '2026-11-18T10:00:00Z')
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const webhookSecret = 'whsec_test_secret'
  const env = readEnv({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SIMULATORS: 'on',
    LOG_LEVEL: 'error',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    SECRET: 'a test secret that is long enough to be one',
    ...options.env,
  })
  const log = createLog(env.LOG_LEVEL)
  const simulatorPool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  surviveLostConnections(simulatorPool, log)
  const mailbox = mailboxSimulator({ pool: simulatorPool })
  const stripe = stripeSimulator({
    pool: simulatorPool,
    publicUrl: url,
    webhookUrl: `${url}/webhooks/stripe`,
    webhookSecret,
    now: clock.now,
  })
  await stripe.start()
  const { smtpUrl } = await mailbox.start()
  const runtime = await openRuntime({
    env,
    databaseUrl,
    smtpUrl,
    log,
    clock,
    isBackground: false,
    stripeAddress: { host: '127.0.0.1', port },
  })
  await runtime.jobs.start()
  const live = await openLive(runtime, databaseUrl)
  const app = createApp({
    runtime,
    pages: openPages(resolve('dist/web')),
    live,
    metrics: createMetrics(runtime, live.clientCount),
    simulators: [stripe.app, mailbox.app] as Hono[],
    isReady: () => true,
  })
  server.on('request', getRequestListener(app.fetch))

  const cause = (): Cause => ({
    actorId: null,
    isAudited: true,
    ipAddress: null,
    requestId: null,
    now: clock.now(),
  })
  return {
    url,
    databaseUrl,
    runtime,
    clock,
    db: runtime.db,
    /** The typed router as this person; `null` is a visitor. Rights are read anew on each call, as over HTTP. */
    as(person: { id: string } | null, call: CallOptions = {}): Caller {
      return createRouterClient(router, {
        context: () => ({
          runtime,
          request: {
            id: 'test',
            ipAddress: call.ipAddress ?? '127.0.0.1',
            userAgent: 'test',
            idempotencyKey: call.idempotencyKey ?? null,
          },
          findActor: () => (person ? runtime.loadActor(person.id) : Promise.resolve(null)),
        }),
      })
    },
    write: <T>(work: (tx: Tx) => Promise<T>) => transact(runtime, cause(), work),
    runJobs: () => drainJobs(runtime, jobs),
    /** The database as its owner, for looking and for tampering. */
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await simulatorPool.query<Row>(text, values)).rows
    },
    fetch: (path: string, init?: RequestInit) => fetch(new URL(path, url), init),
    async close() {
      await live.stop()
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      await stripe.stop()
      await runtime.close()
      await mailbox.stop()
      await simulatorPool.end()
      if (!options.beside) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same for a single test; closes itself. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options)
  onTestFinished(() => app.close())
  return app
}
