import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { Stripe } from 'stripe'
import { inject } from 'vitest'
import { stripeSimulator } from './simulator.ts'

export const webhookSecret = 'whsec_bench'

export type Bench = Awaited<ReturnType<typeof openBench>>

export const card = { cvc: '123', expiry: '12/34', name: 'Ada Lovelace', number: '4242424242424242' }

/** The simulator behind a real HTTP server, the real SDK in front of it, and an endpoint that receives its webhooks. */
export async function openBench() {
  const pool = await emptyDatabase()
  const received: Stripe.Event[] = []
  const answers: number[] = []
  const sdk = (port: number, maxNetworkRetries = 0) =>
    new Stripe('sk_test_bench', { host: '127.0.0.1', maxNetworkRetries, port, protocol: 'http' })
  let clock: Date | null = null
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const signed = String(request.headers['stripe-signature'])
    const event = stripe.webhooks.constructEvent(Buffer.concat(chunks), signed, webhookSecret)
    const status = answers.shift() ?? 200
    if (status < 300) received.push(event)
    response.writeHead(status).end()
  })
  const webhookUrl = `http://127.0.0.1:${await listen(receiver)}/hook`
  const server = createServer()
  const port = await listen(server)
  const url = `http://127.0.0.1:${port}`
  const options = { now: () => clock ?? new Date(), pool, publicUrl: url, webhookSecret, webhookUrl }
  const simulator = stripeSimulator(options)
  server.on('request', getRequestListener(simulator.app.fetch))
  const stripe = sdk(port)
  await simulator.start()

  return {
    answers,
    options,
    pool,
    received,
    sdk: () => sdk(port, 2),
    simulator,
    stripe,
    url,
    setClock: (at: Date | null) => {
      clock = at
    },
    submit,
    pay: (session: { url: string | null }, number = '4242424242424242') =>
      submit(session.url!, { ...card, email: 'ada@example.com', number }),
    async control(order: object) {
      const response = await fetch(`${url}/dev/stripe/control`, {
        body: JSON.stringify(order),
        headers: { 'content-type': 'application/json' },
        method: 'POST',
      })
      return response.json()
    },
    /** Resolves when every webhook has been sent and its answer noted, which is a moment after it has arrived. */
    async delivered(): Promise<void> {
      const open = `select 1 from simulator_stripe.deliveries where state = 'pending' limit 1`
      while ((await pool.query(open)).rows.length > 0) await new Promise(done => setTimeout(done, 20))
    },
    /** Resolves when an event of this type has arrived. */
    async arrived(type: string, isIt: (event: Stripe.Event) => boolean = () => true): Promise<Stripe.Event> {
      for (;;) {
        const event = received.find(each => each.type === type && isIt(each))
        if (event) return event
        await new Promise(done => setTimeout(done, 20))
      }
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
  const name = `stripe_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  address.pathname = `/${name}`
  return new pg.Pool({ connectionString: address.href })
}

/** Sends a page's form as a browser would; `location` is where it leads to. */
async function submit(address: string, fields: Record<string, string>) {
  const response = await fetch(address, {
    body: new URLSearchParams(fields),
    method: 'POST',
    redirect: 'manual',
  })
  await response.text()
  return { location: response.headers.get('location') ?? '', status: response.status }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}
