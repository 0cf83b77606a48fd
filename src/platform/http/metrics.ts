import { createHash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Runtime } from '#platform/runtime.ts'
import type { HttpContext } from './middleware.ts'

export interface Metrics {
  /** `method` and `route` are of closed sets: each new pair costs memory for good. */
  observe(method: string, route: string, status: number, seconds: number): void
  serve(c: HttpContext): Promise<Response>
}

/** Counters for Prometheus. Readable from this machine, or with the token of METRICS_TOKEN. */
export function createMetrics(runtime: Runtime, liveClients: () => number): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'http_failures_total',
    help: 'Answers with status 5xx',
    registers: [registry],
  })
  const { $client: pool } = runtime.db
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the request pool',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'live_clients',
    help: 'Browsers with an open live stream',
    registers: [registry],
    collect() {
      this.set(liveClients())
    },
  })
  return {
    observe(method, route, status, seconds) {
      requests.observe({ method, route, status }, seconds)
      if (status >= 500) failures.inc()
    },
    async serve(c) {
      const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(c.get('ipAddress'))
      const token = runtime.env.METRICS_TOKEN
      const given = c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
      const isKeyed = token !== undefined && timingSafeEqual(hashed(token), hashed(given))
      if (!isKeyed && (token !== undefined || !isLocal)) return c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
      return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
    },
  }
}

// Of one length, whatever was sent.
const hashed = (text: string) => createHash('sha256').update(text).digest()
