import { expect, test } from 'vitest'
import { admin, goodPassword, member, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp()

test('a visitor is nobody and may know of the venue', async () => {
  expect(await app.as(null).members.me()).toBeNull()
  expect(await app.as(null).venue.about()).toMatchObject({ opensAt: '08:00', closesAt: '20:00' })
})

test('an admin changes a setting, everyone else is refused, and the change is audited', async () => {
  const boss = await admin(app)
  await expect(app.as(await member(app)).venue.changeSettings({ holdMinutes: 20 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(app.as(null).venue.changeSettings({ holdMinutes: 20 })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  expect(await app.as(boss).venue.changeSettings({ holdMinutes: 20 })).toMatchObject({ holdMinutes: 20 })
  const rows = await app.sql(`select actor_id, after from audit_log where table_name = 'settings'`)
  expect(rows).toMatchObject([{ actor_id: boss.id, after: { key: 'holdMinutes', value: 20 } }])
  expect(await app.sql('select audit_first_bad() as bad')).toEqual([{ bad: null }])
})

test('the same key and body is answered once, another body is refused', async () => {
  const boss = await admin(app)
  const first = await app.as(boss, { idempotencyKey: 'k' }).venue.changeSettings({ guestEntryPence: 150 })
  expect(await app.as(boss, { idempotencyKey: 'k' }).venue.changeSettings({ guestEntryPence: 150 })).toEqual(first)
  await expect(
    app.as(boss, { idempotencyKey: 'k' }).venue.changeSettings({ guestEntryPence: 250 }),
  ).rejects.toMatchObject({ status: 422 })
})

test('a person signs in over HTTP and is who they are', async () => {
  const someone = await person(app, { password: goodPassword })
  const answer = await app.fetch('/auth-api/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email: someone.email.toUpperCase(), password: goodPassword }),
  })
  expect(answer.status).toBe(200)
  const cookie = answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const me = await app.fetch('/rpc/members/me', { headers: { cookie } })
  expect(await me.json()).toMatchObject({ json: { userId: someone.id } })
})
