import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { admin, goodPassword, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { sessionCookie } from '#test/browser.ts'
import { statementsOf } from '#test/statements.ts'

const app = sharedTestApp()
const password = goodPassword
const day = 86_400_000

const me = async (headers: Record<string, string>) => {
  const answer = await app.fetch('/rpc/members/me', { headers })
  return ((await answer.json()) as { json: { userId: string } | null }).json?.userId ?? null
}
const sessionOf = async (person: Person) =>
  (
    await app.sql<{ token: string; expires_at: Date }>('select token, expires_at from session where user_id = $1', [
      person.id,
    ])
  )[0]
const signed = (value: string, secret = app.runtime.env.secret) =>
  `${value}.${createHmac('sha256', secret).update(value).digest('base64')}`
const signatureOf = (cookie: string) => /exchange\.session_token=([^;]+)/.exec(cookie)![1]!

test('who is asking is found in one prepared statement', async () => {
  const ada = await member(app, { password })
  const cookie = await sessionCookie(app, ada.email, password)
  const sent = await statementsOf(async () => expect(await me({ cookie })).toBe(ada.id))
  expect(sent.filter(({ name }) => name === 'actor_by_session')).toHaveLength(1)
  expect(sent.filter(({ text }) => /\bsession\b/.test(text))).toHaveLength(1)
  expect(await statementsOf(async () => expect(await me({})).toBeNull())).toHaveLength(0)
})

test('a cookie counts only with the signature of this house, by its own name', async () => {
  const ada = await member(app, { password })
  const cookie = await sessionCookie(app, ada.email, password)
  const { token } = (await sessionOf(ada))!
  const named = (value: string) => ({ cookie: `exchange.session_token=${value}` })
  expect(decodeURIComponent(signatureOf(cookie))).toBe(signed(token))
  expect(await me(named(encodeURIComponent(signed(token))))).toBe(ada.id)
  expect(await me(named(signed(token)))).toBe(ada.id)
  for (const wrong of [
    token,
    `${token}.`,
    signed(token, 'the secret of another house, just as long'),
    signed(token).replace(/.=$/, character => (character === 'A=' ? 'B=' : 'A=')),
    signed(token).replace(/=$/, ''),
    signed(`${token}x`),
    signed(''),
    '%E0%A4%A',
  ])
    expect(
      await statementsOf(async () => expect(await me(named(encodeURIComponent(wrong))), wrong).toBeNull()),
    ).toHaveLength(wrong === signed(`${token}x`) ? 1 : 0)
  expect(await me({ cookie: `exchange.session=${encodeURIComponent(signed(token))}` })).toBeNull()
})

const age = (person: Person, since: { signedIn: number; used: number }) =>
  app.sql('update session set created_at = $2, updated_at = $3 where user_id = $1', [
    person.id,
    new Date(Date.now() - since.signedIn),
    new Date(Date.now() - since.used),
  ])
const hour = 3_600_000
const minute = 60_000

test('the use of a session is noted every few minutes, not by a page that nobody is at, and never beyond its day', async () => {
  const ada = await member(app, { password })
  const cookie = await sessionCookie(app, ada.email, password)
  const end = async () => (await sessionOf(ada))!.expires_at.getTime()
  const first = await end()
  expect(first).toBeGreaterThan(Date.now() + 29.9 * day)
  expect(await me({ cookie })).toBe(ada.id)
  expect(await end()).toBe(first)
  await age(ada, { signedIn: 20 * day, used: 2 * hour })
  expect(await me({ cookie, 'x-exchange-quiet': 'on' })).toBe(ada.id)
  expect(await end()).toBe(first)
  expect(await me({ cookie })).toBe(ada.id)
  expect(await end()).toBeGreaterThan(first)
  await age(ada, { signedIn: 80 * day, used: 2 * hour })
  expect(await me({ cookie })).toBe(ada.id)
  expect(Math.abs((await end()) - (Date.now() + 10 * day))).toBeLessThan(minute)
  await age(ada, { signedIn: 90 * day + minute, used: 6 * minute })
  expect(await me({ cookie })).toBeNull()
  expect(await sessionOf(ada)).toBeUndefined()
})

test('staff are signed out by a day, committee and admins by an hour without use, the door never by a pause', async () => {
  for (const [role, signedIn, used, isOn] of [
    ['admin', 23 * hour, 55 * minute, true],
    ['admin', 2 * hour, 61 * minute, false],
    ['admin', 25 * hour, 1 * minute, false],
    ['committee', 2 * hour, 61 * minute, false],
    ['door', 20 * hour, 19 * hour, true],
    ['door', 25 * hour, 1 * minute, false],
  ] as const) {
    const worker = await member(app, { password, roles: [role] })
    const cookie = await sessionCookie(app, worker.email, password)
    const longest = role === 'door' ? 24 * hour : 1 * hour
    const { expires_at } = (await sessionOf(worker))!
    expect(Math.abs(expires_at.getTime() - (Date.now() + longest)), role).toBeLessThan(minute)
    await age(worker, { signedIn, used })
    await app.sql(`update session set expires_at = now() + interval '30 days' where user_id = $1`, [worker.id])
    expect(await me({ cookie }), `${role} ${signedIn / hour} ${used / minute}`).toBe(isOn ? worker.id : null)
  }
})

test('how long sessions last is the venue’s setting', async () => {
  const boss = await admin(app, { password })
  await app.as(boss).venue.changeSettings({ staffIdleMinutes: 120, memberSessionDays: 7 })
  const cookie = await sessionCookie(app, boss.email, password)
  await age(boss, { signedIn: 3 * hour, used: 110 * minute })
  expect(await me({ cookie })).toBe(boss.id)
  const ada = await member(app, { password })
  await sessionCookie(app, ada.email, password)
  expect((await sessionOf(ada))!.expires_at.getTime()).toBeLessThan(Date.now() + 7.1 * day)
  // What is over by a setting that became shorter is over for sign-in itself too, whatever is asked first.
  await age(boss, { signedIn: 3 * hour, used: 110 * minute })
  await app.as(boss).venue.changeSettings({ staffIdleMinutes: 60, memberSessionDays: 90 })
  const change = { currentPassword: password, newPassword: 'Teapot-Harbour-88' }
  const refused = await app.fetch('/auth-api/change-password', {
    method: 'POST',
    headers: { cookie, origin: app.url, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(refused.status).toBe(401)
  expect(await sessionOf(boss)).toBeUndefined()
})

test('signing out ends the session at once, and what staff change counts with the next request', async () => {
  const ada = await member(app, { password })
  const cookie = await sessionCookie(app, ada.email, password)
  await app.sql('update profiles set must_change_password = true where user_id = $1', [ada.id])
  const refused = await app.fetch('/rpc/members/profile', { headers: { cookie } })
  expect(await refused.text()).toContain('PASSWORD_CHANGE_REQUIRED')
  const out = await app.fetch('/auth-api/sign-out', { method: 'POST', headers: { cookie, origin: app.url } })
  expect(out.status).toBe(200)
  expect(out.headers.get('clear-site-data')).toBe('"cache"')
  expect(await me({ cookie })).toBeNull()
})

test('what is only read leaves cookies alone, also when a sign-in has replaced its session meanwhile', async () => {
  const ada = await member(app, { password })
  const cookie = await sessionCookie(app, ada.email, password)
  await app.sql('delete from session where user_id = $1', [ada.id])
  for (const path of ['get-session', 'list-sessions', 'list-accounts']) {
    const answer = await app.fetch(`/auth-api/${path}`, { headers: { cookie } })
    expect(answer.headers.getSetCookie(), path).toEqual([])
  }
  const out = await app.fetch('/auth-api/sign-out', { method: 'POST', headers: { cookie, origin: app.url } })
  expect(out.headers.getSetCookie().join()).toContain('exchange.session_token=; Max-Age=0')
})

test('a key finds its person in one statement and says to the minute when it was used', async () => {
  const boss = await admin(app)
  const { key } = await app.as(boss).members.createKey({ name: 'Display' })
  const authorization = `Bearer ${key}`
  const sent = await statementsOf(async () => expect(await me({ authorization })).toBe(boss.id))
  expect(sent.filter(({ name }) => name === 'actor_by_key')).toHaveLength(1)
  expect(sent.filter(({ text }) => /api_keys/.test(text))).toHaveLength(1)
  const usedAt = async () =>
    (await app.sql<{ last_used_at: Date }>('select last_used_at from api_keys where user_id = $1', [boss.id]))[0]!
      .last_used_at
  const first = app.clock.now()
  expect(await usedAt()).toEqual(first)
  app.clock.advance(30_000)
  await me({ authorization })
  expect(await usedAt()).toEqual(first)
  app.clock.advance(31_000)
  await me({ authorization })
  expect(await usedAt()).toEqual(app.clock.now())
})
