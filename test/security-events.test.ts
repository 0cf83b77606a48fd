import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openSecurityEvents } from '#platform/security/events.ts'
import { type SecurityKind, securityKinds } from '#platform/security/kinds.ts'
import { admin, doorStaff, goodPassword, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from './app.ts'
import { applicant, uploadDocument } from './applications.ts'
import { browser, newEmail, newIp, openSession } from './browser.ts'
import { isLong } from './long.ts'
import { tokenFor } from './mailbox.ts'
import { marketDay, marketMorning, scanOf } from './market.ts'
import { statementsOf } from './statements.ts'
import { totp } from './totp.ts'

// Whatever security asks for leaves a row that cannot be changed. Each kind is made here over HTTP, as it happens.
const app = sharedTestApp({ now: marketMorning, env: { TRUST_PROXY: 'on', LOG_LEVEL: 'silent' } })
const someone = () => member(app, { password: goodPassword })
const json = { 'content-type': 'application/json' }

/** A call by this person from an address of its own; resolves to the address. */
async function ask(who: Person | null, path: string, init: { body?: object; headers?: Record<string, string> } = {}) {
  const ip = newIp()
  const cookie = who && (await openSession(app.runtime, who.id))
  const answer = await app.fetch(path, {
    ...(init.body && { method: 'POST', body: JSON.stringify(init.body) }),
    headers: {
      ...json,
      'x-forwarded-for': ip,
      ...(cookie && { cookie }),
      ...(init.body && { origin: app.url }),
      ...init.headers,
    },
  })
  return { ip, status: answer.status, text: await answer.text() }
}
const call = async (who: Person, procedure: string, input: object) =>
  ask(who, `/rpc/${procedure}`, { body: { json: input }, headers: { 'idempotency-key': randomUUID() } })

/** Whom and where from the row must name. */
interface Made {
  personId?: string
  ip?: string
  detail?: string
}

const makers: Record<SecurityKind, () => Promise<Made>> = {
  async 'sign-in-failed'() {
    const { id, email } = await someone()
    const ip = newIp()
    await browser(app, ip).signIn(email.toUpperCase(), 'Not-The-Password1')
    return { personId: id, ip, detail: '/sign-in/email' }
  },
  async 'sign-in-locked'() {
    const { id, email } = await someone()
    const ip = newIp()
    for (let i = 0; i < 5; i++) await browser(app, ip).signIn(email, 'Not-The-Password1')
    return { personId: id, ip }
  },
  async 'code-wrong'() {
    const { id, email } = await someone()
    const ip = newIp()
    const visitor = browser(app, ip)
    await visitor.signIn(email)
    await visitor.post('/two-factor/enable', { password: goodPassword })
    await visitor.post('/two-factor/verify-totp', { code: '000000' })
    return { personId: id, ip }
  },
  async 'link-refused'() {
    const ip = newIp()
    await browser(app, ip).post('/reset-password/check', { token: 'nonsense' })
    return { ip, detail: '/reset-password/check' }
  },
  async refused() {
    const who = await someone()
    const { ip, status } = await ask(who, '/rpc/members/find')
    expect(status).toBe(403)
    return { personId: who.id, ip, detail: 'members.find' }
  },
  async 'foreign-origin'() {
    const { ip, status } = await ask(null, '/rpc/contact/send', {
      body: {},
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(status).toBe(403)
    return { ip, detail: '/rpc/contact/send' }
  },
  async 'limit-hit'() {
    const ip = newIp()
    const visitor = browser(app, ip)
    const sent = Array.from({ length: 7 }, () => visitor.post('/request-password-reset', { email: newEmail() }))
    expect((await Promise.all(sent)).map(({ status }) => status)).toContain(429)
    return { ip, detail: '/request-password-reset' }
  },
  async 'signature-wrong'() {
    const { ip, status } = await ask(null, '/webhooks/stripe', {
      body: { id: 'evt_1' },
      headers: { 'stripe-signature': 'x' },
    })
    expect(status).toBe(400)
    return { ip, detail: 'Payment messages' }
  },
  async 'ticket-refused'() {
    await marketDay(app)
    const door = await doorStaff(app)
    const { ip } = await call(door, 'door/admit', scanOf('AQIDBAUGBwgJ'))
    return { personId: door.id, ip, detail: 'not made by this house' }
  },
  async 'document-read'() {
    const boss = await admin(app)
    const { id: ownerId, applicationId } = await applicant(app)
    const { id } = await uploadDocument(app, { id: ownerId } as Person)
    await app.sql('update membership_applications set id_document_file_id = $1 where id = $2', [id, applicationId])
    const { ip, status } = await ask(boss, `/files/${id}`)
    expect(status).toBe(200)
    return { personId: boss.id, ip, detail: `identity-document ${id}` }
  },
  async 'signed-in'() {
    const { id, email } = await someone()
    const ip = newIp()
    await browser(app, ip).signIn(email)
    return { personId: id, ip }
  },
  async 'signed-out'() {
    const { id, email } = await someone()
    const visitor = browser(app)
    await visitor.signIn(email)
    await visitor.post('/sign-out')
    return { personId: id }
  },
  async 'password-set'() {
    const { id, email } = await someone()
    const visitor = browser(app)
    await visitor.signIn(email)
    await visitor.post('/change-password', { currentPassword: goodPassword, newPassword: 'Teapot-Harbour-88' })
    return { personId: id }
  },
  async 'email-changed'() {
    const { id, email } = await someone()
    const next = newEmail()
    const visitor = browser(app)
    await visitor.signIn(email)
    await visitor.post('/change-email', { newEmail: next })
    for (const address of [email, next])
      await visitor.get(`/verify-email?token=${await tokenFor(app, address, '/change-email')}`)
    return { personId: id }
  },
  async 'second-factor-on'() {
    const { id } = await withSecondFactor()
    return { personId: id }
  },
  async 'second-factor-off'() {
    const { id, visitor, code } = await withSecondFactor()
    await visitor.post('/two-factor/disable', { password: goodPassword, code: code(1) })
    return { personId: id }
  },
  async 'key-made'() {
    const who = await someone()
    const { ip } = await call(who, 'members/createKey', { name: 'Till' })
    return { personId: who.id, ip, detail: 'Till' }
  },
  async 'key-ended'() {
    const who = await someone()
    const made = await call(who, 'members/createKey', { name: 'Till' })
    const { ip } = await call(who, 'members/revokeKey', { keyId: JSON.parse(made.text).json.id })
    return { personId: who.id, ip }
  },
  async 'role-granted'() {
    const [boss, who] = [await admin(app), await someone()]
    const { ip } = await call(boss, 'members/grantRole', { userId: who.id, role: 'door' })
    return { personId: boss.id, ip, detail: 'door' }
  },
  async 'role-withdrawn'() {
    const [boss, who] = [await admin(app), await doorStaff(app)]
    const { ip } = await call(boss, 'members/revokeRole', { userId: who.id, role: 'door' })
    return { personId: boss.id, ip, detail: 'door' }
  },
  async 'account-held'() {
    const [boss, who] = [await admin(app), await someone()]
    const { ip } = await call(boss, 'members/block', { userId: who.id, status: 'suspended', reason: 'Loud' })
    return { personId: boss.id, ip, detail: 'suspended' }
  },
  async 'account-released'() {
    const [boss, who] = [await admin(app), await member(app, { status: 'blocked' })]
    const { ip } = await call(boss, 'members/unblock', { userId: who.id })
    return { personId: boss.id, ip, detail: 'active' }
  },
  async 'person-exported'() {
    const who = await someone()
    const { ip } = await call(who, 'privacy/exportOwn', {})
    return { personId: who.id, ip }
  },
  async 'list-exported'() {
    const boss = await admin(app)
    const { ip, status } = await ask(boss, '/export/members.find.csv?q=nobody-is-called-so')
    expect(status).toBe(200)
    return { personId: boss.id, ip, detail: 'members.find, 0 rows' }
  },
  async 'person-erased'() {
    const [boss, who] = [await admin(app), await person(app)]
    const asked = await call(who, 'privacy/requestErasure', { reason: '' })
    const { ip, status } = await call(boss, 'privacy/erase', { id: JSON.parse(asked.text).json.id })
    expect(status).toBe(200)
    return { personId: boss.id, ip }
  },
}

test('what sign-in refuses to an account on hold or a sign-in of long ago leaves a row too', async () => {
  const [held, old] = [await someone(), await someone()]
  await app.as(await admin(app)).members.block({ userId: held.id, status: 'blocked', reason: 'Unpaid' })
  const refusedFor = async ({ email, id }: Person, path: string, body: object) => {
    const ip = newIp()
    const visitor = browser(app, ip)
    await visitor.signIn(email)
    await app.sql(`update session set created_at = now() - interval '61 minutes' where user_id = $1`, [id])
    const { status } = await visitor.post(path, body)
    expect(status).toBe(403)
    return (await rowsOf('refused')).filter(row => row.ipAddress === ip).map(({ detail }) => detail)
  }
  const next = { currentPassword: goodPassword, newPassword: 'Teapot-Harbour-88' }
  expect(await refusedFor(held, '/change-password', next)).toEqual(['/change-password'])
  expect(await refusedFor(old, '/change-email', { newEmail: newEmail() })).toEqual(['/change-email'])
})

test('more mails than an address is sent are refused with a time, and the row names whose address it is', async () => {
  const { id, email } = await someone()
  const ips = Array.from({ length: 11 }, newIp)
  const answers = []
  for (const ip of ips) answers.push(await app.fetch('/auth-api/request-password-reset', resetFor(email, ip)))
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429])
  expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
  const [row] = (await rowsOf('limit-hit')).filter(each => each.ipAddress === ips.at(-1))
  expect(row).toMatchObject({ personId: id, detail: '/request-password-reset' })
})

const resetFor = (email: string, ip: string) => ({
  method: 'POST',
  headers: { ...json, origin: app.url, 'x-forwarded-for': ip },
  body: JSON.stringify({ email }),
})

async function withSecondFactor() {
  const { id, email } = await someone()
  const visitor = browser(app)
  await visitor.signIn(email)
  const { body } = await visitor.post('/two-factor/enable', { password: goodPassword })
  const secret = new URL(body.totpURI).searchParams.get('secret')!
  const code = (step: number) => totp(secret, Date.now() + step * 30_000)
  expect((await visitor.post('/two-factor/verify-totp', { code: code(0) })).status).toBe(200)
  return { id, visitor, code }
}

const rowsOf = async (kind: SecurityKind, of = app) => {
  await of.runtime.securityEvents.flush()
  return (await of.as(await admin(of)).security.events({ kind, pageSize: 200 })).rows
}

describe('every kind of event leaves a row', () => {
  test.each(securityKinds)('%s', async kind => {
    const { personId, ip, detail } = await makers[kind]()
    const found = (await rowsOf(kind)).filter(
      row =>
        (personId === undefined || row.personId === personId) &&
        (ip === undefined || row.ipAddress === ip) &&
        (detail === undefined || row.detail === detail),
    )
    expect(found.length, JSON.stringify({ kind, personId, ip, detail })).toBeGreaterThan(0)
  })
})

describe('whoever tries to get further is named', () => {
  const seen = async (kind: SecurityKind, ip: string) =>
    (await rowsOf(kind)).filter(row => row.ipAddress === ip).map(({ personId, detail }) => [personId, detail])

  test('with wrong codes after the password, by app or recovery', async () => {
    const { id } = await withSecondFactor()
    const [row] = await app.sql<{ email: string }>('select email from "user" where id = $1', [id])
    for (const path of ['/two-factor/verify-totp', '/two-factor/verify-backup-code']) {
      const ip = newIp()
      const visitor = browser(app, ip)
      await visitor.signIn(row!.email)
      expect((await visitor.post(path, { code: '000000' })).status).toBe(401)
      expect(await seen('code-wrong', ip)).toEqual([[id, path]])
    }
  })

  test('with a session and a wrong present password', async () => {
    const { id, email } = await someone()
    const ip = newIp()
    const visitor = browser(app, ip)
    await visitor.signIn(email)
    await visitor.post('/change-password', { currentPassword: 'Not-The-Password1', newPassword: 'Teapot-Harbour-88' })
    expect(await seen('sign-in-failed', ip)).toEqual([[id, '/change-password']])
  })

  test('with a key that may only read, and a key that is not good is told too', async () => {
    const who = await someone()
    const { key } = await app.as(who).members.createKey({ name: 'Display' })
    const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    const writing = await ask(null, '/rpc/members/changeProfile', { body: { json: {} }, ...by(key) })
    expect(writing.status).toBe(403)
    expect(await seen('refused', writing.ip)).toEqual([[who.id, 'members.changeProfile']])
    const keys = await app.as(who).members.keys()
    await app.as(who).members.revokeKey({ keyId: keys[0]!.id })
    for (const path of ['/rpc/members/me', '/api/members/me', '/export/members.find.csv']) {
      const ended = await ask(null, path, by(key))
      expect((await seen('refused', ended.ip))[0], path).toEqual([null, expect.stringContaining('API key')])
    }
  })
})

describe('an attack makes few rows', () => {
  const many = isLong ? 30_000 : 3_000

  test('the same from one address within a minute is counted', async () => {
    const own = await testApp()
    const ip = '203.0.113.7'
    for (let i = 0; i < many; i++)
      own.runtime.securityEvents.note({
        kind: 'refused',
        ipAddress: ip,
        requestId: `r${i}`,
        detail: `procedure ${i % 50}`,
      })
    expect(await rowsOf('refused', own)).toHaveLength(1)
    for (let i = 0; i < 100; i++)
      own.runtime.securityEvents.note({ kind: 'refused', ipAddress: ip, requestId: 'r', detail: 'x' })
    expect(await rowsOf('refused', own)).toHaveLength(1)
    own.clock.set(new Date(own.clock.now().getTime() + 60_000))
    const rows = await rowsOf('refused', own)
    expect(rows.map(({ times }) => times)).toEqual([100, many])
    expect(rows[1]).toMatchObject({ ipAddress: ip, requestId: 'r0' })
    expect(rows[1]!.detail.split(', ')).toHaveLength(5)
  })

  test('from ever new addresses it is counted together, and none is lost', async () => {
    const own = await testApp()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < many; i++)
        own.runtime.securityEvents.note({
          kind: 'sign-in-failed',
          emailKey: `nobody${round}-${i}@people.example`,
          ipAddress: `10.${round}.${i >> 8}.${i & 255}`,
          requestId: 'r',
        })
      await own.runtime.securityEvents.flush()
    }
    own.clock.set(new Date(own.clock.now().getTime() + 60_000))
    await own.runtime.securityEvents.flush()
    const [sum] = await own.sql<{ rows: number; times: number }>(
      `select count(*)::int as rows, sum((after ->> 'times')::int)::int as times from audit_log where action = 'security'`,
    )
    expect(sum!.times).toBe(3 * many)
    expect(sum!.rows).toBeLessThan(1_100)
  })

  test('refused requests cost no statement for it, over HTTP', async () => {
    const own = await testApp()
    const who = await person(own)
    const caller = await own.overHttp(who)
    // How long sessions last is read once, with the first of them.
    await caller.members.me()
    const sent = await statementsOf(async () => {
      for (let i = 0; i < 20; i++) await caller.members.find({}).catch(() => {})
    })
    expect(sent.map(({ name }) => name)).toEqual(Array(20).fill('actor_by_session'))
    await own.runtime.securityEvents.flush()
    own.clock.set(new Date(own.clock.now().getTime() + 60_000))
    const rows = (await rowsOf('refused', own)).filter(row => row.personId === who.id)
    expect(rows.length).toBeLessThanOrEqual(2)
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(20)
    expect(rows[0]).toMatchObject({ detail: 'members.find' })
  })
})

