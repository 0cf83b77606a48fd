import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { clientAddressHeader } from '#platform/auth/auth.ts'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { isTooDeep } from './body.ts'

export interface HttpVariables {
  requestId: string
  ipAddress: string
  /** Label of the line that answers, for logs and metrics; never what somebody typed. */
  route?: string
  /** What a refusal says of when to come again. */
  retryAfterSeconds?: number
}

export type HttpEnv = { Bindings: HttpBindings; Variables: HttpVariables }
export type HttpContext = Context<HttpEnv>

const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

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
    const route = c.get('route') ?? 'other'
    const method = knownMethods.includes(c.req.method) ? c.req.method : 'other'
    onDone(method, route, c.res.status, seconds)
    log.debug({ requestId: id, method, route, status: c.res.status, ms: Math.round(seconds * 1000) }, 'request')
  }
}

/**
 * Headers for every answer: scripts and styles only from here, and inline none but what the build itself wrote; style attributes are allowed because the
 * component library positions with them; no framing; nothing sniffed.
 */
export function securityHeaders(env: Env): MiddlewareHandler<HttpEnv> {
  const isSecure = env.publicUrl.startsWith('https:')
  return async (c, next) => {
    await next()
    const { headers } = c.res
    // What a route allows itself is never more: a private document comes in a sandbox.
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', usualPolicy)
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('cross-origin-opener-policy', 'same-origin')
    if (!headers.has('cross-origin-resource-policy')) headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()')
    if (isSecure) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
  }
}

/** The content policy; `inline` are hashes of what stands in a page itself (see pages.ts). */
export const contentPolicy = ({ styles, scripts }: { styles: string[]; scripts: string[] }) =>
  [
    "default-src 'self'",
    // The QR decoder is WebAssembly.
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    ["style-src-elem 'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    // Pictures of products are the shop's, at Shopify's own servers.
    "img-src 'self' data: blob: https://cdn.shopify.com",
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

const usualPolicy = contentPolicy({ styles: [], scripts: [] })

/** The peer's address, or with one trusted proxy the last address it added. */
export function clientAddress(c: HttpContext, trustsProxy: boolean): string {
  const peer = c.env?.incoming?.socket?.remoteAddress ?? 'unknown'
  if (!trustsProxy) return peer
  const told = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  // Some proxies write the port beside it; whatever is no address at all is not the proxy's word.
  const address = /^\[(.+)\](?::\d+)?$/.exec(told)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(told)?.[1] ?? told
  return isIP(address) === 0 ? peer : address
}

/**
 * The request as the sign-in library gets it: a JSON object, and an address header that only we set. Null when the body
 * is anything else.
 */
export async function signInRequest(c: HttpContext): Promise<Request | null> {
  const headers = new Headers(c.req.raw.headers)
  headers.set(clientAddressHeader, c.get('ipAddress'))
  if (c.req.method !== 'POST') return new Request(c.req.url, { method: c.req.method, headers })
  const text = await c.req.text()
  const isJson = (headers.get('content-type') ?? '').startsWith('application/json') && isPlainObject(text)
  if (text !== '' && !isJson) return null
  headers.set('content-type', 'application/json')
  return new Request(c.req.url, { method: 'POST', headers, body: text || '{}' })
}

function isPlainObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !isTooDeep(value)
  } catch {
    return false
  }
}
