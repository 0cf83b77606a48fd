import { request } from 'node:http'
import { expect, test } from 'vitest'
import { admin, member } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { listProcedures } from './procedures.ts'

const app = sharedTestApp({ env: { METRICS_TOKEN: 'a token of some length', LOG_LEVEL: 'silent' } })

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('the process says that it lives and that it is ready', async () => {
  expect((await app.fetch('/healthz')).status).toBe(200)
  expect((await app.fetch('/readyz')).status).toBe(200)
})

test('metrics are for those with the token', async () => {
  expect((await app.fetch('/metrics')).status).toBe(404)
  expect((await app.fetch('/metrics', { headers: { authorization: 'Bearer a token of some lengtX' } })).status).toBe(
    404,
  )
  const answer = await app.fetch('/metrics', { headers: { authorization: 'Bearer a token of some length' } })
  expect(await answer.text()).toMatch(/http_request_duration_seconds_count\{.*\} \d+/)
})

test('every answer carries a request id of its own and the protecting headers', async () => {
  const answers = await Promise.all(
    ['/', '/rpc/venue/about', '/nowhere', '/api/docs', '/healthz'].map(path => app.fetch(path)),
  )
  const ids = answers.map(answer => answer.headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(answers.length)
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    })
    const policy = headers.get('content-security-policy')!
    for (const part of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"])
      expect(policy.split('; ')).toContain(part)
    expect(policy.match(/script-src[^;]*/)![0]).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|https?:/)
  }
})

test('an unexpected failure is masked and shown with the id under which it is logged', async () => {
  await app.sql('alter table code_of_conduct rename to code_away')
  const answer = await app.fetch('/rpc/conduct/active')
  await app.sql('alter table code_away rename to code_of_conduct')
  expect(answer.status).toBe(500)
  const { json } = (await answer.json()) as { json: { message: string; data: { requestId: string } } }
  expect(json.message).toBe('Something went wrong. Please try again.')
  expect(json.data.requestId).toBe(answer.headers.get('x-request-id'))
})

test('another site cannot cause a write, and reading is not a write', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ] as Record<string, string>[])
    expect((await post('/rpc/contact/send', { json: {} }, headers)).status).toBe(403)
  expect((await post('/rpc/contact/send', { json: {} }, { origin: app.url })).status).toBe(400)
  expect(
    (await app.fetch('/rpc/venue/about', { headers: { origin: 'https://evil.example' } })).headers.get(
      'access-control-allow-origin',
    ),
  ).toBeNull()
})

test('the OpenAPI document has every procedure, and the reference page shows them all', async () => {
  const document = (await (await app.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const described = Object.values(document.paths).flatMap(path =>
    Object.values(path).map(operation => operation.operationId),
  )
  expect(described.sort()).toEqual(
    listProcedures()
      .map(({ name }) => name)
      .sort(),
  )
  const page = await (await app.fetch('/api/docs')).text()
  for (const name of described) expect(page).toContain(`<h3>${name}</h3>`)
  expect(page).not.toMatch(/<script/)
})

test('a personal key has the rights of its person, until it is revoked', async () => {
  const boss = await admin(app)
  const { id, key } = await app.as(boss).members.createKey({ name: 'Door display' })
  const bearer = { authorization: `Bearer ${key}` }
  expect((await app.fetch('/api/venue/settings', { headers: bearer })).status).toBe(200)
  const plain = await app.as(await member(app)).members.createKey({ name: 'Calendar' })
  expect((await app.fetch('/api/venue/settings', { headers: { authorization: `Bearer ${plain.key}` } })).status).toBe(
    403,
  )
  expect(JSON.stringify(await app.sql('select * from api_keys'))).not.toContain(key)
  await app.as(boss).members.revokeKey({ keyId: id })
  expect((await app.fetch('/api/venue/settings', { headers: bearer })).status).toBe(401)
  expect(
    (await app.fetch('/api/venue/settings', { headers: { authorization: `Bearer ${key.slice(0, -1)}A` } })).status,
  ).toBe(401)
})

test('what a visitor may send is limited per address', async () => {
  await app.sql('delete from limit_counters')
  const form = {
    json: { name: 'Vera', email: 'vera@people.example', phone: '', message: 'Is there a kiln?' },
  }
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await post('/rpc/contact/send', form)).status)
  expect(statuses.filter(status => status === 200)).toHaveLength(10)
  expect(statuses.slice(10)).toEqual([429, 429])
})

test('HEAD opens no live stream, and a path of slashes is answered like any other', async () => {
  const { email } = await member(app, { password: 'Kiln-Orchard-Seven7' })
  const signedIn = await app.fetch('/auth-api/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email, password: 'Kiln-Orchard-Seven7' }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  for (let i = 0; i < 5; i++)
    expect((await app.fetch('/live', { method: 'HEAD', headers: { cookie } })).status).toBe(405)
  const metrics = await app.fetch('/metrics', { headers: { authorization: 'Bearer a token of some length' } })
  expect(await metrics.text()).toMatch(/^live_clients 0$/m)
  expect((await app.fetch(`/x${'/'.repeat(10_000)}a`)).status).toBe(404)
})

test('[L5] on a developer’s machine a name that somebody else made lead here reads nothing, the in-box least of all', async () => {
  const { port } = new URL(app.url)
  const asked = (path: string, host: string) =>
    new Promise<number | undefined>((done, failed) =>
      request({ host: '127.0.0.1', port, path, headers: { host, connection: 'close' } }, answer => {
        answer.resume()
        done(answer.statusCode)
      })
        .once('error', failed)
        .end(),
    )
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
  ])
    for (const path of ['/dev/mail', '/rpc/venue/about', '/'])
      expect(await asked(path, host), `${host}${path}`).toBe(421)
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, '192.168.1.7:3000'])
    expect(await asked('/dev/mail', host), host).toBeLessThan(400)
})
