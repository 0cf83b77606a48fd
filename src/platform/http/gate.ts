import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Env } from '#platform/env.ts'
import { askedBy } from '#platform/heavy/heavy.ts'
import type { Log } from '#platform/log.ts'
import type { SecurityEvents } from '#platform/security/events.ts'
import { noteRefusal } from '#platform/security/refusals.ts'
import { capped, declaredBytes, isJson } from './body.ts'
import { type HttpContext, type HttpEnv, requestBasics, securityHeaders } from './middleware.ts'
import { networkOf } from './network.ts'
import { isForThisHost, isFromElsewhere } from './origin.ts'
import { looksLikeKey, type Ways } from './ways.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What requests of a mount may cost: how many of them, in this process, wait for the beginning of their answer at once.
 * More are asked to come again.
 */
const atOnce = { small: 5_000, usual: 2_000, large: 40 }

/** One line of the house's table of ways in. Whatever it does not name is refused before anything else runs. */
export interface Mount {
  /** `/exact`, `/with/:part` or `/everything/below/*`. The first line whose path fits answers. */
  path: string
  /** GET and HEAD only read. Every other method changes something and must come from our own pages or by key. */
  methods: readonly Method[]
  /** What lets a request in; what is not named is taken off the request, so that nothing behind can use it. */
  ways: Ways
  /** The only kind of body that is read. Taking others apart can take seconds, before anybody is asked who they are. */
  takes?: 'json'
  /** Bytes of a body; 64 kB unless named. */
  bodyBytes?: number
  /** Seconds until the body must be there (408) and the answer begin (503); 30 unless named. */
  seconds?: number
  cost: keyof typeof atOnce
  /** Answers are about somebody: stored nowhere unless the handler says of one that it is public. */
  isPersonal: boolean
  /** How refusals are written: for our own client, or for everybody else. */
  speaks?: 'rpc'
  /** Labels for logs and metrics, finer than the path: one of a closed set, or null for the path itself. */
  label?: (path: string) => string | null
  /** What is said of a body that is too large, where the specification has words for it. */
  tooLarge?: (path: string) => { code: string; message: string; title?: string }
  serve(c: HttpContext): Response | Promise<Response>
}

export interface Gate {
  /** `bindings` are those of the server's adapter. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>
}

export interface GateParts {
  env: Env
  log: Log
  securityEvents: SecurityEvents
  observe(method: string, route: string, status: number, seconds: number): void
}

export const usualBodyBytes = 65_536
export const usualSeconds = 30

/** The server's front: each request finds its line, is held to it, and only then reaches what answers. */
export function frontGate(parts: GateParts, mounts: readonly Mount[]): Gate {
  const app = new Hono<HttpEnv>()
  app.onError((error, c) => failed(c, error, parts))
  app.use(requestBasics(parts.env, parts.log, parts.observe))
  app.use(securityHeaders(parts.env))
  app.use(async (c, next) => {
    if (isForThisHost(c.req.header('host'), parts.env)) return next()
    return c.json({ code: 'FOREIGN_HOST', message: 'This server has another name. Set PUBLIC_URL to this one.' }, 421)
  })
  for (const [path, lines] of byPath(mounts)) {
    const guarded = new Map<string, Mount>(
      lines.flatMap(mount => mount.methods.map(method => [method, mount] as const)),
    )
    const allow = [...guarded.keys()].join(', ')
    const underWay = new Map(lines.map(mount => [mount, { count: 0 }]))
    app.all(path, async c => {
      const [first] = lines
      c.set('route', first!.label?.(c.req.path) ?? path)
      const mount = guarded.get(c.req.method)
      if (!mount)
        return refuse(c, first!, 405, 'METHOD_NOT_ALLOWED', 'This cannot be asked for in this way.', { allow })
      const answer = await pass(c, mount, parts, underWay.get(mount)!).catch(error => failed(c, error, parts))
      if (c.req.method === 'HEAD') letGo(answer)
      const wait = c.get('retryAfterSeconds')
      if (wait !== undefined) answer.headers.set('retry-after', String(wait))
      if (mount.isPersonal && !answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
      return answer
    })
  }
  app.notFound(c => c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404))
  return { fetch: (request, bindings) => app.fetch(request, bindings) }
}

async function pass(c: HttpContext, mount: Mount, parts: GateParts, underWay: { count: number }): Promise<Response> {
  const { headers } = c.req.raw
  const hasKey = looksLikeKey(headers)
  const isKeyed = hasKey && mount.ways.includes('key')
  // A key stands alone, and what does not let anybody in here is not there for those behind.
  if (hasKey || !mount.ways.includes('cookie')) headers.delete('cookie')
  if (!isKeyed && !mount.ways.includes('bearer')) headers.delete('authorization')
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!isRead && !isKeyed && isFromElsewhere(c, parts.env)) {
    note(c, { code: 'FOREIGN_ORIGIN' }, parts)
    return refuse(c, mount, 403, 'FOREIGN_ORIGIN', 'This request came from another site.')
  }
  if (!isRead && mount.takes === 'json' && !isJson(headers))
    return refuse(c, mount, 415, 'NOT_JSON', 'Send this as application/json.')
  const mostBytes = isRead ? 0 : (mount.bodyBytes ?? usualBodyBytes)
  if (declaredBytes(headers) > mostBytes) return refuseSize(c, mount)
  if (underWay.count >= atOnce[mount.cost])
    return refuse(c, mount, 503, 'BUSY', 'This is busy right now. Please try again.', { 'retry-after': '1' })
  underWay.count++
  const body = capped(c, mostBytes)
  const late = latecomer(mount.seconds ?? usualSeconds)
  try {
    const serving = askedBy(networkOf(c.get('ipAddress')), async () => mount.serve(c))
    const answer = await Promise.race([serving, late.promise])
    if (body.isTooLarge()) return refuseSize(c, mount)
    if (answer !== 'late') return answer
    // What comes after all is sent to nobody.
    void serving.then(letGo, () => {})
    const hasAll = c.env?.incoming?.complete ?? true
    return hasAll
      ? refuse(c, mount, 503, 'TOO_SLOW', 'This takes too long right now. Please try again.', { 'retry-after': '5' })
      : refuse(c, mount, 408, 'REQUEST_TIMEOUT', 'This request took too long to arrive.', { connection: 'close' })
  } catch (error) {
    if (body.isTooLarge()) return refuseSize(c, mount)
    throw error
  } finally {
    late.cancel()
    underWay.count--
  }
}

