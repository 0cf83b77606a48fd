import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

// A process of its own: it is told on standard input what to send, and prints what came of it.

export interface Sent {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface LoadOrder {
  url: string
  seconds: number
  connections: number
  requests: Sent[]
  /** Whether the requests are sent again after the last one; otherwise the load ends with it. */
  repeats: boolean
}

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  answered: number
  failed: number
  /** Status and body of the first answer that was not 2xx. */
  failure: string | null
}

const order = JSON.parse(await text(process.stdin)) as LoadOrder
const times: number[] = []
let next = 0
let failure: string | null = null

const run = autocannon(
  {
    url: order.url,
    connections: order.connections,
    duration: order.seconds,
    ...(!order.repeats && { amount: order.requests.length }),
    requests: [
      {
        method: order.requests[0]!.method,
        setupRequest: request => ({ ...request, ...order.requests[next++ % order.requests.length]! }),
        onResponse: (status, body) => {
          if (status < 200 || status > 299) failure ??= `${status} ${body}`
        },
      },
    ],
  },
  (error, result) => {
    if (error) throw error
    const seconds = (lastAt - startedAt) / 1000
    const measured: Measured = {
      perSecond: times.length / seconds,
      p50Ms: percentile(50),
      p99Ms: percentile(99),
      answered: times.length,
      failed: result.errors + result.non2xx,
      failure,
    }
    process.stdout.write(JSON.stringify(measured))
  },
)
// With an amount the library forgets its duration.
setTimeout(() => run.stop(), order.seconds * 1000).unref()
const startedAt = performance.now()
let lastAt = startedAt
run.on('response', (_client, status, _bytes, ms) => {
  if (status < 200 || status > 299) return
  times.push(ms)
  lastAt = performance.now()
})

function percentile(percent: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
