import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { createRouterClient, type RouterClient } from '@orpc/server'
import pg from 'pg'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { type Router, router } from '#api.ts'
import { type AppParts, createApp, mountsOf } from '#app.ts'
import { jobs } from '#jobs.ts'
import { testClock } from '#platform/clock.ts'
import { surviveLostConnections } from '#platform/db/pool.ts'
import { openSignIns } from '#platform/db/roles.ts'
import { type Cause, type Tx, transact } from '#platform/db/transaction.ts'
import { readEnv } from '#platform/env.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { openPages } from '#platform/http/pages.ts'
import { drainJobs } from '#platform/jobs/runner.ts'
import { openLive } from '#platform/live/stream.ts'
import { createLog } from '#platform/log.ts'
import { proceduresOf } from '#platform/rpc/router.ts'
import { termsOf } from '#platform/rpc/terms.ts'
import type { Runtime } from '#platform/runtime.ts'
import { openRuntime } from '#runtime.ts'
import { callerAs } from '#seed/caller.ts'
import { mailboxSimulator } from '#simulators/mailbox/mailbox.ts'
import { shopifySimulator } from '#simulators/shopify/simulator.ts'
import { stripeSimulator } from '#simulators/stripe/simulator.ts'
import { openSession } from './browser.ts'
import { createDatabase, templateName } from './database.ts'
import { counted, underCount } from './statements.ts'

export interface TestAppOptions {
  /** What the server's clock shows at first; it stands still until moved. Default Wednesday 18 Nov 2026, 10:00 in London. */
  now?: string
  env?: Record<string, string>
  /** A second server on the database of the first. */
  beside?: { databaseUrl: string; clock: ReturnType<typeof testClock>; runtime: Runtime }
}

export interface CallOptions {
  /** Calls that spend have one of their own unless it is given; null: none. */
  idempotencyKey?: string | null
  ipAddress?: string
}

export type TestApp = Omit<StartedApp, 'close'>
export type Caller = RouterClient<Router>

/**
 * One server for all tests of a file: `const app = sharedTestApp()` at its top. It is up before the file's own
 * `beforeAll` runs and goes down after the last `afterAll`.
 */
export function sharedTestApp(options: TestAppOptions = {}): TestApp {
  let started: StartedApp | undefined
  const app = () => {
    if (!started) throw new Error('The test app is up only while hooks and tests run: use it inside them.')
    return started
  }
  beforeAll(async () => {
    started = await startTestApp(options)
  })
  afterAll(() => started?.close())
  return {
    get url() {
      return app().url
    },
    get databaseUrl() {
      return app().databaseUrl
    },
    get runtime() {
      return app().runtime
    },
    get clock() {
      return app().clock
    },
    get db() {
      return app().db
    },
    get mounts() {
      return app().mounts
    },
    as: (person, call) => app().as(person, call),
    overHttp: (person, call) => app().overHttp(person, call),
    write: work => app().write(work),
    settled: () => app().settled(),
    runJobs: () => app().runJobs(),
    sql: (text, values) => app().sql(text, values),
    fetch: (path, init) => app().fetch(path, init),
  }
}

/** A server for one test alone; closes itself. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options)
  onTestFinished(() => app.close())
  return app
}

type StartedApp = Awaited<ReturnType<typeof startTestApp>>

/**
 * A whole server on a fresh copy of the database, listening on a loopback port, with its simulators. Jobs run when the
 * test says so (`runJobs`).
 */
