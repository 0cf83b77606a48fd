import { createHmac } from 'node:crypto'
import { openFrame } from '../frame/testbench.ts'
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
  const frame = await openFrame({
    name: 'shopify',
    read: (raw, headers): Received => ({
      topic: String(headers['x-shopify-topic']),
      webhookId: String(headers['x-shopify-webhook-id']),
      isSigned: headers['x-shopify-hmac-sha256'] === createHmac('sha256', webhookSecret).update(raw).digest('base64'),
      body: JSON.parse(raw.toString()),
    }),
    options: place => ({ ...place, webhookSecret, ...tokens }),
    simulator: shopifySimulator,
  })
  const { pool, url } = frame

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
    ...frame,
    storefront: (query: string, variables?: object, token = tokens.storefrontToken) =>
      ask('/api/2025-07/graphql.json', { 'x-shopify-storefront-access-token': token }, query, variables),
    admin: (query: string, variables?: object, token = tokens.adminToken) =>
      ask('/admin/api/2025-07/graphql.json', { 'x-shopify-access-token': token }, query, variables),
    stock: (goods: Partial<Goods> & { handle: string }) => {
      const usual = { title: 'Linen apron', descriptionHtml: '<p>Heavy linen.</p>', variants: [{ pricePence: 3_500 }] }
      const tools = { pool, now: () => new Date(), wake: () => {} }
      return transact(tools, work => stock(work, { ...usual, ...goods }))
    },
    /** Presses a button of a page, as a browser would. */
    async press(address: string) {
      const answer = await fetch(address, { method: 'POST', redirect: 'manual' })
      return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
    },
  }
}
