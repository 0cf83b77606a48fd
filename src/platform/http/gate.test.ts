import { expect, test } from 'vitest'
import { readEnv } from '#platform/env.ts'
import { createLog } from '#platform/log.ts'
import { frontGate, type Mount } from './gate.ts'

const env = readEnv({
  NODE_ENV: 'test',
  PUBLIC_URL: 'http://venue.example',
  SECRET: 'long enough to be the secret of a test',
})
const seen: string[] = []
const noted: string[] = []
const securityEvents = {
  note: ({ kind }: { kind: string }) => void noted.push(kind),
  flush: async () => {},
  close: async () => {},
}
const gateOf = (mount: Partial<Mount>) =>
  frontGate(
    {
      env,
      log: createLog('silent'),
      securityEvents,
      observe: (method, route, status) => seen.push(`${method} ${route} ${status}`),
    },
    [
      {
        path: '/it/*',
        methods: ['GET', 'POST'],
        ways: ['cookie', 'key'],
        cost: 'small',
        isPersonal: true,
        serve: c => c.json(Object.fromEntries(c.req.raw.headers)),
        ...mount,
      },
    ],
  )
const post = (headers: Record<string, string> = {}, body: BodyInit = 'x') =>
  new Request('http://venue.example/it/now', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
/** As the server's adapter tells whether the whole request has come. */
const bindings = (complete: boolean) => ({ incoming: { complete, socket: {} } })

test('a body that does not come is not waited for', async () => {
  const gate = gateOf({ seconds: 0.01, serve: async c => c.text(await c.req.text()) })
  const never = new ReadableStream()
  const answer = await gate.fetch(post({}, never), bindings(false))
  expect(answer.status).toBe(408)
  expect(await answer.json()).toMatchObject({ code: 'REQUEST_TIMEOUT' })
})

test('an answer that does not begin is given up', async () => {
  const gate = gateOf({ seconds: 0.01, serve: () => new Promise(() => {}) })
  const answer = await gate.fetch(post(), bindings(true))
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
})

test('what nobody will read is let go: the body of an answer to HEAD, and one that comes too late', async () => {
  const { promise: isLate, resolve: comeLate } = Promise.withResolvers<void>()
  const letGo: string[] = []
  const bodyOf = (name: string) => new Response(new ReadableStream({ cancel: () => void letGo.push(name) }))
  const asked = gateOf({ methods: ['HEAD'], serve: () => bodyOf('asked about') })
  await asked.fetch(new Request('http://venue.example/it/now', { method: 'HEAD' }))
  expect(letGo).toEqual(['asked about'])
  const late = gateOf({ seconds: 0.01, serve: () => isLate.then(() => bodyOf('late')) })
  expect((await late.fetch(post(), bindings(true))).status).toBe(503)
  comeLate()
  await expect.poll(() => letGo).toEqual(['asked about', 'late'])
})

test('more at once than a line may cost are asked to come again', async () => {
  const waiting: (() => void)[] = []
  const gate = gateOf({
    cost: 'large',
    serve: c => new Promise(resolve => waiting.push(() => resolve(c.text('done')))),
  })
  const first = Array.from({ length: 40 }, () => gate.fetch(post()))
  const over = await gate.fetch(post())
  expect(over.status).toBe(503)
  expect(over.headers.get('retry-after')).toBe('1')
  for (const go of waiting) go()
  for (const answer of await Promise.all(first)) expect(answer.status).toBe(200)
  const after = gate.fetch(post())
  waiting.at(-1)!()
  expect((await after).status).toBe(200)
})

test('what lets nobody in here does not reach what is behind', async () => {
  const ways = async (mount: Partial<Mount>, headers: Record<string, string>) => {
    const answer = await gateOf(mount).fetch(post(headers))
    const { cookie, authorization } = (await answer.json()) as Record<string, string>
    return { cookie, authorization }
  }
  const both = { cookie: 'a=b', authorization: 'Bearer exk_something' }
  expect(await ways({}, both)).toEqual({ authorization: both.authorization })
  expect(await ways({}, { ...both, authorization: 'Basic x' })).toEqual({ cookie: 'a=b' })
  expect(await ways({ ways: ['cookie'] }, both)).toEqual({})
  expect(await ways({ ways: ['bearer'] }, { ...both, authorization: 'Bearer x' })).toEqual({
    authorization: 'Bearer x',
  })
  expect(await ways({ ways: [] }, both)).toEqual({})
})

test('our own client reads a refusal in its own form', async () => {
  const answer = await gateOf({ speaks: 'rpc' }).fetch(post({ origin: 'https://evil.example' }))
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ json: { code: 'FOREIGN_ORIGIN', status: 403 } })
})

test('labels are those of the table', async () => {
  seen.length = 0
  const gate = gateOf({ label: path => (path === '/it/known' ? path : null) })
  for (const path of ['/it/known', '/it/unknown', '/elsewhere'])
    await gate.fetch(new Request(`http://venue.example${path}`))
  expect(seen).toEqual(['GET /it/known 200', 'GET /it/* 200', 'GET other 404'])
})