test('while the database is away nothing is lost and nobody notices', async () => {
  const own = await testApp()
  let isAway = true
  const db = new Proxy(own.db, {
    get: (target, name) => {
      if (isAway && name === 'execute') return () => Promise.reject(new Error('away'))
      return Reflect.get(target, name)
    },
  })
  const events = openSecurityEvents({ db, clock: own.clock, log: own.runtime.log })
  events.note({ kind: 'signature-wrong', ipAddress: '203.0.113.9', requestId: 'r' })
  await events.flush()
  expect(await rowsOf('signature-wrong', own)).toHaveLength(0)
  isAway = false
  await events.close()
  expect(await rowsOf('signature-wrong', own)).toHaveLength(1)
})

test('what waits is written when the server stops', async () => {
  const own = await testApp()
  const events = openSecurityEvents({ db: own.db, clock: own.clock, log: own.runtime.log })
  for (let i = 0; i < 5; i++) {
    events.note({ kind: 'refused', ipAddress: '203.0.113.9', requestId: 'r' })
    if (i === 0) await events.flush()
  }
  await events.close()
  expect((await rowsOf('refused', own)).map(({ times }) => times)).toEqual([4, 1])
})

test('events are in the chain of the audit log: none can be changed or taken away', async () => {
  await makers['signature-wrong']()
  await app.runtime.securityEvents.flush()
  expect(await app.as(await admin(app)).privacy.verifyAudit()).toMatchObject({ firstBad: null })
  for (const statement of ["update audit_log set actor_id = null where action = 'security'", 'delete from audit_log'])
    await expect(app.db.execute(statement)).rejects.toThrow()
})

