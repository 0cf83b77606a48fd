import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { goodPassword, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { browser, newEmail, newIp, openSession } from '#test/browser.ts'
import { isLong } from '#test/long.ts'
import { tokenFor } from '#test/mailbox.ts'
import { servedPaths } from './outcomes.ts'

const app = sharedTestApp({ env: { TRUST_PROXY: 'on', DATABASE_POOL: '20' } })

const wrong = 'Wrong-Password-99'
const someone = () => person(app, { password: goodPassword })

/** What the sign-in library itself offers over HTTP, as method and path. */
function offered(): { method: string; path: string }[] {
  const endpoints = Object.values(app.runtime.auth.api) as { path?: string; options?: { method?: string | string[] } }[]
  return endpoints.flatMap(({ path, options }) =>
    path ? [options?.method ?? 'GET'].flat().map(method => ({ method, path })) : [],
  )
}

const failuresOf = async (email: string) =>
  (await app.sql<{ failures: number }>('select failures from sign_in_failures where email_key = $1', [email]))[0]
    ?.failures ?? 0
const sessionsOf = async (userId: string) =>
  (await app.sql<{ n: number }>('select count(*)::int as n from session where user_id = $1', [userId]))[0]!.n

const origins = [null, 'own', 'null', 'https://evil.example'] as const
const sites = [null, 'same-origin', 'none', 'same-site', 'cross-site'] as const
const modes = [null, 'cors', 'navigate'] as const
/** Anything but JSON never comes as far as the library. */
const types = isLong
  ? (['application/json', 'application/x-www-form-urlencoded', 'text/plain', null] as const)
  : (['application/json', null] as const)

interface Combination {
  origin: (typeof origins)[number]
  site: (typeof sites)[number]
  mode: (typeof modes)[number]
  type: (typeof types)[number]
  hasCookie: boolean
}

const combinations: Combination[] = origins.flatMap(origin =>
  sites.flatMap(site =>
    modes.flatMap(mode =>
      types.flatMap(type => [true, false].map(hasCookie => ({ origin, site, mode, type, hasCookie }))),
    ),
  ),
)

/** Every header by itself and with every other one, in a fraction of the requests. */
const pairs = isLong ? combinations : combinations.filter((_, i) => i % 13 === 0 || i % 17 === 0)

/** Their answers take half a second each. */
const evened = ['/sign-up/email', '/request-password-reset', '/sign-in/magic-link', '/send-verification-email']

async function send(method: string, path: string, body: Record<string, unknown>, by: Combination, cookie: string) {
  const { origin, site, mode, type, hasCookie } = by
  const isPost = method === 'POST'
  const query = isPost ? '' : `?${new URLSearchParams({ token: 'nonsense' })}`
  const text = type?.includes('form')
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
  const answer = await app.fetch(`/auth-api${path}${query}`, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': newIp(),
      ...(origin && { origin: origin === 'own' ? app.url : origin }),
      ...(site && { 'sec-fetch-site': site }),
      ...(mode && { 'sec-fetch-mode': mode }),
      ...(isPost && type && { 'content-type': type }),
      ...(hasCookie && { cookie }),
    },
    // Bytes, because a text brings a content type of its own.
    ...(isPost && { body: new TextEncoder().encode(text) }),
  })
  await answer.arrayBuffer()
  const token = answer.headers
    .getSetCookie()
    .map(line => /^exchange\.session_token=([^;]+)/.exec(line)?.[1])
    .find(Boolean)
  return { status: answer.status, token }
}

async function inGroups<T>(items: T[], size: number, work: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += size) await Promise.all(items.slice(i, i + size).map(work))
}

