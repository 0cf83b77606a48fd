import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { clientAddressHeader } from '#platform/auth.ts'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'

export interface HttpVariables {
  requestId: string
  ipAddress: string
}

export type HttpEnv = { Bindings: HttpBindings; Variables: HttpVariables }

/** Gives each request an id, finds the client's address and writes one log line (route, status, time; no personal data). */
export function requestBasics(
  env: Env,
  log: Log,
  onDone: (method: string, route: string, status: number, seconds: number) => void,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const startedAt = performance.now()
    const id = randomUUID()
    c.set('requestId', id)
    c.set('ipAddress', clientAddress(c, env.TRUST_PROXY === 'on'))
    await next()
    c.res.headers.set('x-request-id', id)
    const seconds = (performance.now() - startedAt) / 1000
    const route = routeName(c.req.path)
    onDone(c.req.method, route, c.res.status, seconds)
    log.debug(
      { requestId: id, method: c.req.method, route, status: c.res.status, ms: Math.round(seconds * 1000) },
      'request',
    )
  }
}

/**
 * Headers for every answer: scripts only from here and none inline; styles by nonce, style attributes allowed because the
 * component library positions with them; no framing; nothing sniffed.
 */
export function securityHeaders(env: Env): MiddlewareHandler<HttpEnv> {
  const isSecure = env.publicUrl.startsWith('https:')
  return async (c, next) => {
    await next()
    const { headers } = c.res
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', contentPolicy(null))
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()')
    if (isSecure) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
  }
}

export function contentPolicy(nonce: string | null): string {
  return [
    "default-src 'self'",
    // The QR decoder is WebAssembly.
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src-elem 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Refuses writes that another site caused: browsers say where a request comes from. Requests that carry their own key
 * (integrations, webhooks, the simulator's REST calls) are not made by a browser with our cookies.
 */
export function sameOriginWrites(env: Env): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    const isKeyed = c.req.header('authorization') !== undefined || c.req.path.startsWith('/webhooks/')
    if (!isRead && !isKeyed) {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      const isForeign = site
        ? !['same-origin', 'none'].includes(site)
        : origin !== undefined && !isOwnOrigin(origin, c, env)
      if (isForeign) return c.json({ code: 'FOREIGN_ORIGIN', message: 'This request came from another site.' }, 403)
    }
    return next()
  }
}

function isOwnOrigin(origin: string, c: Context<HttpEnv>, env: Env): boolean {
  return origin === env.publicUrl || (!env.isProduction && origin === `http://${c.req.header('host')}`)
}

/** The peer's address, or with one trusted proxy the last address it added. */
export function clientAddress(c: Context<HttpEnv>, trustsProxy: boolean): string {
  const peer = c.env?.incoming?.socket?.remoteAddress ?? 'unknown'
  if (!trustsProxy) return peer
  return c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() || peer
}

const maxFormBytes = 50_000

/**
 * The request as the sign-in library gets it: a JSON object of bounded size, and an address header that only we set.
 * Null when the body is anything else.
 */
export async function signInRequest(c: Context<HttpEnv>): Promise<Request | null> {
  const headers = new Headers(c.req.raw.headers)
  headers.set(clientAddressHeader, c.get('ipAddress'))
  if (c.req.method !== 'POST') return new Request(c.req.url, { method: c.req.method, headers })
  const text = await c.req.text()
  const isJson =
    (headers.get('content-type') ?? '').startsWith('application/json') && text.length <= maxFormBytes && parses(text)
  if (text !== '' && !isJson) return null
  headers.set('content-type', 'application/json')
  return new Request(c.req.url, { method: 'POST', headers, body: text || '{}' })
}

function parses(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The path without its changing parts, as a label for logs and metrics. */
function routeName(path: string): string {
  if (path.startsWith('/assets/')) return '/assets'
  return path
    .split('/')
    .slice(0, 5)
    .map(part => (/^[a-z][a-z0-9.-]{0,40}$/i.test(part) && !/\d{4}/.test(part) ? part : part && ':id'))
    .join('/')
}
