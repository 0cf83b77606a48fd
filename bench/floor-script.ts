import { resolve } from 'node:path'
import { createApp } from '#app.ts'
import { readEnv } from '#platform/env.ts'
import { openPages } from '#platform/html.ts'
import { openLive } from '#platform/live.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openRuntime } from '#runtime.ts'
import type { Call } from './calls.ts'
import type { Floor } from './floor.ts'
import { recorded, scriptOf } from './recording.ts'

/** Requests that are used up here; measured ones come after them. */
export const recordedRequests = 16_000

/** Makes each call twice inside this process, on the database of `env`, and writes down what it asked of the database. */
export async function floorOf(calls: Call[], env: Record<string, string>): Promise<Floor> {
  const log = createLog('error')
  const databaseUrl = env.DATABASE_URL!
  const runtime = await openRuntime({
    env: readEnv(env),
    databaseUrl,
    smtpUrl: 'smtp://127.0.0.1:25',
    log,
    isBackground: false,
    stripeAddress: { host: '127.0.0.1', port: 9 },
  })
  await runtime.jobs.start()
  const live = await openLive(runtime, databaseUrl)
  const app = createApp({
    runtime,
    pages: openPages(resolve('dist/web')),
    live,
    metrics: createMetrics(runtime, live.clientCount),
    simulators: [],
    isReady: () => true,
  })
  const floor: Floor = {}
  for (const call of calls) {
    const make = async (n: number) => {
      const { sent, facts } = call.request(n)
      let bytes = 0
      const did = await recorded(async () => {
        const { method, headers, path, body } = sent
        const answer = await app.fetch(new Request(`${env.PUBLIC_URL}${path}`, { method, headers, body }))
        if (!answer.ok) throw new Error(`${call.title}: ${answer.status} ${await answer.text()}`)
        bytes = (await answer.arrayBuffer()).byteLength
      })
      return { did, facts, bytes }
    }
    // The first one makes what later ones find; the other two share no fact.
    await make(0)
    const [a, b] = [await make(41), await make(recordedRequests - 1)]
    floor[call.name] = { script: scriptOf(a, b), bytes: a.bytes }
  }
  await live.stop()
  await runtime.close()
  return floor
}
