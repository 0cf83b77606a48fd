import { createHmac, randomUUID } from 'node:crypto'
import { session } from '#platform/db/tables.ts'
import type { Runtime } from '#platform/runtime.ts'
import { goodPassword } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
  cookies: string[]
}

let count = 0
/** An address on the network that nobody else in this run has; the server must be started with `TRUST_PROXY: 'on'`. */
export const newIp = () => `10.9.${Math.floor(++count / 250)}.${(count % 250) + 1}`
export const newEmail = () => `person${++count}@signup.example`

export type Browser = ReturnType<typeof browser>

/** Signs in over HTTP and returns the cookie header of the session, for requests that need nothing else of a browser. */
export async function sessionCookie(app: TestApp, email: string, password = goodPassword): Promise<string> {
  const answer = await app.fetch('/auth-api/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in failed: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line: string) => line.split(';')[0])
    .join('; ')
}

/** The cookie header of a new session, as a sign-in leaves it. */
export async function openSession(runtime: Runtime, userId: string): Promise<string> {
  const { authCookies, secret, sessionConfig } = await runtime.auth.$context
  const token = randomUUID()
  const expiresAt = new Date(Date.now() + sessionConfig.expiresIn * 1_000)
  await runtime.db.insert(session).values({ token, userId, expiresAt })
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `${authCookies.sessionToken.name}=${encodeURIComponent(`${token}.${signature}`)}`
}

/** A browser with its cookies, at a network address of its own. */
export function browser(app: TestApp, ip = newIp()) {
  const jar = new Map<string, string>()
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await app.fetch(path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': ip,
        'sec-fetch-site': 'same-origin',
        ...(method !== 'GET' && { origin: app.url }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(jar.size > 0 && { cookie: [...jar].map(pair => pair.join('=')).join('; ') }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const cookies = answer.headers.getSetCookie()
    for (const line of cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/max-age=0/i.test(line)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    const text = await answer.text()
    return {
      status: answer.status,
      body: text.startsWith('{') || text.startsWith('[') || text === 'null' ? JSON.parse(text) : text,
      cookies,
    }
  }
  return {
    post: (path: string, body: object = {}) => ask('POST', `/auth-api${path}`, body),
    get: (path: string) => ask('GET', `/auth-api${path}`),
    rpc: async (path: string) => (await ask('GET', `/rpc/${path}`)).body.json,
    /** Who the server takes this browser for; null for a visitor. */
    async me() {
      return (await ask('GET', '/rpc/members/me')).body.json
    },
    signIn: (email: string, password = goodPassword) => ask('POST', '/auth-api/sign-in/email', { email, password }),
    jar,
  }
}

export const signUpBody = (email: string, more: object = {}) => ({
  name: 'x',
  firstName: 'Ada',
  lastName: 'Okafor',
  phone: '+447700900123',
  email,
  password: goodPassword,
  ...more,
})
