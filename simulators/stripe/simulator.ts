import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import type pg from 'pg'
import { running } from '../frame/running.ts'
import { checkoutPages } from './checkout-pages.ts'
import { stripeControl } from './control-pages.ts'
import { webhooks } from './delivery.ts'
import { documentPages } from './document-pages.ts'
import { pages } from './page.ts'
import { portalPages } from './portal-pages.ts'
import { restApi } from './rest.ts'
import { createSchema, type Simulator } from './store.ts'
import { upkeep } from './upkeep.ts'

export interface StripeSimulatorOptions {
  pool: pg.Pool
  /** Where people reach the pages, e.g. http://localhost:3000. */
  publicUrl: string
  webhookUrl: string
  webhookSecret: string
  /** The time at Stripe, by default the real one. Signatures and deliveries always go by the real time. */
  now?: () => Date
  /**
   * Whether time passes by itself: periods end, sessions expire, refused payments are tried again, every few seconds. By default
   * yes. Where the clock is moved by hand, `upkeep` on the control page does it when told, so that nothing happens in between.
   */
  passesTime?: boolean
}

/**
 * Stripe, as far as a venue uses it: the REST interface under /v1, the hosted pages under /dev/stripe, and signed
 * webhooks over HTTP. Its state is in the schema `simulator_stripe`, so several processes are one Stripe.
 */
export function stripeSimulator(options: StripeSimulatorOptions): {
  /** To be mounted at '/'. */
  app: Hono
  /** Creates the schema and begins to deliver webhooks. */
  start(): Promise<void>
  /** Stops delivering. A webhook under way has two seconds to be answered, else it is sent again after the next start. */
  stop(): Promise<void>
} {
  const work = running({
    prepare: () => createSchema(options.pool),
    deliverDue: (free, giveUp) => webhooks.deliverDue(options, free, giveUp),
    beside: async stop => {
      if (options.passesTime !== false) await upkeepLoop(simulator, stop)
    },
  })
  const simulator: Simulator = {
    pool: options.pool,
    now: options.now ?? (() => new Date()),
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    wake: work.wake,
    deliverHeld: order => webhooks.deliverHeld(options, order),
  }
  const app = new Hono()
  app.route('/', restApi(simulator))
  app.route('/', pages.rules())
  app.route('/', checkoutPages(simulator))
  app.route('/', portalPages(simulator))
  app.route('/', documentPages(simulator))
  app.route('/', stripeControl(simulator))
  return { app, start: work.start, stop: work.stop }
}

const upkeepEveryMs = 5_000

async function upkeepLoop(simulator: Simulator, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    // The next round tries again whatever went wrong in this one.
    await upkeep(simulator).catch(() => {})
    await pause(upkeepEveryMs, undefined, { signal: stop, ref: false }).catch(() => {})
  }
}
