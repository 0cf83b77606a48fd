import { request as httpRequest } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { admin, goodPassword, member, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { openSession, sessionCookie } from './browser.ts'
import { openLiveStream } from './live-stream.ts'
import { isLong } from './long.ts'
import { tiers } from './payments.ts'

// What a review broke at the server's front, at the running server. Names in brackets are those of its findings.
const metricsToken = 'a token of some length'
const webhookSecret = 'whsec_test_secret'
const app = sharedTestApp({ env: { METRICS_TOKEN: metricsToken, LOG_LEVEL: 'silent' } })

const json = { 'content-type': 'application/json' }

/** Sends `bytes` of a body whose length is not said beforehand; resolves to the status and to how much could be sent. */
function sendChunked(path: string, bytes: number): Promise<{ status: number; sent: number }> {
  const chunk = Buffer.alloc(65_536, 'a')
  let sent = 0
  return new Promise(resolve => {
    const request = httpRequest(new URL(path, app.url), { method: 'POST', headers: json }, answer => {
      answer.resume()
      stop(answer.statusCode ?? 0)
    })
    const stop = (status: number) => {
      clearInterval(timer)
      request.destroy()
      resolve({ status, sent })
    }
    request.on('error', () => stop(0))
    // One chunk for each turn of the loop, so that the answer is seen as soon as it is there.
    const timer = setInterval(() => {
      if (sent >= bytes) return void request.end()
      sent += chunk.length
      request.write(chunk)
    }, 0)
  })
}

test.each(['/auth-api/sign-in/email', '/rpc/contact/send', '/api/contact/send', '/webhooks/stripe', '/v1/customers'])(
  '[H3] %s reads no more of a body than it needs, whether its length is said or not',
  async path => {
    const said = await new Promise<number>((resolve, reject) => {
      const headers = { ...json, 'content-length': 300_000_000 }
      const request = httpRequest(new URL(path, app.url), { method: 'POST', headers }, answer => {
        resolve(answer.statusCode ?? 0)
        request.destroy()
      })
      request.on('error', reject)
      request.flushHeaders()
    })
    expect(said, 'refused before a byte of it came').toBe(413)
    const unsaid = await sendChunked(path, 300_000_000)
    // The payment simulator asks for its key first, and then reads nothing.
    expect(unsaid.status).toBe(path === '/v1/customers' ? 401 : 413)
    expect(unsaid.sent).toBeLessThan(30_000_000)
  },
)

test('[H3] bodies of 300 MB to sign-in leave the memory as it was', async () => {
  const before = process.memoryUsage().rss
  const many = isLong ? 10 : 2
  await Promise.all(Array.from({ length: many }, () => sendChunked('/auth-api/sign-in/email', 300_000_000)))
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})

test('[M3] neither HEAD nor OPTIONS, from wherever, changes anything', async () => {
  const someone = await paidMember(app)
  const boss = await admin(app)
  const cookie = await openSession(app.runtime, someone.id)
  const bossCookie = await openSession(app.runtime, boss.id)
  const memberships = () =>
    app.sql('select status, tier_id from user_memberships where user_id = $1 order by id', [someone.id])
  const before = await memberships()
  const rotated = () => app.sql('select count(*) from ticket_keys')
  const keysBefore = await rotated()
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])
    for (const prefix of ['/rpc', '/api'])
      for (const site of ['same-site', 'cross-site', 'same-origin']) {
        const headers = { cookie, 'sec-fetch-site': site }
        const ended = await app.fetch(`${prefix}/memberships/backToExplorer`, { method, headers })
        expect(ended.status, `${method} ${prefix}`).toBe(405)
        const asAdmin = { ...headers, cookie: bossCookie }
        expect((await app.fetch(`${prefix}/door/rotateKeys`, { method, headers: asAdmin })).status).toBe(405)
      }
  expect(await memberships()).toEqual(before)
  expect(await rotated()).toEqual(keysBefore)
  // The same addresses do change something when they are asked as they are meant to be.
  const post = (path: string, as: string) =>
    app.fetch(path, { method: 'POST', headers: { ...json, cookie: as }, body: JSON.stringify({ json: {} }) })
  expect((await post('/rpc/memberships/backToExplorer', cookie)).status).toBe(200)
  expect((await post('/rpc/door/rotateKeys', bossCookie)).status).toBe(200)
  expect(await memberships()).not.toEqual(before)
  expect(await rotated()).not.toEqual(keysBefore)
})

