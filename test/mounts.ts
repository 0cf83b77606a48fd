import type { Mount } from '#platform/http/gate.ts'

type Line = Pick<Mount, 'cost' | 'isPersonal'> & { ways: string; kilobytes: number; seconds: number }

const page: Line = { ways: '', kilobytes: 64, seconds: 30, cost: 'small', isPersonal: false }
const call: Line = { ways: 'cookie key', kilobytes: 64, seconds: 60, cost: 'usual', isPersonal: true }
const simulator: Line = { ways: '', kilobytes: 64, seconds: 30, cost: 'usual', isPersonal: true }

/**
 * Every way into the server and what it is held to, written down a second time on purpose: a new one, or one that takes
 * more, changes this file and is seen in review.
 */
export const mounts: Record<string, Line> = {
  'GET HEAD /healthz': page,
  'GET HEAD /readyz': page,
  'GET /metrics': { ...page, ways: 'bearer' },
  'GET POST DELETE /v1/*': { ...simulator, ways: 'bearer' },
  'GET HEAD POST /dev/stripe/*': simulator,
  'GET HEAD POST /dev/shopify/*': simulator,
  'GET HEAD POST /dev/mail/*': simulator,
  'GET POST /auth-api/*': { ...call, ways: 'cookie', kilobytes: 16, seconds: 30 },
  'GET POST /rpc/conduct/publish': { ...call, kilobytes: 976 },
  'GET POST /rpc/content/saveSection': { ...call, kilobytes: 976 },
  'GET POST /rpc/*': call,
  'GET HEAD /api/openapi.json': page,
  'GET HEAD /api/docs': page,
  'GET HEAD /api/docs.css': page,
  'GET POST /api/conduct/publish': { ...call, kilobytes: 976 },
  'GET POST /api/content/saveSection': { ...call, kilobytes: 976 },
  'GET POST /api/*': call,
  'GET /export/:file': { ...call, seconds: 120, cost: 'large' },
  'POST /webhooks/stripe': { ways: 'signature', kilobytes: 976, seconds: 30, cost: 'usual', isPersonal: true },
  'POST /webhooks/shopify': { ways: 'signature', kilobytes: 976, seconds: 30, cost: 'usual', isPersonal: true },
  'POST /unsubscribe/:token': { ways: 'signature', kilobytes: 1, seconds: 30, cost: 'usual', isPersonal: true },
  'GET HEAD /unsubscribe/:token': { ...page, ways: 'cookie', cost: 'usual' },
  'POST /files/:name': { ...call, kilobytes: 10_240, seconds: 120, cost: 'large' },
  'GET HEAD /files/:name': { ...call, seconds: 30 },
  'GET HEAD /robots.txt': { ...page, cost: 'usual' },
  'GET HEAD /sitemap.xml': { ...page, cost: 'usual' },
  'GET HEAD /og/*': { ...page, cost: 'usual' },
  'GET /live': { ...call, ways: 'cookie', seconds: 30 },
  'GET HEAD *': { ...page, ways: 'cookie', cost: 'usual' },
}
