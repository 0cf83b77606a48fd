import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { type Call, openCalls } from './calls.ts'
import { fill } from './data.ts'
import { floorOf, recordedRequests } from './floor-script.ts'
import type { LoadOrder, Measured } from './load.ts'
import { ask, freePort, type Served, serve } from './processes.ts'
import { openVenue, poolSize } from './venue.ts'

export interface CallFigures {
  title: string
  statements: number
  product: Measured
  floor: Measured
}

const connections = 16
const rounds = 3
/** A round of a call that writes ends with so many, or with its time. */
const writesAtMost = 6_000

/**
 * Measures each call on the built server and on its floor: two processes with a database each, on one PostgreSQL, never
 * at the same time, in turn, the median of three rounds.
 */
export async function measureCalls(
  dataDir: string,
  seconds: number,
  say: (text: string) => void,
): Promise<CallFigures[]> {
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') })
  const floorUrl = postgres.url.replace(/\/exchange(\?|$)/, '/exchange_floor$1')
  try {
    say('filling a venue …')
    let venue = await openVenue(dataDir, { databaseUrl: postgres.url, isDemo: true })
    await fill(postgres.url)
    const calls = await withClient(postgres.url, client => openCalls(client, venue.env, venue.url))
    await venue.stop()
    const adminUrl = postgres.url.replace(/\/exchange(\?|$)/, '/postgres$1')
    await withClient(adminUrl, client => client.query('create database exchange_floor template exchange'))

    say('recording what each call asks of the database …')
    const script = await floorOf(calls, { ...venue.env, DATABASE_URL: floorUrl })
    const file = join(dataDir, 'floor.json')
    await writeFile(file, JSON.stringify(script))
    venue = await openVenue(dataDir, { databaseUrl: postgres.url, isDemo: false })
    const floor = await serve(['--import', 'tsx', 'bench/floor.ts', file, floorUrl, String(poolSize)], {
      port: await freePort(),
      path: '/',
      env: {},
    })
    try {
      const figures: CallFigures[] = []
      for (const call of calls) {
        say(`${call.title} …`)
        const sides = {
          product: { served: venue, url: postgres.url },
          floor: { served: floor, url: floorUrl },
        }
        const measured = await measureCall(call, sides, seconds)
        figures.push({ title: call.title, statements: script[call.name]!.script.length, ...measured })
      }
      return figures
    } finally {
      await floor.stop()
      await venue.stop()
    }
  } finally {
    await postgres.stop()
  }
}

interface Side {
  served: Served
  url: string
}

async function measureCall(call: Call, sides: { product: Side; floor: Side }, seconds: number) {
  const results: Record<'product' | 'floor', Measured[]> = { product: [], floor: [] }
  let next = recordedRequests
  for (let round = 0; round <= rounds; round++) {
    const requests = Array.from({ length: call.counts ? writesAtMost : 100 }, (_, i) => call.request(next + i))
    if (call.counts) next += requests.length
    for (const side of ['product', 'floor'] as const) {
      sides[side === 'product' ? 'floor' : 'product'].served.pause()
      const sent = requests.map(({ sent, facts }) =>
        side === 'product'
          ? sent
          : {
              ...sent,
              path: `/${call.name}`,
              headers: {},
              body: sent.method === 'POST' ? JSON.stringify(facts) : undefined,
            },
      )
      // A first round warms up.
      const length = round === 0 ? Math.max(2, seconds / 2) : seconds
      const measured = await measureRound(call, sides[side], { seconds: length, requests: sent })
      if (round > 0) results[side].push(measured)
      sides[side === 'product' ? 'floor' : 'product'].served.resume()
    }
  }
  return { product: median(results.product), floor: median(results.floor) }
}

async function measureRound(call: Call, { served, url }: Side, what: Pick<LoadOrder, 'seconds' | 'requests'>) {
  const before = await rowsOf(call, url)
  const order: LoadOrder = { url: served.url, connections, repeats: !call.counts, ...what }
  const measured = await ask<Measured>(['--import', 'tsx', 'bench/load.ts'], order)
  const made = (await rowsOf(call, url)) - before
  if (measured.failed > 0 || (call.counts && made < measured.answered))
    throw new Error(
      `${call.title} at ${served.url}: ${made} of ${measured.answered} done, ${measured.failed} failed: ${measured.failure}`,
    )
  return measured
}

const rowsOf = (call: Call, url: string) =>
  withClient(url, async client => (call.counts ? (await client.query(call.counts)).rows[0].n : 0) as number)

function median(all: Measured[]): Measured {
  const middle = (pick: (one: Measured) => number) => all.map(pick).toSorted((a, b) => a - b)[(all.length - 1) >> 1]!
  return {
    perSecond: middle(one => one.perSecond),
    p50Ms: middle(one => one.p50Ms),
    p99Ms: middle(one => one.p99Ms),
    answered: middle(one => one.answered),
    failed: 0,
    failure: null,
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