/** Ends a body that nobody will read: the file or connection that it comes from would stay open. */
function letGo({ body }: Response): void {
  body?.cancel().catch(() => {})
}

function latecomer(seconds: number) {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), seconds * 1_000).unref()
  return { promise, cancel: () => clearTimeout(timer) }
}

function refuseSize(c: HttpContext, mount: Mount): Response {
  const { code, message, ...data } = mount.tooLarge?.(c.req.path) ?? {
    code: 'TOO_LARGE',
    message: 'This is too large.',
  }
  // What still comes in is not worth reading.
  return refuse(c, mount, 413, code, message, { connection: 'close' }, data)
}

function refuse(
  c: HttpContext,
  mount: Mount,
  status: 403 | 405 | 408 | 413 | 415 | 503,
  code: string,
  message: string,
  headers: Record<string, string> = {},
  data: object = {},
): Response {
  const all = { ...headers, 'cache-control': 'no-store' }
  if (c.req.method === 'HEAD') return c.body(null, status, all)
  const plain = { code, message, data }
  return mount.speaks === 'rpc'
    ? c.json({ json: { defined: false, status, ...plain } }, status, all)
    : c.json(plain, status, all)
}

/** Expected failures pass as they are; anything else is logged and masked. */
function failed(c: HttpContext, error: unknown, parts: GateParts): Response {
  if (error instanceof ORPCError) {
    note(c, error, parts)
    const { retryAfterSeconds } = (error.data ?? {}) as { retryAfterSeconds?: unknown }
    if (typeof retryAfterSeconds === 'number') c.set('retryAfterSeconds', retryAfterSeconds)
    return c.json(error.toJSON(), error.status as 400)
  }
  const requestId = c.get('requestId')
  parts.log.error({ err: error, requestId }, 'unexpected failure')
  const message = 'Something went wrong. Please try again.'
  return c.json({ code: 'INTERNAL_SERVER_ERROR', message, data: { requestId } }, 500)
}

function note(c: HttpContext, refusal: { code: string }, { securityEvents }: GateParts): void {
  const from = { ipAddress: c.get('ipAddress'), requestId: c.get('requestId') }
  noteRefusal(securityEvents, refusal, { ...from, detail: c.get('route') ?? 'other' })
}

function byPath(mounts: readonly Mount[]): Map<string, Mount[]> {
  const found = new Map<string, Mount[]>()
  for (const mount of mounts) found.set(mount.path, [...(found.get(mount.path) ?? []), mount])
  return found
}
