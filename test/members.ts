import { expect } from 'vitest'
import type { TestApp } from './app.ts'

export const goodPassword = 'Kiln-Orchard-Seven7'

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

/** Sends what waits and gives the mails to `to`, newest first. */
export async function mailsTo(app: TestApp, to: string): Promise<{ subject: string; links: string[] }[]> {
  await app.runJobs()
  const answer = await app.fetch(`/dev/mail/messages.json?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as { subject: string; links: string[] }[]
}

/** The secret of the link to `path` in the newest mail that has one. */
export async function tokenFor(app: TestApp, to: string, path: string): Promise<string> {
  const links = (await mailsTo(app, to)).flatMap(mail => mail.links)
  const link = links.find(each => new URL(each).pathname === path)
  expect(link, `a link to ${path} for ${to}`).toBeDefined()
  return new URL(link!).searchParams.get('token')!
}
