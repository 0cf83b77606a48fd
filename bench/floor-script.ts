import { resolve } from 'node:path'
import { createApp } from '#app.ts'
import { openSignIns } from '#platform/db/roles.ts'
import { readEnv } from '#platform/env.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { openPages } from '#platform/http/pages.ts'
import type { Live } from '#platform/live/stream.ts'
import { createLog } from '#platform/log.ts'
import { openRuntime } from '#runtime.ts'
import type { Call } from './calls.ts'
import type { Floor } from './floor.ts'
import { recorded, scriptOf } from './recording.ts'

/** Requests that are used up here; measured ones come after them. */
export const recordedRequests = 16_000

/** Makes each call twice inside this process, on the database of `env`, and writes down what it asked of the database. */
export async function floorOf(calls: Call[], env: Record<string, string>): Promise<Floor> {
  const log = createLog('error')
  const settings = readEnv(env)
  const runtime = await openRuntime({
    env: settings,
    signIns: await openSignIns(settings.DATABASE_URL!, settings.secret),
    smtpUrl: 'smtp://127.0.0.1:25',
    log,
    isBackground: false,
    stripeAddress: { host: '127.0.0.1', port: 9 },
  })
  await runtime.jobs.start()
  const app = createApp({
    runtime,
    pages: openPages(resolve('dist/web')),
    live: nobodyListens,
    metrics: createMetrics(runtime, nobodyListens.clientCount),
    simulators: [],
    isReady: () => true,
  })
  try {
    return await scriptsOf(calls, request => app.fetch(request), env.PUBLIC_URL!)
  } finally {
    await runtime.close()
  }
}

async function scriptsOf(
  calls: Call[],
  fetch: (request: Request) => Response | Promise<Response>,
  url: string,
): Promise<Floor> {
  const floor: Floor = {}
  for (const call of calls) {
    const make = async (n: number) => {
      const { sent, facts } = call.request(n)
      let bytes = 0
      const did = await recorded(async () => {
        const { method, headers, path, body } = sent
        const answer = await fetch(new Request(`${url}${path}`, { method, headers, body }))
        if (!answer.ok) throw new Error(`${call.title}: ${answer.status} ${await answer.text()}`)
        bytes = (await answer.arrayBuffer()).byteLength
      })
      return { did, facts, bytes }
    }
    // The first one makes what later ones find; the other two share no fact.
    await make(0)
    const [a, b] = [await make(firstTelling(call, 41)), await make(recordedRequests - 1)]
    floor[call.name] = { script: scriptOf(a, b), bytes: a.bytes }
  }
  return floor
}

/** The first request from `n` on whose facts all differ, so that a value says which fact it is: a Monday is its own week's. */
function firstTelling(call: Call, n: number): number {
  const facts = Object.values(call.request(n).facts)
  return new Set(facts).size === facts.length || n >= recordedRequests - 2 ? n : firstTelling(call, n + 1)
}

// What the listening connection asks would get between the statements of the calls.
const nobodyListens: Live = { async *stream() {}, isFullFor: () => false, clientCount: () => 0, stop: async () => {} }
