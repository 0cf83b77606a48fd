import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { inject } from 'vitest'
import { type Goods, stock } from './goods.ts'
import { shopifySimulator, shopPath } from './simulator.ts'
import { transact } from './store.ts'

const webhookSecret = 'shpss_bench'
const tokens = { storefrontToken: 'storefront_bench', adminToken: 'shpat_bench' }

export interface Received {
  topic: string
  webhookId: string
  /** Whether its signature is that of its body. */
  isSigned: boolean
  body: Record<string, unknown>
}

export type Bench = Awaited<ReturnType<typeof openBench>>

/** The simulator behind a real HTTP server, and an endpoint that receives its messages. */
export async function openBench() {
  const pool = await emptyDatabase()
  const received: Received[] = []
  const answers: number[] = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    const hmac = createHmac('sha256', webhookSecret).update(raw).digest('base64')
    const status = answers.shift() ?? 200
    if (status < 300)
      received.push({
        topic: String(request.headers['x-shopify-topic']),
        webhookId: String(request.headers['x-shopify-webhook-id']),
        isSigned: request.headers['x-shopify-hmac-sha256'] === hmac,
        body: JSON.parse(raw.toString()),
      })
    response.writeHead(status).end()
  })
  const webhookUrl = `http://127.0.0.1:${await listen(receiver)}/hook`
  const server = createServer()
  const url = `http://127.0.0.1:${await listen(server)}`
  const options = { pool, publicUrl: url, webhookSecret, webhookUrl, ...tokens }
  const simulator = shopifySimulator(options)
  server.on('request', getRequestListener(simulator.app.fetch))
  await simulator.start()

  const ask = async (path: string, headers: Record<string, string>, query: string, variables: object = {}) => {
    const answer = await fetch(`${url}${shopPath}${path}`, {
      body: JSON.stringify({ query, variables }),
      headers: { 'content-type': 'application/json', ...headers },
      method: 'POST',
    })
    const text = await answer.text()
    // biome-ignore lint/suspicious/noExplicitAny: tests look at what they asked for.
    return { status: answer.status, ...(JSON.parse(text) as { data?: any; errors?: any }) }
  }

  return {
    answers,
    options,
    pool,
    received,
    simulator,
    url,
    storefront: (query: string, variables?: object, token = tokens.storefrontToken) =>
      ask('/api/2025-07/graphql.json', { 'x-shopify-storefront-access-token': token }, query, variables),
    admin: (query: string, variables?: object, token = tokens.adminToken) =>
      ask('/admin/api/2025-07/graphql.json', { 'x-shopify-access-token': token }, query, variables),
    stock: (goods: Partial<Goods> & { handle: string }) => {
      const usual = { title: 'Linen apron', descriptionHtml: '<p>Heavy linen.</p>', variants: [{ pricePence: 3_500 }] }
      const tools = { pool, now: () => new Date(), wake: () => {} }
      return transact(tools, work => stock(work, { ...usual, ...goods }))
    },
    async control(order: object) {
      const answer = await fetch(`${url}${shopPath}/control`, {
        body: JSON.stringify(order),
        headers: { 'content-type': 'application/json' },
        method: 'POST',
      })
      return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
    },
    /** Presses a button of a page, as a browser would. */
    async press(address: string) {
      const answer = await fetch(address, { method: 'POST', redirect: 'manual' })
      return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
    },
    /** Resolves when every message has been sent and its answer noted, which is a moment after it has arrived. */
    async delivered(): Promise<void> {
      const open = `select 1 from simulator_shopify.deliveries where state = 'pending' limit 1`
      while ((await pool.query(open)).rows.length > 0) await new Promise(done => setTimeout(done, 20))
    },
    async close() {
      await simulator.stop()
      for (const each of [server, receiver]) {
        each.closeAllConnections()
        await new Promise(done => each.close(done))
      }
      await pool.end()
    },
  }
}

/** A database of its own on the test run's server: the simulator needs nothing of the application. */
async function emptyDatabase(): Promise<pg.Pool> {
  const address = new URL(inject('postgresUrl'))
  const name = `shopify_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  address.pathname = `/${name}`
  return new pg.Pool({ connectionString: address.href })
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}
