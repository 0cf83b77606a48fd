import Stripe from 'stripe'
import { router } from './api.ts'
import { people } from './features/home/me/model.ts'
import { mentionsPerDay } from './features/house/notifications/model.ts'
import { settingsFact } from './features/house/settings/model.ts'
import { isArchived } from './features/people/archive/model.ts'
import {
  activeRoles,
  authMails,
  authRules,
  endForcedChange,
  isPasswordOver,
  peopleWith,
  rolesHeldBy,
} from './features/people/members/model.ts'
import { placesADay } from './features/spaces/tours/rules.ts'
import { filePurposes } from './files.ts'
import { mailTemplates } from './mails.ts'
import { createAuth } from './platform/auth/auth.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { openFacts } from './platform/db/facts.ts'
import { openListener } from './platform/db/listen.ts'
import { openDb } from './platform/db/pool.ts'
import type { SignIns } from './platform/db/roles.ts'
import { ownCause, transact } from './platform/db/transaction.ts'
import type { Env } from './platform/env.ts'
import { uploadsPerHour } from './platform/files/routes.ts'
import { openStorage } from './platform/files/storage.ts'
import { openJobs } from './platform/jobs/runner.ts'
import type { Log } from './platform/log.ts'
import { openMailer, paidMailsPerDay, strangerMailsPerDay } from './platform/mail/mail.ts'
import { usualLimit } from './platform/rpc/limits.ts'
import { oneAtATime } from './platform/rpc/spending.ts'
import { namedLimits, type ShownLimit } from './platform/rpc/terms.ts'
import type { Runtime, StorefrontAccess } from './platform/runtime.ts'
import { sealFor } from './platform/seal.ts'
import { openSecurityEvents } from './platform/security/events.ts'
import { dataMap, refusals } from './schema.ts'

export interface RuntimeOptions {
  env: Env
  signIns: SignIns
  smtpUrl: string
  /** Where the Stripe simulator listens; without it the real Stripe is called. */
  stripeAddress?: { host: string; port: number }
  /** Where the Shopify simulator listens; without it the real Shopify is called. */
  shopifyOrigin?: string
  log: Log
  clock?: Clock
  /** Whether this process also works on jobs. */
  isBackground: boolean
}

/** Puts the parts of a server together. `close` gives everything back. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime & { close(): Promise<void> }> {
  const { env, log, signIns, clock = systemClock } = options
  const db = openDb(signIns.serving, { max: env.DATABASE_POOL, log })
  const jobs = openJobs(signIns.jobs, {
    isBackground: options.isBackground,
    onError: error => log.error({ err: error }, 'jobs'),
  })
  const listener = await openListener(signIns.serving, log)
  const facts = await openFacts(db, listener)
  const tools = { db, jobs, facts, refusals, seal: sealFor(env.secret, 'mails') }
  const securityEvents = openSecurityEvents({ db, clock, log })
  const sessionLimits = () => facts.get(settingsFact)
  const runtime: Runtime = {
    ...tools,
    securityEvents,
    listener,
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
      sessionLimits,
      isBarred: address => isArchived(db, address),
      rolesOf: userId => rolesHeldBy(db, userId),
      loadActor: userId => people.byId(db, userId, clock.now()),
      onPasswordChanged: id => endForcedChange(db, id),
      isPasswordOver: id => isPasswordOver(db, id, clock.now()),
      write: work => transact(tools, ownCause(clock.now()), work).then(() => {}),
    }),
    stripe: openStripe(env, options.stripeAddress),
    shopify: openStorefront(env, options.shopifyOrigin),
    mailer: openMailer(options.smtpUrl),
    storage: await openStorage(env),
    mailTemplates,
    filePurposes,
    dataMap,
    rateLimits: rateLimits(env),
    oneAtATime: oneAtATime(),
    people,
    sessionLimits,
    loadActor: userId => people.byId(db, userId, clock.now()),
    peopleWith: roles => peopleWith(db, roles),
    activeRoles: userIds => activeRoles(db, userIds),
    venue: async () => {
      const { venueAddress, venueEmail } = await facts.get(settingsFact)
      return { name: 'Exchange', address: venueAddress, email: venueEmail }
    },
    auditMonths: async () => (await facts.get(settingsFact)).auditMonths,
  }
  return Object.assign(runtime, {
    close: async () => {
      runtime.mailer.close()
      await jobs.stop({ graceful: true, timeout: 8_000 })
      await securityEvents.close()
      await listener.stop()
      await db.$client.end()
    },
  })
}

function rateLimits(env: Env): ShownLimit[] {
  const usual = { seconds: 60, per: 'person' } as const
  return [
    ...namedLimits(router),
    { name: 'Places of tours', procedure: 'tours.places', ...placesADay, per: 'IP' },
    { name: 'Uploads', procedure: 'files', ...uploadsPerHour, per: 'person' },
    { name: 'Mail to an address typed into a form', procedure: 'mail', ...strangerMailsPerDay, per: 'address' },
    { name: 'Mail about what a guest paid for', procedure: 'mail.paid', ...paidMailsPerDay, per: 'address' },
    { name: 'Mails and messages by naming people', procedure: 'mentions', ...mentionsPerDay, per: 'person' },
    { ...usual, name: 'Anything else that changes something, each', procedure: 'writes', ...usualLimit(env, false) },
    { ...usual, name: 'Anything else that is read, each', procedure: 'reads', ...usualLimit(env, true) },
  ]
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

function openStorefront(env: Env, simulator?: string): StorefrontAccess | null {
  const origin = simulator ?? (env.SHOPIFY_DOMAIN && `https://${env.SHOPIFY_DOMAIN}`)
  const { SHOPIFY_STOREFRONT_TOKEN: storefrontToken, SHOPIFY_ADMIN_TOKEN: adminToken } = env
  const { SHOPIFY_WEBHOOK_SECRET: webhookSecret } = env
  if (!origin || !storefrontToken || !adminToken || !webhookSecret) return null
  return { origin, storefrontToken, adminToken, webhookSecret }
}
