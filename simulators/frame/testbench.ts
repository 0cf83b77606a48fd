import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import pg from 'pg'
import { inject } from 'vitest'

interface Simulator {
  app: Hono
  start(): Promise<void>
  stop(): Promise<void>
}

interface Place {
  pool: pg.Pool
  publicUrl: string
  webhookUrl: string
}

interface Bench<Message, Options extends Place> {
  name: 'stripe' | 'shopify'
  /** What the endpoint takes a webhook for; it answers by itself. */
  read(raw: Buffer, headers: IncomingHttpHeaders): Message
  options(place: Place): Options
  simulator(options: Options): Simulator
}

/** A simulator behind a real HTTP server with a database of its own, and an endpoint that receives its webhooks. */
export async function openFrame<Message, Options extends Place>(of: Bench<Message, Options>) {
  const pool = await emptyDatabase(of.name)
  const received: Message[] = []
  /** What the endpoint answers to the next webhooks; 200 without. */
  const answers: number[] = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const message = of.read(Buffer.concat(chunks), request.headers)
    const status = answers.shift() ?? 200
    if (status < 300) received.push(message)
    response.writeHead(status).end()
  })
  const webhookUrl = `http://127.0.0.1:${await listen(receiver)}/hook`
  const server = createServer()
  const url = `http://127.0.0.1:${await listen(server)}`
  const options = of.options({ pool, publicUrl: url, webhookUrl })
  const simulator = of.simulator(options)
  server.on('request', getRequestListener(simulator.app.fetch))
  await simulator.start()

  return {
    answers,
    options,
    pool,
    received,
    simulator,
    url,
    async control(order: object) {
      const answer = await fetch(`${url}/dev/${of.name}/control`, {
        body: JSON.stringify(order),
        headers: { 'content-type': 'application/json' },
        method: 'POST',
      })
      return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
    },
    /** Resolves when every webhook has been sent and its answer noted, which is a moment after it has arrived. */
    async delivered(): Promise<void> {
      const open = `select 1 from simulator_${of.name}.deliveries where state = 'pending' limit 1`
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

/** A database of its own on the test run's server: a simulator needs nothing of the application. */
async function emptyDatabase(of: string): Promise<pg.Pool> {
  const address = new URL(inject('postgresUrl'))
  const name = `${of}_${randomBytes(6).toString('hex')}`
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