test('no secret and no address is in what the audit log keeps of ways in', async () => {
  const { id, visitor, code } = await withSecondFactor()
  await visitor.post('/two-factor/disable', { password: goodPassword, code: code(1) })
  await makers['key-made']()
  await makers['email-changed']()
  const secrets = await app.sql<{ secret: string }>(
    `select password as secret from account where password is not null union all select key_hash from api_keys
      union all select email from "user" union all select secret from two_factor`,
  )
  const kept = (await app.sql<{ row: string }>('select row_to_json(audit_log)::text as row from audit_log')).map(
    ({ row }) => row,
  )
  for (const { secret } of secrets) expect(kept.filter(row => row.includes(secret))).toEqual([])
  const [account] = await app.sql<{ n: number }>(
    `select count(*)::int as n from audit_log where table_name = 'two_factor' and row_id = $1`,
    [id],
  )
  expect(account!.n).toBeGreaterThan(1)
})

test('what staff send or handle again is in the audit log, what jobs do with it is not', async () => {
  const boss = await admin(app)
  const [mail] = await app.sql<{ id: string }>(
    `insert into mails (to_address, template, props, subject, status) values ('a@people.example', 'members.magic-link', '{}', 'x', 'failed') returning id`,
  )
  await app.sql(`insert into payment_events (id, type, object_id, status) values ('evt_again', 'x', 'y', 'failed')`)
  expect((await call(boss, 'mailings/resend', { id: mail!.id })).status).toBe(200)
  expect((await call(boss, 'payments/retryEvent', { id: 'evt_again' })).status).toBe(200)
  await app.runJobs()
  const rows = await app.sql(
    `select table_name, row_id, actor_id, before ->> 'status' as before, after ->> 'status' as after from audit_log
      where table_name in ('mails', 'payment_events') order by id`,
  )
  expect(rows).toEqual([
    { table_name: 'mails', row_id: mail!.id, actor_id: boss.id, before: 'failed', after: 'queued' },
    { table_name: 'payment_events', row_id: 'evt_again', actor_id: boss.id, before: 'failed', after: 'received' },
  ])
})
