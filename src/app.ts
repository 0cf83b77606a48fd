import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError } from '@orpc/server'
import { BodyLimitPlugin, RPCHandler } from '@orpc/server/fetch'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { stream } from 'hono/streaming'
import { router } from '#api.ts'
import { stripeWebhook } from '#features/payments/webhook.ts'
import { admit } from '#platform/actor.ts'
import { apiDocs } from '#platform/api-docs.ts'
import { fileRoutes } from '#platform/file-routes.ts'
import type { Pages } from '#platform/html.ts'
import {
  contentPolicy,
  type HttpEnv,
  requestBasics,
  sameOriginWrites,
  securityHeaders,
  signInRequest,
} from '#platform/http.ts'
import { findActor } from '#platform/identify.ts'
import type { Live } from '#platform/live.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { RequestContext } from '#platform/rpc.ts'
import type { Runtime } from '#platform/runtime.ts'
import { headFor, siteFacts } from './heads.ts'

export interface AppParts {
  runtime: Runtime
  pages: Pages
  live: Live
  metrics: Metrics
  /** The simulators that run in this process, if any. */
  simulators: Hono[]
  /** False while starting and stopping: the proxy then sends requests elsewhere. */
  isReady(): boolean
}

const maxBodyBytes = 1_000_000

/** Every HTTP mount, in reading order. */
export function createApp({ runtime, pages, live, metrics, simulators, isReady }: AppParts): Hono<HttpEnv> {
  const { env, log, auth } = runtime
  const app = new Hono<HttpEnv>()
  const actorOf = (headers: Headers) => findActor(runtime, headers)

  app.onError((error, c) => {
    if (error instanceof ORPCError) return c.json(error.toJSON(), error.status as 400)
    log.error({ err: error, requestId: c.get('requestId') }, 'unexpected failure')
    return c.json(
      {
        code: 'INTERNAL_SERVER_ERROR',
        message: 'Something went wrong. Please try again.',
        data: { requestId: c.get('requestId') },
      },
      500,
    )
  })
  app.use(requestBasics(env, log, metrics.observe))
  app.use(securityHeaders(env))

  app.get('/healthz', c => c.text('ok'))
  app.get('/readyz', async c => {
    if (!isReady()) return c.text('not ready', 503)
    await runtime.db.execute('select 1')
    return c.text('ready')
  })
  app.get('/metrics', c => metrics.serve(c))

  for (const simulator of simulators) app.route('/', simulator)
  app.use(sameOriginWrites(env))

  app.all('/auth-api/*', async c => {
    const request = await signInRequest(c)
    return request
      ? auth.handler(request)
      : c.json({ code: 'INVALID_INPUT', message: 'This request cannot be read.' }, 400)
  })

  const contextOf = (c: { req: { raw: Request }; get(key: 'requestId' | 'ipAddress'): string }): RequestContext => {
    const { headers } = c.req.raw
    let actor: ReturnType<typeof actorOf> | undefined
    return {
      runtime,
      request: {
        id: c.get('requestId'),
        ipAddress: c.get('ipAddress'),
        userAgent: headers.get('user-agent'),
        idempotencyKey: headers.get('idempotency-key')?.slice(0, 200) || null,
      },
      findActor: () => {
        actor ??= actorOf(headers)
        return actor
      },
    }
  }
  const rpc = new RPCHandler(router, { plugins: [new BodyLimitPlugin({ maxBodySize: maxBodyBytes })] })
  app.all('/rpc/*', async c => {
    const { response } = await rpc.handle(c.req.raw, { prefix: '/rpc', context: contextOf(c) })
    return response ?? c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
  })
  app.route('/', apiDocs(router, env))
  const api = new OpenAPIHandler(router, { plugins: [new BodyLimitPlugin({ maxBodySize: maxBodyBytes })] })
  app.all('/api/*', async c => {
    const { response } = await api.handle(c.req.raw, { prefix: '/api', context: contextOf(c) })
    return response ?? c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
  })

  app.route('/', stripeWebhook(runtime))
  app.route('/', fileRoutes(runtime, actorOf))

  app.get('/live', async c => {
    const actor = await actorOf(c.req.raw.headers)
    // A refusal, unlike an end, tells a browser not to come again.
    admit(actor, 'account')
    if (actor?.accountStatus !== 'active')
      return c.json({ code: 'ACCOUNT_BLOCKED', message: 'This account is on hold.' }, 403)
    const lastId = Number(c.req.header('last-event-id') ?? Number.NaN)
    c.header('content-type', 'text/event-stream')
    c.header('cache-control', 'no-store')
    c.header('x-accel-buffering', 'no')
    return stream(c, async out => {
      const closed = new AbortController()
      out.onAbort(() => closed.abort())
      for await (const event of live.stream(actor.userId, Number.isFinite(lastId) ? lastId : null, closed.signal))
        await out.write(event)
    })
  })

  // Pages are written for each request, so nothing has compressed them yet; assets are.
  app.get('*', compress(), async c => {
    const asset = await pages.asset(c.req.path, c.req.header('accept-encoding') ?? '')
    if (asset) return c.body(new Uint8Array(asset.body), 200, asset.headers)
    const found = c.req.path.startsWith('/dev/') && env.isProduction ? 'missing' : pages.find(c.req.path)
    const { html, nonce } = pages.page(
      c.req.path,
      found === 'page' ? await headFor(runtime, c.req.path) : null,
      await siteFacts(runtime),
    )
    c.header('content-security-policy', contentPolicy(nonce))
    c.header('cache-control', 'no-store')
    return c.html(html, found === 'missing' ? 404 : 200)
  })
  app.notFound(c => c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404))
  return app
}
