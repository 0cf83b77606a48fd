import { isIP } from 'node:net'
import type { Env } from '#platform/env.ts'
import type { HttpContext } from './middleware.ts'

/**
 * Whether another site caused this request: browsers say where one comes from. Programs say nothing and have no cookie
 * that somebody else could make them send.
 */
export function isFromElsewhere(c: HttpContext, env: Env): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site) return !['same-origin', 'none'].includes(site)
  const origin = c.req.header('origin')
  return origin !== undefined && !isOwnOrigin(origin, c, env)
}

/**
 * Whether a request names this server as its own pages do. On a developer's machine another site could have its name lead
 * here and then read everything, the in-box of the mail catcher too; an address of numbers is nobody's name. In production
 * the proxy decides which names lead here.
 */
export function isForThisHost(host: string | undefined, env: Env): boolean {
  if (env.isProduction || host === undefined || host === new URL(env.publicUrl).host) return true
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}

function isOwnOrigin(origin: string, c: HttpContext, env: Env): boolean {
  return origin === env.publicUrl || (!env.isProduction && origin === `http://${c.req.header('host')}`)
}
