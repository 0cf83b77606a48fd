import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#platform/postgres/port.ts'
import { startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { type Call, prepareCalls } from './calls.ts'
import { withClient } from './data.ts'
import { floorOf, recordedRequests } from './floor-script.ts'
import type { LoadOrder, Measured, Sent } from './load.ts'
import { ask, type Served, serve } from './processes.ts'
import { openVenue, poolSize } from './venue.ts'

export interface CallFigures {
  title: string
  statements: number
  /** The share of the yardstick that it is to reach. */
  aim?: number | undefined
  product: Measured
  /** The same statements and as many bytes, without us. */
  floor: Measured
  /** One row by its primary key, measured in turn with the other two. */
  yardstick: Measured
}

const connections = 16
const rounds = 3
/** A round of a call that writes ends with so many, or with its time. */
const writesAtMost = 6_000

/**
 * Measures each call on the built server, on its floor and beside the yardstick: two processes with a database each, on
 * one PostgreSQL, never at the same time, in turn, the median of three rounds.
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
    const { calls, env } = await prepareCalls(dataDir, postgres.url)
    const adminUrl = postgres.url.replace(/\/exchange(\?|$)/, '/postgres$1')
    await withClient(adminUrl, client => client.query('create database exchange_floor template exchange'))

    say('recording what each call asks of the database …')
    const script = await floorOf(calls, { ...env, DATABASE_URL: floorUrl })
    const file = join(dataDir, 'floor.json')
    await writeFile(file, JSON.stringify(script))
    const venue = await openVenue(dataDir, { databaseUrl: postgres.url, isDemo: false })
    const floor = await serve(['--import', 'tsx', 'bench/floor.ts', file, floorUrl, String(poolSize)], {
      port: await freePort(),
      path: '/',
      env: {},
    })
    try {
      const figures: CallFigures[] = []
      for (const call of calls) {
        say(`${call.title} …`)
        const measured = await measureCall(call, { venue, venueUrl: postgres.url, floor, floorUrl }, seconds)
        const { title, aim } = call
        figures.push({ title, aim, statements: script[call.name]!.script.length, ...measured })
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

interface Processes {
  venue: Served
  venueUrl: string
  floor: Served
  floorUrl: string
}

async function measureCall(call: Call, { venue, venueUrl, floor, floorUrl }: Processes, seconds: number) {
  const results: Record<'product' | 'floor' | 'yardstick', Measured[]> = { product: [], floor: [], yardstick: [] }
  const oneRow: Sent = { method: 'GET', path: '/yardstick', headers: {} }
  let next = recordedRequests
  for (let round = 0; round <= rounds; round++) {
    const requests = Array.from({ length: call.counts ? writesAtMost : 100 }, (_, i) => call.request(next + i))
    if (call.counts) next += requests.length
    // A first round warms up.
    const length = round === 0 ? Math.max(2, seconds / 2) : seconds
    const measure = async (side: keyof typeof results, served: Served, url: string, sent: Sent[], counts?: string) => {
      const other = served === venue ? floor : venue
      other.pause()
      const measured = await measureRound({ ...call, counts }, served, url, { seconds: length, requests: sent })
      other.resume()
      if (round > 0) results[side].push(measured)
    }
    const replayed = requests.map(({ sent, facts }) => ({
      ...sent,
      path: `/${call.name}`,
      headers: {},
      body: sent.method === 'POST' ? JSON.stringify(facts) : undefined,
    }))
    await measure(
      'product',
      venue,
      venueUrl,
      requests.map(({ sent }) => sent),
      call.counts,
    )
    await measure('floor', floor, floorUrl, replayed, call.counts)
    await measure('yardstick', floor, floorUrl, [oneRow])
  }
  return {
    product: median(results.product),
    floor: median(results.floor),
    yardstick: median(results.yardstick),
  }
}

async function measureRound(
  call: Call,
  { url: address }: Served,
  databaseUrl: string,
  what: Pick<LoadOrder, 'seconds' | 'requests'>,
) {
  const before = await rowsOf(call, databaseUrl)
  const order: LoadOrder = { url: address, connections, repeats: !call.counts, ...what }
  const measured = await ask<Measured>(['--import', 'tsx', 'bench/load.ts'], order)
  const made = (await rowsOf(call, databaseUrl)) - before
  if (measured.failed > 0 || (call.counts && made < measured.answered))
    throw new Error(
      `${call.title} at ${address}: ${made} of ${measured.answered} done, ${measured.failed} failed: ${measured.failure}`,
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
