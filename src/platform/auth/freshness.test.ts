import { expect, test } from 'vitest'
import { admin, goodPassword } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { browser, openSession } from '#test/browser.ts'
import { listProcedures } from '#test/procedures.ts'
import { totp } from '#test/totp.ts'
import { termsOf } from '../rpc/terms.ts'

const app = sharedTestApp()
const codes = ['FRESH_SIGN_IN_NEEDED', 'NOT_BY_KEY']
const fresh = listProcedures().filter(({ procedure }) => termsOf(procedure).fresh)

/** Sends an input that nothing accepts, so that only what stands before the procedure can be seen. */
const codeOf = async (path: string[], headers: Record<string, string>) => {
  const answer = await app.fetch(`/rpc/${path.join('/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ json: { '\u0000': [] } }),
  })
  const { json } = (await answer.json()) as { json: { code?: string } | null }
  const code = json?.code ?? 'none'
  return codes.includes(code) ? code : 'passed on'
}
const age = (userId: string, by: string) =>
  app.sql(`update session set created_at = now() - $2::interval where user_id = $1`, [userId, by])

test('there are procedures that ask for a fresh sign-in', () => {
  expect(fresh.map(({ name }) => name)).toContain('members.createKey')
})

test.each(fresh)('$name asks for a sign-in within the hour, and is never done by key', async ({ path }) => {
  const boss = await admin(app)
  const { key } = await app.as(boss).members.createKey({ name: 'Everything', scope: 'write', days: 1 })
  const cookie = await openSession(app.runtime, boss.id)
  expect(await codeOf(path, { cookie })).toBe('passed on')
  await age(boss.id, '61 minutes')
  expect(await codeOf(path, { cookie })).toBe('FRESH_SIGN_IN_NEEDED')
  expect(await codeOf(path, { cookie: await openSession(app.runtime, boss.id) })).toBe('passed on')
  const byKey = await app.fetch(`/api/${path.join('/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'idempotency-key': 'by-key' },
    body: '{}',
  })
  expect(await byKey.json()).toMatchObject({ code: 'NOT_BY_KEY' })
})

test('a change of the address asks for a fresh sign-in; the list of one’s devices does not', async () => {
  const boss = await admin(app, { password: goodPassword })
  const cookie = await openSession(app.runtime, boss.id)
  const change = (newEmail: string) =>
    app.fetch('/auth-api/change-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url, cookie },
      body: JSON.stringify({ newEmail }),
    })
  expect((await change('first@elsewhere.example')).status).toBe(200)
  await age(boss.id, '61 minutes')
  const refused = await change('second@elsewhere.example')
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'FRESH_SIGN_IN_NEEDED' })
  expect((await app.fetch('/auth-api/list-sessions', { headers: { cookie } })).status).toBe(200)
})

test('the present password alone makes no old session fresh for whoever has a second factor', async () => {
  const boss = await admin(app, { password: goodPassword })
  const owner = browser(app)
  await owner.signIn(boss.email)
  const change = (currentPassword: string, newPassword: string) =>
    owner.post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true })
  const { body } = await owner.post('/two-factor/enable', { password: goodPassword })
  const secret = new URL(body.totpURI).searchParams.get('secret')!
  await owner.post('/two-factor/verify-totp', { code: totp(secret) })
  await age(boss.id, '59 minutes')
  expect((await change(goodPassword, 'Teapot-Harbour-88')).status).toBe(200)
  await age(boss.id, '61 minutes')
  expect(await change('Teapot-Harbour-88', goodPassword)).toMatchObject({
    status: 403,
    body: { code: 'FRESH_SIGN_IN_NEEDED' },
  })
  // Without a second factor the password is all that a fresh sign-in would ask for.
  await app.sql('update "user" set two_factor_enabled = false where id = $1', [boss.id])
  expect((await change('Teapot-Harbour-88', goodPassword)).status).toBe(200)
})

test('settings that guard the house are changed like what they guard; the others by whoever may', async () => {
  const boss = await admin(app)
  const { key } = await app.as(boss).members.createKey({ name: 'Everything', scope: 'write' })
  const cookie = await openSession(app.runtime, boss.id)
  await age(boss.id, '61 minutes')
  const change = async (by: Record<string, string>, json: object) => {
    const headers = { 'content-type': 'application/json', origin: app.url, ...by }
    const answer = await app.fetch('/rpc/venue/changeSettings', {
      method: 'POST',
      headers,
      body: JSON.stringify({ json }),
    })
    return ((await answer.json()) as { json: { code?: string } }).json.code ?? answer.status
  }
  for (const guarding of [
    { twoFactorRequiredForAdmins: false },
    { staffIdleMinutes: 1_440 },
    { auditMonths: 1 },
    { securityAlarms: false, opensAt: '09:00' },
  ]) {
    expect(await change({ cookie }, guarding)).toBe('FRESH_SIGN_IN_NEEDED')
    expect(await change({ authorization: `Bearer ${key}` }, guarding)).toBe('NOT_BY_KEY')
  }
  expect(await change({ cookie }, { gettingIn: '+44 20 7946 0999' })).toBe(200)
  expect(await change({ cookie: await openSession(app.runtime, boss.id) }, { auditMonths: 24 })).toBe(200)
})
