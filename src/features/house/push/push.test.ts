import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp, type TestApp, testApp } from '#test/app.ts'
import { openSession } from '#test/browser.ts'
import { told } from '#test/notifications.ts'
import { houseKeys } from './model.ts'

/** A push service as browsers have one: keeps what arrives, and answers what it is told to. */
const arrived: { path: string; headers: IncomingMessage['headers']; body: Buffer }[] = []
const answers = new Map<string, number[]>()
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  arrived.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
  response.statusCode = answers.get(request.url!)?.shift() ?? 201
  if (response.statusCode === 302) response.setHeader('location', `${origin()}/elsewhere`)
  response.end()
})
await new Promise<void>(done => service.listen(0, '127.0.0.1', done))
const origin = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`
afterAll(() => void service.close())

const app = sharedTestApp({ env: { PUSH_SERVICES: origin() } })

interface Device {
  path: string
  id: string
  read(body: Buffer): unknown
}

let count = 0

/** What a browser does: makes keys of its own, and tells the house the public half. */
function subscription() {
  const ecdh = createECDH('prime256v1')
  const [p256dh, auth, path] = [ecdh.generateKeys(), randomBytes(16), `/device/${++count}`]
  const input = {
    endpoint: `${origin()}${path}`,
    keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
  }
  // RFC 8291 and RFC 8188, by hand.
  const read = (body: Buffer): unknown => {
    const [salt, size] = [body.subarray(0, 16), body[20]!]
    const [theirs, sealed] = [body.subarray(21, 21 + size), body.subarray(21 + size)]
    const secret = ecdh.computeSecret(theirs)
    const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', key, salt, info, length))
    const key = hkdf(secret, auth, Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, theirs]), 32)
    const cipher = createDecipheriv(
      'aes-128-gcm',
      hkdf(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
      hkdf(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
    ).setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
  }
  return { input, path, read }
}

async function device(who: Person, on: TestApp = app, p256dh?: string): Promise<Device> {
  const { input, path, read } = subscription()
  if (p256dh) input.keys.p256dh = p256dh
  const { id } = await (await on.overHttp(who)).push.subscribe(input)
  return { id, path, read }
}
const at = ({ path }: Device) => arrived.filter(each => each.path === path)
const devicesOf = async (who: Person) => (await app.as(who).push.devices()).devices.map(({ id }) => id)

test('a notification reaches every device of the person, readable there alone and signed by the house', async () => {
  const ada = await member(app)
  const [phone, desk] = [await device(ada), await device(ada)]
  const other = await device(await member(app))
  const id = await told(app, ada, { title: 'Woodcut has moved', text: 'Now at 14:00', path: '/events?view=month' })
  await app.runJobs()
  for (const each of [phone, desk]) {
    const [message, ...more] = at(each)
    expect(more).toEqual([])
    expect(each.read(message!.body)).toEqual({
      tag: id,
      title: 'Woodcut has moved',
      body: 'Now at 14:00',
      path: '/events?view=month',
    })
    expect(message!.body.toString('latin1')).not.toContain('Woodcut')
    expect(message!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
  }
  expect(() => desk.read(at(phone)[0]!.body)).toThrow()
  expect(at(other)).toEqual([])

  // RFC 8292: who sends is known by the key that the browser subscribed under.
  const { publicKey } = await app.as(ada).push.devices()
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(at(phone)[0]!.headers.authorization!) ?? []
  expect(key).toBe(publicKey)
  const [head, claims, signature] = token.split('.')
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({ aud: origin() })
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const own = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', signed, { key: own, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url'))).toBe(
    true,
  )
})

test.each([404, 410, 403])('a device that the service answers %i for is forgotten', async status => {
  const ada = await member(app)
  const [gone, stays] = [await device(ada), await device(ada)]
  answers.set(gone.path, [status])
  await told(app, ada)
  await app.runJobs()
  expect(await devicesOf(ada)).toEqual([stays.id])
  expect([at(gone).length, at(stays).length]).toEqual([1, 1])
})

test.each([500, 429])('what the service answers %i to is tried again, on that device alone', async status => {
  const ada = await member(app)
  const [busy, other] = [await device(ada), await device(ada)]
  answers.set(busy.path, [status])
  await told(app, ada)
  await app.runJobs()
  await app.sql(`update pgboss.job set start_after = now() where name = 'notifications.push' and state = 'retry'`)
  await app.runJobs()
  expect([at(busy).length, at(other).length]).toEqual([2, 1])
  expect(await devicesOf(ada)).toHaveLength(2)
})

test('where a service sends one elsewhere, nobody goes', async () => {
  const ada = await member(app)
  const away = await device(ada)
  answers.set(away.path, [302])
  await told(app, ada)
  await app.runJobs()
  expect(at(away)).toHaveLength(1)
  expect(arrived.filter(({ path }) => path === '/elsewhere')).toEqual([])
})

test('what was read meanwhile is not pushed, nor what the person does not want on devices', async () => {
  const ada = await member(app)
  const phone = await device(ada)
  await app.as(ada).notifications.markRead({ id: await told(app, ada) })
  await app.as(ada).notifications.choose({ kind: 'stall', channel: 'push', isOn: false })
  await told(app, ada, { kind: 'stall', path: '/market-booking' })
  await app.runJobs()
  expect(at(phone)).toEqual([])
})

test('nothing is pushed once the session of a device has run out, also of what was told before', async () => {
  const ada = await member(app)
  const phone = await device(ada)
  await told(app, ada)
  const runOut = `update session set expires_at = now() - interval '1 minute' where user_id = $1`
  await app.sql(runOut, [ada.id])
  await told(app, ada, { title: 'Something else', path: '/bookings' })
  await app.runJobs()
  expect(at(phone)).toEqual([])
  // The control: while it is on, it is.
  await app.sql(`update session set expires_at = now() + interval '1 day' where user_id = $1`, [ada.id])
  await told(app, ada, { title: 'A third thing', path: '/bookings' })
  await app.runJobs()
  expect(at(phone)).toHaveLength(1)
})

test('a device is its session’s: signing out there ends it, and being blocked ends all', async () => {
  const ada = await member(app)
  const { input } = subscription()
  const headers = {
    cookie: await openSession(app.runtime, ada.id),
    origin: app.url,
    'content-type': 'application/json',
  }
  const answer = await app.fetch('/rpc/push/subscribe', {
    method: 'POST',
    headers,
    body: JSON.stringify({ json: input }),
  })
  expect(answer.status).toBe(200)
  const stays = await device(ada)
  expect(await devicesOf(ada)).toHaveLength(2)
  await app.fetch('/auth-api/sign-out', { method: 'POST', headers, body: '{}' })
  expect(await devicesOf(ada)).toEqual([stays.id])
  await app.as(await admin(app)).members.block({ userId: ada.id, status: 'blocked', reason: 'Loud at night' })
  expect(await app.sql('select 1 from push_subscriptions where user_id = $1', [ada.id])).toEqual([])
})

test('whoever signs in at a browser takes it over, only push services are believed, and only with a session', async () => {
  const [ada, ben] = [await member(app), await member(app)]
  const { input } = subscription()
  await (await app.overHttp(ada)).push.subscribe(input)
  await (await app.overHttp(ben)).push.subscribe(input)
  expect([await devicesOf(ada), (await devicesOf(ben)).length]).toEqual([[], 1])
  for (const endpoint of [
    'http://169.254.169.254/latest',
    'https://localhost/x',
    'https://fcm.googleapis.com.evil.example/x',
  ])
    await expect((await app.overHttp(ada)).push.subscribe({ ...input, endpoint })).rejects.toMatchObject({
      code: 'UNKNOWN_PUSH_SERVICE',
    })
  await expect(
    (await app.overHttp(ada)).push.subscribe({ ...input, keys: { p256dh: 'AA', auth: 'AA' } }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const { key } = await app.as(ada).members.createKey({ name: 'Till', scope: 'write' })
  const byKey = await app.fetch('/rpc/push/subscribe', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ json: subscription().input }),
  })
  expect(await byKey.json()).toMatchObject({ json: { code: 'NEEDS_SESSION' } })
  const [id] = await devicesOf(ben)
  await expect(app.as(ada).push.remove({ id: id! })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.as(ben).push.remove({ id: id! })
  expect(await devicesOf(ben)).toEqual([])
})

test('the oldest device makes room for an eleventh', async () => {
  const ada = await member(app)
  const made: string[] = []
  for (let number = 0; number < 11; number++) {
    made.push((await device(ada)).id)
    app.clock.advance(1_000)
  }
  expect(await devicesOf(ada)).toEqual(made.slice(1))
})

test('the keys are made once, however many ask, are closed in the database, and can come from outside', async () => {
  const fresh = await testApp()
  const asked = await Promise.all(Array.from({ length: 5 }, () => houseKeys(fresh.runtime)))
  expect(new Set(asked.map(({ privateKey }) => privateKey)).size).toBe(1)
  const [row] = await fresh.sql<{ text: string }>('select row_to_json(k)::text as text from push_keys k')
  expect(row!.text).toContain(asked[0]!.publicKey)
  expect(row!.text).not.toContain(asked[0]!.privateKey)
  // Another secret: the old pair cannot be opened, and a new one takes its place.
  const moved = {
    ...fresh.runtime,
    env: { ...fresh.runtime.env, secret: 'another secret that is long enough to be one' },
  }
  const anew = await houseKeys(moved)
  expect(anew.publicKey).not.toBe(asked[0]!.publicKey)
  expect(await houseKeys(moved)).toEqual(anew)
  const given = { publicKey: 'B'.repeat(87), privateKey: 'c'.repeat(43) }
  const named = { ...fresh.runtime.env, VAPID_PUBLIC_KEY: given.publicKey, VAPID_PRIVATE_KEY: given.privateKey }
  expect(await houseKeys({ ...fresh.runtime, env: named })).toEqual(given)
})

test('a device whose key is no key is forgotten at once and not tried again; others are told', async () => {
  const ada = await member(app)
  // As long as a key, and no point of the curve.
  const broken = await device(ada, app, Buffer.alloc(65, 4).toString('base64url'))
  const good = await device(ada)
  await told(app, ada)
  await app.runJobs()
  expect([at(broken).length, at(good).length]).toEqual([0, 1])
  expect(await devicesOf(ada)).toEqual([good.id])
  expect(
    await app.sql(
      `select state, retry_count from pgboss.job where name = 'notifications.push' and data ->> 'subscriptionId' = $1`,
      [broken.id],
    ),
  ).toEqual([{ state: 'completed', retry_count: 0 }])
})
