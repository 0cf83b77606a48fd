import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import type pg from 'pg'
import { checkoutPages } from './checkout-pages.ts'
import { controlPages } from './control-pages.ts'
import { deliverDue, deliverHeld, deliveriesAtOnce } from './delivery.ts'
import { documentPages } from './document-pages.ts'
import { pageRules } from './page.ts'
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
  const alarm = new Alarm()
  const simulator: Simulator = {
    pool: options.pool,
    now: options.now ?? (() => new Date()),
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    wake: () => alarm.ring(),
    deliverHeld: order => deliverHeld(options, order),
  }
  const app = new Hono()
  app.route('/', restApi(simulator))
  app.route('/', pageRules())
  app.route('/', checkoutPages(simulator))
  app.route('/', portalPages(simulator))
  app.route('/', documentPages(simulator))
  app.route('/', controlPages(simulator))
  let stopping: AbortController | null = null
  let loops: Promise<unknown> = Promise.resolve()
  return {
    app,
    start: async () => {
      if (stopping) return
      await createSchema(options.pool)
      stopping = new AbortController()
      const { signal } = stopping
      const passing = options.passesTime === false ? null : upkeepLoop(simulator, signal)
      loops = Promise.all([deliveryLoop(options, alarm, signal), passing])
    },
    stop: async () => {
      stopping?.abort()
      alarm.ring()
      await loops
      stopping = null
    },
  }
}

/** How long an event of another process may go unnoticed. */
const lookEveryMs = 400
const upkeepEveryMs = 5_000
const graceMs = 2_000

async function deliveryLoop(options: StripeSimulatorOptions, alarm: Alarm, stop: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const giveUp = new AbortController()
  while (!stop.aborted) {
    const heard = alarm.next(lookEveryMs)
    // Without the database there is nothing to deliver and nobody to tell: look again at the next beat.
    const started = await deliverDue(options, deliveriesAtOnce - underWay.size, giveUp.signal).catch(() => [])
    for (const delivery of started) {
      const settled: Promise<void> = delivery
        .catch(() => {}) // its lease runs out, and it is delivered again
        .finally(() => {
          underWay.delete(settled)
          alarm.ring()
        })
      underWay.add(settled)
    }
    if (started.length === 0) await heard
  }
  const grace = setTimeout(() => giveUp.abort(), graceMs)
  await Promise.all(underWay)
  clearTimeout(grace)
}

async function upkeepLoop(simulator: Simulator, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    // The next round tries again whatever went wrong in this one.
    await upkeep(simulator).catch(() => {})
    await pause(upkeepEveryMs, undefined, { signal: stop, ref: false }).catch(() => {})
  }
}

/** Wakes the delivery loop early. */
class Alarm {
  private wakeUp: () => void = () => {}

  ring(): void {
    this.wakeUp()
  }

  /** Resolves at the next ring, at the latest after `ms`. */
  next(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms).unref()
    this.wakeUp = () => {
      clearTimeout(timer)
      resolve()
    }
    return promise
  }
}
