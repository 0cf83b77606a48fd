import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type pg from 'pg'
import { running } from '../frame/running.ts'
import { adminSchema } from './admin-api.ts'
import { checkoutPages } from './checkout-pages.ts'
import { shopifyControl } from './control-pages.ts'
import { serveGraphql } from './graphql-http.ts'
import { webhooks } from './messages.ts'
import { pages } from './page.ts'
import { createSchema, type Simulator } from './store.ts'
import { storefrontSchema } from './storefront-api.ts'

export interface ShopifySimulatorOptions {
  pool: pg.Pool
  /** Where people reach the pages, e.g. http://localhost:3000. */
  publicUrl: string
  webhookUrl: string
  webhookSecret: string
  storefrontToken: string
  adminToken: string
  /** The time at Shopify, by default the real one. Deliveries always go by the real time. */
  now?: () => Date
}

/** Where the simulator is below a server's address: what a shop's own domain would be. */
export const shopPath = '/dev/shopify'

/**
 * Shopify, as far as a house uses it: the Storefront and Admin APIs in version 2025-07, the hosted checkout, and signed
 * webhooks over HTTP, all below /dev/shopify. Its state is in the schema `simulator_shopify`, so several processes are one shop.
 */
export function shopifySimulator(options: ShopifySimulatorOptions): {
  /** To be mounted at '/'. */
  app: Hono
  /** Creates the schema and begins to deliver webhooks. */
  start(): Promise<void>
  /** Stops delivering. A webhook under way has two seconds to be answered, else it is sent again after the next start. */
  stop(): Promise<void>
} {
  const publicUrl = options.publicUrl.replace(/\/+$/, '')
  const work = running({
    prepare: () => createSchema(options.pool),
    deliverDue: (free, giveUp) => webhooks.deliverDue(options, free, giveUp),
  })
  const simulator: Simulator = {
    pool: options.pool,
    now: options.now ?? (() => new Date()),
    pagesUrl: `${publicUrl}${shopPath}`,
    shopUrl: `${publicUrl}/store`,
    storefrontToken: options.storefrontToken,
    adminToken: options.adminToken,
    wake: work.wake,
  }
  return { app: pagesOf(simulator, options), start: work.start, stop: work.stop }
}

function pagesOf(simulator: Simulator, options: ShopifySimulatorOptions): Hono {
  const app = new Hono()
  app.get(`${shopPath}/pictures/:name`, async c => {
    const { rows } = await simulator.pool.query<{ mime: string; bytes: Buffer }>(
      'select mime, bytes from simulator_shopify.pictures where name = $1',
      [c.req.param('name').replaceAll('\0', '')],
    )
    const [picture] = rows
    if (!picture) return c.text('Not found', 404)
    const headers = { 'content-type': picture.mime, 'cache-control': 'public, max-age=31536000, immutable' }
    return c.body(new Uint8Array(picture.bytes), 200, headers)
  })
  app.route('/', pages.rules())
  app.post(`${shopPath}/api/2025-07/graphql.json`, c => {
    const token = c.req.header('x-shopify-storefront-access-token')
    return serveGraphql(simulator, c, storefrontSchema, isSame(token, simulator.storefrontToken))
  })
  app.post(`${shopPath}/admin/api/2025-07/graphql.json`, c => {
    const token = c.req.header('x-shopify-access-token')
    return serveGraphql(simulator, c, adminSchema, isSame(token, simulator.adminToken))
  })
  app.route('/', checkoutPages(simulator))
  app.route('/', shopifyControl(simulator, options))
  app.all(`${shopPath}/*`, c => c.json({ errors: 'Not Found' }, 404))
  return app
}

function isSame(given: string | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
