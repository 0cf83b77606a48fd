import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { RPCHandler } from '@orpc/server/fetch'
import type { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { router } from './api.ts'
import { oneClickUnsubscribe } from './features/house/notifications/webhook.ts'
import { previewMount } from './features/house/previews/model.ts'
import { stripeWebhook } from './features/money/provider/webhook.ts'
import { shopifyWebhook } from './features/store/orders/webhook.ts'
import {
  bonesFor,
  drawBones,
  drawPage,
  drawWithoutScript,
  hasHead,
  headFor,
  nameFor,
  noHead,
  previewFor,
  publicAddresses,
  siteFacts,
} from './heads.ts'
import { eventFollowers } from './orders.ts'
import { whyNotIn, whyOnHold } from './platform/auth/actor.ts'
import { hasSessionCookie, identify, quietHeader } from './platform/auth/authenticate.ts'
import { isReading } from './platform/auth/outcomes.ts'
import { halfwayOf } from './platform/auth/second-factor.ts'
import { noteSignIn } from './platform/auth/traces.ts'
import { fileMounts } from './platform/files/routes.ts'
import { crawlerMounts } from './platform/http/crawlers.ts'
import { frontGate, type Gate, type Mount } from './platform/http/gate.ts'
import { keepPages, sendPage } from './platform/http/kept-pages.ts'
import type { Metrics } from './platform/http/metrics.ts'
import { type HttpContext, signInRequest } from './platform/http/middleware.ts'
import type { Pages } from './platform/http/pages.ts'
import { looksLikeKey } from './platform/http/ways.ts'
import type { Live } from './platform/live/stream.ts'
import { apiDocs } from './platform/rpc/api-docs.ts'
import { demand } from './platform/rpc/errors.ts'
import { exportMount } from './platform/rpc/export.ts'
import { plainValues } from './platform/rpc/plain-values.ts'
import type { RequestContext } from './platform/rpc/procedures.ts'
import { proceduresOf } from './platform/rpc/router.ts'
import type { Runtime } from './platform/runtime.ts'

export interface AppParts {
  runtime: Runtime
  pages: Pages
  live: Live
  metrics: Metrics
  /** The simulators that run in this process. */
  simulators: { name: 'stripe' | 'shopify' | 'mailbox'; app: Hono }[]
  /** False while starting and stopping: the proxy then sends requests elsewhere. */
  isReady(): boolean
}

export function createApp(parts: AppParts): Gate {
  const { env, log, securityEvents } = parts.runtime
  return frontGate({ env, log, securityEvents, observe: parts.metrics.observe }, mountsOf(parts))
}

/** Every way into the server, in reading order; there is no other way to make one. */
export function mountsOf({ runtime, pages, live, metrics, simulators, isReady }: AppParts): Mount[] {
  const { env, auth } = runtime
  const procedures = proceduresOf(router)
  const rpc = new RPCHandler(router, { customJsonSerializers: plainValues })
  const api = new OpenAPIHandler(router)
  const contextOf = contextFor(runtime)
  const rpcLine = {
    methods: ['GET', 'POST'],
    ways: ['cookie', 'key'],
    seconds: 60,
    cost: 'usual',
    isPersonal: true,
    takes: 'json',
    speaks: 'rpc',
    label: oneOf(procedures.map(({ path }) => `/rpc/${path.join('/')}`)),
    serve: async c => {
      const { response } = await rpc.handle(c.req.raw, { prefix: '/rpc', context: contextOf(c) })
      return response ?? c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
    },
  } as const satisfies Partial<Mount>
  const apiLine = {
    ...rpcLine,
    speaks: undefined,
    label: oneOf(procedures.map(({ path }) => `/api/${path.join('/')}`)),
    serve: async c => {
      const { response } = await api.handle(c.req.raw, { prefix: '/api', context: contextOf(c) })
      return response ?? c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
    },
  } as const satisfies Partial<Mount>
  const page = {
    methods: ['GET', 'HEAD'],
    ways: ['cookie'],
    cost: 'usual',
    isPersonal: false,
    label: path => (path.startsWith('/assets/') ? '/assets/*' : pages.pattern(path)),
    serve: servePages(runtime, pages),
  } as const satisfies Partial<Mount>
  const probe = { methods: ['GET', 'HEAD'], ways: [], cost: 'small', isPersonal: false } as const
  return [
    { ...probe, path: '/healthz', serve: c => c.text('ok') },
    {
      ...probe,
      path: '/readyz',
      serve: async c => {
        if (!isReady()) return c.text('not ready', 503)
        await runtime.db.execute('select 1')
        return c.text('ready')
      },
    },
    { ...probe, path: '/metrics', methods: ['GET'], ways: ['bearer'], serve: c => metrics.serve(c) },
    ...simulatorMounts(simulators),
    {
      path: '/auth-api/*',
      methods: ['GET', 'POST'],
      ways: ['cookie'],
      bodyBytes: 16_384,
      cost: 'usual',
      isPersonal: true,
      serve: async c => {
        const request = await signInRequest(c)
        if (!request) return c.json({ code: 'INVALID_INPUT', message: 'This request cannot be read.' }, 400)
        // Also ends a session that is over by now: the library knows only what was written of its end.
        const caller = await identify(runtime, request.headers)
        const asked = request.clone()
        const answer = await auth.handler(request)
        await noteSignIn(runtime.securityEvents, {
          asked,
          answer,
          personId: caller?.actor.userId ?? halfwayOf(request) ?? null,
          ipAddress: c.get('ipAddress'),
          requestId: c.get('requestId'),
        })
        // Asked with a session that a sign-in has replaced meanwhile, its late answer would take the new one's cookie away.
        if (isReading(c.req.path.slice('/auth-api'.length))) answer.headers.delete('set-cookie')
        // Not "storage": scans that were not sent yet, and the app itself, stay; the rest of it the page clears by itself.
        if (answer.ok && c.req.path === '/auth-api/sign-out') answer.headers.set('clear-site-data', '"cache"')
        return answer
      },
    },
    // A whole code of conduct; all terms, all news.
    { ...rpcLine, path: '/rpc/conduct/publish', bodyBytes: 1_000_000 },
    { ...rpcLine, path: '/rpc/content/saveSection', bodyBytes: 1_000_000 },
    { ...rpcLine, path: '/rpc/*' },
    ...apiDocs(router, env),
    { ...apiLine, path: '/api/conduct/publish', bodyBytes: 1_000_000 },
    { ...apiLine, path: '/api/content/saveSection', bodyBytes: 1_000_000 },
    { ...apiLine, path: '/api/*' },
    exportMount(router, contextOf),
    stripeWebhook(runtime, eventFollowers),
    shopifyWebhook(runtime),
    oneClickUnsubscribe(runtime),
    { ...page, path: '/unsubscribe/:token' },
    ...fileMounts(runtime),
    ...crawlerMounts(runtime, () => publicAddresses(runtime)),
    previewMount(runtime, path => previewFor(runtime, path)),
    {
      path: '/live',
      methods: ['GET'],
      ways: ['cookie'],
      cost: 'usual',
      isPersonal: true,
      serve: c => openStream(c, runtime, live),
    },
    { ...page, path: '*' },
  ]
}

function simulatorMounts(simulators: AppParts['simulators']): Mount[] {
  return simulators.flatMap(({ name, app }): Mount[] => {
    const page = { methods: ['GET', 'HEAD', 'POST'], ways: [], cost: 'usual', isPersonal: true } as const
    const serve = within(app)
    if (name === 'mailbox') return [{ ...page, path: '/dev/mail/*', serve }]
    if (name === 'shopify') return [{ ...page, path: '/dev/shopify/*', serve }]
    return [
      { ...page, path: '/v1/*', methods: ['GET', 'POST', 'DELETE'], ways: ['bearer'], serve },
      { ...page, path: '/dev/stripe/*', serve },
    ]
  })
}

function within(app: Hono): Mount['serve'] {
  // What fails there is logged and masked like anything else.
  app.onError(error => {
    throw error
  })
  return c => app.fetch(c.req.raw, c.env)
}

function contextFor(runtime: Runtime): (c: HttpContext) => RequestContext {
  return c => {
    const { headers } = c.req.raw
    let caller: ReturnType<typeof identify> | undefined
    return {
      runtime,
      request: {
        id: c.get('requestId'),
        ipAddress: c.get('ipAddress'),
        userAgent: headers.get('user-agent'),
        idempotencyKey: headers.get('idempotency-key')?.slice(0, 200) || null,
      },
      identify() {
        caller ??= identify(runtime, headers).then(found => {
          if (!found && looksLikeKey(headers)) noteUnknownKey(runtime, c)
          return found
        })
        return caller
      },
      comeAgainIn: seconds => c.set('retryAfterSeconds', seconds),
    }
  }
}

/** A key that nobody has, or that has ended: somebody tries, or a program goes on asking that should have been told. */
const noteUnknownKey = ({ securityEvents }: Runtime, c: HttpContext) =>
  securityEvents.note({
    kind: 'refused',
    ipAddress: c.get('ipAddress'),
    requestId: c.get('requestId'),
    detail: 'an API key that is not good',
  })

async function openStream(c: HttpContext, runtime: Runtime, live: Live): Promise<Response> {
  // An open page is no sign of anybody at it.
  const headers = new Headers(c.req.raw.headers)
  headers.set(quietHeader, 'on')
  const caller = await identify(runtime, headers)
  // A refusal, unlike an end, tells a browser not to come again.
  demand(whyNotIn(caller?.actor ?? null, 'account'))
  const { actor, by } = caller!
  demand(whyOnHold(actor))
  if (live.isFullFor(actor.userId))
    return c.json({ code: 'TOO_MANY_REQUESTS', message: 'Too many open pages. Close one of them.' }, 429)
  const lastId = c.req.header('last-event-id') || null
  c.header('content-type', 'text/event-stream')
  c.header('x-accel-buffering', 'no')
  return stream(c, async out => {
    const closed = new AbortController()
    out.onAbort(() => closed.abort())
    for await (const event of live.stream(actor.userId, lastId, closed.signal, by.id)) await out.write(event)
  })
}

function servePages(runtime: Runtime, pages: Pages): Mount['serve'] {
  const readyPage = keepPages(runtime)
  return async c => {
    const { path } = c.req
    const asset = await pages.asset(path, c.req.header('accept-encoding') ?? '')
    if (asset) return c.body(new Uint8Array(asset.body), 200, asset.headers)
    const isMissing = (/^\/(dev|debug)(\/|$)/.test(path) && runtime.env.isProduction) || pages.find(path) === 'missing'
    // Pages without a head of their own are the same for every path of their pattern; nothing depends on who asks.
    const asked = { hasId: c.req.query('id') !== undefined, hasBooking: c.req.query('booking') !== undefined }
    const own = `${path}${asked.hasId ? ' with id' : ''}${asked.hasBooking ? ' with booking' : ''}`
    const key = isMissing ? 'missing' : hasHead(path) ? own : (pages.pattern(path) ?? 'moved')
    const isVisitor = !(await hasSessionCookie(runtime, c.req.raw.headers))
    // What the service worker keeps for pages that must open without a connection: the application and nothing else.
    const isFrame = c.req.query('frame') === 'on'
    // Nothing but whether there is a session: the bones name nobody.
    const frame = isVisitor || isMissing || isFrame ? null : bonesFor(path)
    const name = frame && nameFor(path, c.req.query('view'))
    const way = isFrame ? 'frame' : isVisitor ? 'visitor' : `${frame ?? 'person'} ${name?.title ?? ''}`
    const page = await readyPage(`${key} ${way}`, async () => {
      const { head, freshUntil } = isMissing ? noHead : await headFor(runtime, path, asked)
      const facts = await siteFacts(runtime)
      // Somebody with a session sees another frame around it, and on the first page their own next step.
      const isDrawn = head?.html !== undefined && !isFrame && (isVisitor || path === '/')
      const bones = frame && (await drawBones(frame, name, facts))
      const sent = pages.page(path, {
        head,
        title: name && `${name.title} · Exchange`,
        facts,
        drawn: isDrawn ? await drawPage(head.html!, { ...facts, isVisitor }) : null,
        bones,
        // What is kept for pages without a connection is for whoever opens them.
        hasSession: !isVisitor && !isFrame,
        isAppLater: isDrawn && isVisitor && !head.needsApp,
        // Somebody with a session has run scripts before.
        withoutScript: await drawWithoutScript(runtime, { isDrawn: isDrawn || !isVisitor }),
      })
      return { ...sent, status: isMissing ? 404 : 200, freshUntil }
    })
    return sendPage(c, page, isVisitor)
  }
}

const oneOf = (labels: string[]) => {
  const known = new Set(labels)
  return (path: string) => (known.has(path) ? path : null)
}