async function startTestApp(options: TestAppOptions = {}) {
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
    // Tests call faster than people do; those of the limits say so.
    CALLS_PER_MINUTE: '1000000',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    SHOPIFY_STOREFRONT_TOKEN: 'storefront_test',
    SHOPIFY_ADMIN_TOKEN: 'shpat_test',
    SHOPIFY_WEBHOOK_SECRET: 'shpss_test',
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
    passesTime: false,
  })
  await stripe.start()
  const shopify = shopifySimulator({
    pool: simulatorPool,
    publicUrl: url,
    webhookUrl: `${url}/webhooks/shopify`,
    webhookSecret: 'shpss_test',
    storefrontToken: 'storefront_test',
    adminToken: 'shpat_test',
    now: clock.now,
  })
  await shopify.start()
  const { smtpUrl } = await mailbox.start()
  const runtime = await openRuntime({
    env,
    signIns: await openSignIns(databaseUrl, env.secret),
    smtpUrl,
    log,
    clock,
    isBackground: false,
    stripeAddress: { host: '127.0.0.1', port },
    shopifyOrigin: `${url}/dev/shopify`,
  })
  await runtime.jobs.start()
  const live = await openLive(runtime)
  const parts: AppParts = {
    runtime,
    pages: openPages(resolve('dist/web')),
    live,
    metrics: createMetrics(runtime, live.clientCount),
    simulators: [
      { name: 'stripe', app: stripe.app },
      { name: 'shopify', app: shopify.app },
      { name: 'mailbox', app: mailbox.app },
    ],
    isReady: () => true,
  }
  const app = createApp(parts)
  server.on(
    'request',
    getRequestListener((request, env) => underCount(request.headers, () => app.fetch(request, env))),
  )

  const ear = await openEar(runtime, databaseUrl)
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
    /** Every way into the server. */
    mounts: mountsOf(parts),
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
          identify: async () => person && callerAs(runtime, person.id),
        }),
        interceptors: [
          ({ next, path, context, ...rest }) => {
            const request = { ...context.request, idempotencyKey: keyOf(call, path) }
            return next({ ...rest, path, context: { ...context, request } })
          },
        ],
      })
    },
    /** The same over HTTP, with a session of this person, as the browser sends it: what stands before the router runs too. */
    async overHttp(person: { id: string } | null, call: Omit<CallOptions, 'ipAddress'> = {}): Promise<Caller> {
      const cookie = person && (await openSession(runtime, person.id))
      return createORPCClient(
        new RPCLink({
          url: `${url}/rpc`,
          headers: (_, path) => {
            const key = keyOf(call, path)
            return { ...(cookie && { cookie }), ...(key && { 'idempotency-key': key }) }
          },
          fetch: (request, init) => fetch(request, { ...init, headers: counted(request.headers) }),
        }),
      )
    },
    write: <T>(work: (tx: Tx) => Promise<T>) => transact(runtime, cause(), work),
    settled: () => hasBeenHeard(simulatorPool, databaseUrl),
    async runJobs() {
      for (let done = 0; ; ) {
        // Only where something waits: to ask each kind for itself takes longer than most jobs.
        const { rows } = await simulatorPool.query<{ name: string }>(
          `select distinct name from pgboss.job where state in ('created', 'retry') and start_after <= now()`,
        )
        const now = await drainJobs(
          runtime,
          jobs.filter(job => rows.some(({ name }) => name === job.name)),
        )
        if (now === 0) return done
        done += now
      }
    },
    /** The database as its owner, for looking and for tampering. */
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const { rows } = await simulatorPool.query<Row>(text, values)
      if (!/^\s*select\b/i.test(text)) await hasBeenHeard(simulatorPool, databaseUrl)
      return rows
    },
    fetch: (path: string, init?: RequestInit) =>
      fetch(new URL(path, url), { ...init, headers: counted(init?.headers) }),
    async close() {
      ears.delete(ear)
      await live.stop()
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      await stripe.stop()
      await shopify.stop()
      await runtime.close()
      await mailbox.stop()
      await simulatorPool.end()
      if (!options.beside) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const spending = new Set(
  proceduresOf(router).flatMap(({ path, procedure }) => (termsOf(procedure).spends ? [path.join('.')] : [])),
)
const keyOf = ({ idempotencyKey }: CallOptions, path: readonly string[]) =>
  idempotencyKey === undefined && spending.has(path.join('.')) ? randomUUID() : (idempotencyKey ?? null)

/** Servers that run now, each with what it waits to hear. */
const ears = new Set<Ear>()

interface Ear {
  databaseUrl: string
  awaited: Map<string, () => void>
}

async function openEar(runtime: Runtime, databaseUrl: string): Promise<Ear> {
  const ear: Ear = { databaseUrl, awaited: new Map() }
  const lost = () => {
    for (const heard of ear.awaited.values()) heard()
  }
  await runtime.listener.on('exchange_test', token => ear.awaited.get(token)?.(), lost)
  ears.add(ear)
  return ear
}

/** Waits until every server on the database has heard what was notified before: none of them shows what was so before. */
async function hasBeenHeard(pool: pg.Pool, databaseUrl: string): Promise<void> {
  const token = randomBytes(8).toString('hex')
  const here = [...ears].filter(ear => ear.databaseUrl === databaseUrl)
  const heard = here.map(({ awaited }) => new Promise<void>(resolve => awaited.set(token, resolve)))
  await pool.query(`select pg_notify('exchange_test', $1)`, [token])
  await Promise.all(heard)
  for (const { awaited } of here) awaited.delete(token)
}