test('[M3] no Authorization header of any kind makes the cookie usable from another site', async () => {
  const someone = await member(app)
  const cookie = await openSession(app.runtime, someone.id)
  const { key } = await app.as(someone).members.createKey({ name: 'Own' })
  const profile = {
    firstName: 'Changed',
    lastName: 'By',
    phone: '+447700900123',
    addressLine1: '',
    addressLine2: '',
    city: '',
    postalCode: '',
    country: '',
  }
  const change = (headers: Record<string, string>) =>
    app.fetch('/rpc/members/changeProfile', {
      method: 'POST',
      headers: { ...json, cookie, ...headers },
      body: JSON.stringify({ json: profile }),
    })
  const foreign = { 'sec-fetch-site': 'cross-site' }
  for (const authorization of ['Basic x', 'Bearer x', 'Bearer', 'exk_', 'Digest username="a"', `Basic ${key}`])
    expect((await change({ ...foreign, authorization })).status, authorization).toBe(403)
  // What looks like a key is a key, good or not: the cookie beside it is nobody's.
  for (const authorization of ['Bearer exk_', `Bearer exk_${'a'.repeat(40)}`])
    expect((await change({ ...foreign, authorization })).status, authorization).toBe(401)
  expect(await app.sql('select first_name from "user" where id = $1', [someone.id])).toEqual([
    { first_name: someone.firstName },
  ])
  expect((await change({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('[M6] addresses that nobody knows leave no label behind', async () => {
  const lines = async () => {
    const answer = await app.fetch('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    return (await answer.text()).split('\n').filter(line => line.startsWith('http_request_duration_seconds_count'))
  }
  const probe = async (name: string) => {
    const foreign = { 'sec-fetch-site': 'cross-site' }
    await app.fetch(`/${name}`, { method: 'POST', headers: foreign })
    await app.fetch(`/files/${name}`, { method: 'POST' })
    await app.fetch(`/rpc/${name}/${name}`, { method: 'POST', headers: foreign })
    await app.fetch(`/api/${name}`)
    await app.fetch(`/${name}`)
    await app.fetch(`/events/${name}`)
    await app.fetch(`/assets/${name}.js`)
    await app.fetch(`/auth-api/${name}`)
    await app.fetch(`/export/${name}.csv`)
    await app.fetch(`/dev/mail/${name}`)
  }
  await lines()
  await probe('first')
  const before = await lines()
  const many = isLong ? 3_000 : 30
  for (let i = 0; i < many; i++) await probe(`probe${i}x${'abcdefghij'[i % 10]}`)
  expect((await lines()).map(line => line.split('}')[0])).toEqual(before.map(line => line.split('}')[0]))
})

test('[L4] values that nest without end are a wrong input', async () => {
  const deep = `${'['.repeat(7_000)}${']'.repeat(7_000)}`
  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    app.fetch(path, { method: 'POST', body, headers: { ...json, 'idempotency-key': 'deep', ...headers } })
  const { id } = await member(app)
  for (const headers of [{}, { cookie: await openSession(app.runtime, id) }] as Record<string, string>[]) {
    expect((await send('/rpc/contact/send', `{"json":{"name":${deep}}}`, headers)).status).toBe(400)
    expect((await send('/rpc/members/changeProfile', `{"json":${deep}}`, headers)).status).toBe(400)
    expect((await send('/api/contact/send', `{"name":${deep}}`, headers)).status).toBe(400)
    expect((await send('/auth-api/sign-in/email', `{"email":${deep}}`, headers)).status).toBe(400)
  }
  const nested = `a${'[b]'.repeat(1_500)}=1`
  expect((await app.fetch(`/api/venue/about?${nested}`)).status).toBeLessThan(500)
})

test('[L4] a token of other letters is no token', async () => {
  for (const other of ['é'.repeat(metricsToken.length), 'ÿ', metricsToken.replace('a', 'á')])
    expect((await app.fetch('/metrics', { headers: { authorization: `Bearer ${other}` } })).status).toBe(404)
})

test('[L4] what is signed and still no event is refused', async () => {
  const object = { id: 'in_1' }
  const unkept = ['e'.repeat(256), '\ud800'].flatMap(word => [
    { id: word, type: 'invoice.paid', data: { object } },
    { id: 'evt_1', type: word, data: { object } },
    { id: 'evt_1', type: 'invoice.paid', data: { object: { id: word } } },
  ])
  const partial = [{}, { id: 'evt_1' }, { id: 'evt_1', type: 'x' }, { id: 'evt_1', type: 'x', data: {} }, []]
  for (const payload of [...partial, ...unkept]) {
    const body = JSON.stringify(payload)
    const signature = app.runtime.stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret })
    const answer = await app.fetch('/webhooks/stripe', {
      method: 'POST',
      body,
      headers: { ...json, 'stripe-signature': signature },
    })
    expect(answer.status, body).toBe(400)
  }
})

test('a forged place in the stream makes nobody deaf', async () => {
  const { email } = await member(app, { password: goodPassword })
  const cookie = await sessionCookie(app, email)
  const now = app.clock.now().getTime()
  const far = '999999999999999'
  for (const id of [`${now}/${far}`, `${now}/1/${far}/1`, `${now}/1,${far}/2/1`, `${now}/1/2,${far}/1`]) {
    const stream = await openLiveStream(app, cookie, id)
    onTestFinished(stream.close)
    expect((await stream.next()).kind, id).toBe('refresh')
    await app.write(tx => tx.announce({ to: 'everyone', topic: 'test', kind: 'heard' }))
    expect((await stream.next()).kind, id).toBe('heard')
  }
})

// Taken apart before anybody is asked who they are, each of these held everybody up for one to three seconds.
test.each([
  ['application/x-www-form-urlencoded', Array.from({ length: 90_000 }, (_, key) => `${key}[9]=`).join('&')],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(10_000)],
  ['text/event-stream', 'data: 1\n\n'.repeat(50_000)],
  ['application/jsonish', '{}'],
])('a body of %s is not taken apart', async (type, body) => {
  for (const path of ['/rpc/conduct/publish', '/api/conduct/publish']) {
    const answer = await app.fetch(path, { method: 'POST', body, headers: { 'content-type': type } })
    expect([path, answer.status]).toEqual([path, 415])
  }
})

test.each([
  [0, '9'.repeat(900_000)],
  [1, '2026-11-18'],
  [4, 'https://example.org'],
  [5, '/a/'],
  [6, []],
  [7, []],
])('a value of the protocol’s kind %s, which no procedure takes, is not made', async (type, value) => {
  const body = JSON.stringify({ json: { title: value, sections: [] }, meta: [[type, 'title']] })
  const answer = await app.fetch('/rpc/conduct/publish', { method: 'POST', body, headers: json })
  // Refused as unreadable, before it is refused as nobody's.
  expect(answer.status).toBe(400)
  const plain = JSON.stringify({ json: { title: value, sections: [] }, meta: [] })
  expect((await app.fetch('/rpc/conduct/publish', { method: 'POST', body: plain, headers: json })).status).toBe(401)
})

test('[14.3.2] what is about somebody is stored nowhere', async () => {
  await tiers(app)
  const { id } = await member(app)
  const cookie = await openSession(app.runtime, id)
  for (const path of [
    '/rpc/members/me',
    '/api/members/me',
    '/rpc/nothing/here',
    '/auth-api/get-session',
    '/files/00000000-0000-0000-0000-000000000000',
    '/export/members.list.csv',
    '/account',
  ])
    for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
      const control = (await app.fetch(path, { headers })).headers.get('cache-control')
      // A visitor's page says nothing about them.
      if (path !== '/account' || headers.cookie) expect(control, path).toContain('no-store')
    }
  const live = await app.fetch('/live', { headers: { cookie } })
  expect(live.headers.get('cache-control')).toContain('no-store')
  await live.body?.cancel()
})