describe('every path of sign-in', () => {
  test('that the library offers is served with a meaning, or is not there', async () => {
    for (const { method, path } of offered()) {
      if (servedPaths.includes(path)) continue
      const visitor = { origin: 'own', site: 'same-origin', mode: 'cors', type: 'application/json', hasCookie: false }
      const { status } = await send(method, path.replace(/:\w+/, 'x'), {}, visitor as Combination, '')
      expect(status, `${method} ${path}`).toBe(404)
    }
    const paths = offered().map(({ path }) => path)
    for (const path of servedPaths) expect(paths, 'no longer of the library').toContain(path)
  })

  test('[H2] leaves the count of failures and makes no session, whatever headers come with a wrong password', async () => {
    const [victim, other] = [await someone(), await someone()]
    const remember = () =>
      app.runtime.db.execute(sql`insert into sign_in_failures (email_key, failures, last_failed_at)
        values (${victim.email}, 3, now()) on conflict (email_key) do update set failures = 3, locked_until = null`)
    const body = {
      email: victim.email,
      password: wrong,
      currentPassword: wrong,
      newPassword: 'Password1',
      newEmail: newEmail(),
      token: 'nonsense',
      code: '000000',
      firstName: 'Ada',
      lastName: 'Okafor',
      phone: '+447700900123',
    }
    const cookie = await openSession(app.runtime, other.id)
    for (const { method, path } of offered().filter(({ path }) => servedPaths.includes(path))) {
      const ends = ['/sign-out', '/revoke-sessions', '/revoke-session', '/revoke-other-sessions'].includes(path)
      const chosen = path === '/sign-in/email' ? combinations : evened.includes(path) ? pairs.slice(0, 24) : pairs
      // One after the other where the password is looked at: what one clears, another would fill up again.
      const looks = path === '/sign-in/email'
      await remember()
      await inGroups(chosen, looks ? 1 : 24, async by => {
        const own = ends ? await openSession(app.runtime, other.id) : cookie
        if (looks) await remember()
        const { token } = await send(method, path, body, by, own)
        // A cookie that is sent back is of whoever sent one, never of the victim.
        expect(token && !by.hasCookie, `${path} ${JSON.stringify(by)}`).toBeFalsy()
        if (looks) expect(await failuresOf(victim.email), JSON.stringify(by)).toBeGreaterThanOrEqual(3)
      })
      expect(await failuresOf(victim.email), path).toBeGreaterThanOrEqual(3)
      expect(await sessionsOf(victim.id), path).toBe(0)
    }
  })

  test('[H2] forgets the failures exactly when the password was looked at and right', async () => {
    const victims = await Promise.all(combinations.filter((_, i) => i % 3 === 0).map(() => someone()))
    const chosen = combinations.filter((_, i) => i % 3 === 0)
    const cookie = await openSession(app.runtime, (await someone()).id)
    await inGroups(
      chosen.map((by, i) => ({ by, victim: victims[i]! })),
      24,
      async ({ by, victim }) => {
        await app.runtime.db.execute(
          sql`insert into sign_in_failures (email_key, failures, last_failed_at) values (${victim.email}, 3, now())`,
        )
        const sent = await send('POST', '/sign-in/email', { email: victim.email, password: goodPassword }, by, cookie)
        const isIn = sent.token !== undefined
        expect(sent.status === 200, JSON.stringify(by)).toBe(isIn)
        expect((await failuresOf(victim.email)) === 0, JSON.stringify(by)).toBe(isIn)
        expect(await sessionsOf(victim.id), JSON.stringify(by)).toBe(isIn ? 1 : 0)
      },
    )
  })

  test('[H2] a right password of an address that is not confirmed clears the count too', async () => {
    const { email, id } = await someone()
    await app.sql('update "user" set email_verified = false where id = $1', [id])
    for (let i = 0; i < 4; i++) await browser(app).signIn(email, wrong)
    expect(await browser(app).signIn(email)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
    expect(await failuresOf(email)).toBe(0)
  })
})

describe('[H1] how easy a password is to guess', () => {
  const common = 'Password1'

  test('is judged on the paths that set one, and nowhere else', async () => {
    const { email } = await someone()
    const visitor = browser(app)
    await visitor.signIn(email)
    for (const path of ['/request-password-reset', '/reset-password/check', '/sign-out']) {
      const { body } = await visitor.post(path, { email, token: 'nonsense', newPassword: common, password: common })
      expect(body.code, path).not.toBe('PASSWORD_COMPROMISED')
    }
  })

  test('is judged for nobody who is not entitled to set it', async () => {
    const { email } = await someone()
    const visitor = browser(app)
    expect((await visitor.post('/reset-password', { token: 'nonsense', newPassword: common })).body.code).toBe(
      'INVALID_TOKEN',
    )
    expect((await visitor.post('/change-password', { currentPassword: wrong, newPassword: common })).status).toBe(401)
    expect((await visitor.post('/invitation/accept', { newPassword: common })).status).toBe(401)
    await visitor.signIn(email)
    const change = (currentPassword: string) =>
      visitor.post('/change-password', { currentPassword, newPassword: common })
    expect((await change(wrong)).body.code).toBe('INVALID_PASSWORD')
    expect((await change(goodPassword)).body.code).toBe('PASSWORD_COMPROMISED')
    await visitor.post('/request-password-reset', { email })
    const token = await tokenFor(app, email, '/reset-password')
    expect((await visitor.post('/reset-password', { token, newPassword: common })).body.code).toBe(
      'PASSWORD_COMPROMISED',
    )
  })
})
