import Stripe from 'stripe'
import { authMails, authRules, endForcedChange, loadActor } from '#features/members/model.ts'
import { readSettings } from '#features/venue/model.ts'
import { createAuth } from '#platform/auth.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { openDb } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { openJobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { openMailer } from '#platform/mail.ts'
import type { Runtime } from '#platform/runtime.ts'
import { openStorage } from '#platform/storage.ts'
import { filePurposes } from './files.ts'
import { mailTemplates } from './mails.ts'
import { refusals } from './schema.ts'

export interface RuntimeOptions {
  env: Env
  /** Owner's connection; requests run as the role `exchange_app` over it. */
  databaseUrl: string
  smtpUrl: string
  /** Where the Stripe simulator listens; without it the real Stripe is called. */
  stripeAddress?: { host: string; port: number }
  log: Log
  clock?: Clock
  /** Whether this process also works on jobs. */
  isBackground: boolean
}

/** Puts the parts of a server together. `close` gives everything back. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime & { close(): Promise<void> }> {
  const { env, log, databaseUrl, clock = systemClock } = options
  const db = openDb(databaseUrl, { max: env.DATABASE_POOL, log })
  const jobs = openJobs(databaseUrl, {
    isBackground: options.isBackground,
    onError: error => log.error({ err: error }, 'jobs'),
  })
  const tools = { db, jobs, refusals }
  const runtime: Runtime = {
    ...tools,
    env,
    log,
    clock,
    auth: createAuth({
      db,
      env,
      log,
      clock,
      mails: authMails(tools, env, clock),
      rules: authRules,
      onPasswordChanged: id => endForcedChange(db, id),
    }),
    stripe: openStripe(env, options.stripeAddress),
    mailer: openMailer(options.smtpUrl),
    storage: await openStorage(env),
    mailTemplates,
    filePurposes,
    loadActor: userId => loadActor(db, userId),
    venue: async () => ({ name: 'Exchange', address: (await readSettings(db)).venueAddress }),
    auditMonths: async () => (await readSettings(db)).auditMonths,
  }
  return Object.assign(runtime, {
    close: async () => {
      runtime.mailer.close()
      await jobs.stop({ graceful: true, timeout: 8_000 })
      await db.$client.end()
    },
  })
}

function openStripe(env: Env, simulator?: { host: string; port: number }): Stripe {
  const common = { maxNetworkRetries: 2, timeout: 8_000, telemetry: false }
  return simulator
    ? new Stripe('sk_test_simulator', {
        ...common,
        protocol: 'http',
        host: simulator.host,
        port: simulator.port,
      })
    : new Stripe(env.STRIPE_SECRET_KEY ?? 'sk_test_missing', common)
}
