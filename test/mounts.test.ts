import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { usualBodyBytes, usualSeconds } from '#platform/http/gate.ts'
import { sharedTestApp } from './app.ts'
import { mounts } from './mounts.ts'

// Each way into the server with each method: what the table of src/app.ts does not name is refused at the door.
const app = sharedTestApp()
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** Over a plain connection: `fetch` refuses some methods by itself. */
function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, app.url), { method, headers, agent: false }, async answer => {
      if (answer.headers['content-type'] === 'text/event-stream') answer.destroy()
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() })
    })
    request.on('error', reject)
    request.flushHeaders()
    if (!headers['content-length']) request.end()
  })
}

/** An address that the pattern answers and no line before it. */
const addressOf = (pattern: string) =>
  pattern
    .replace(/:\w+/, 'some-name')
    .replace(/\*$/, 'some/thing')
    .replace(/^(?!\/)/, '/')

let byPath: [path: string, methods: string[]][]
beforeAll(() => {
  const found = new Map<string, string[]>()
  for (const { path, methods } of app.mounts) found.set(path, [...(found.get(path) ?? []), ...methods])
  byPath = [...found]
})

test('every way in stands in the table of the tests, and nothing else does', () => {
  const lines = app.mounts.map(({ path, methods, ways, bodyBytes, seconds, cost, isPersonal }) => [
    `${methods.join(' ')} ${path}`,
    {
      ways: ways.join(' '),
      kilobytes: Math.floor((bodyBytes ?? usualBodyBytes) / 1_024),
      seconds: seconds ?? usualSeconds,
      cost,
      isPersonal,
    },
  ])
  expect(Object.fromEntries(lines)).toEqual(mounts)
})

test('nothing else is written into the server than lines of the table', () => {
  // Two lines of one path differ in their methods: which of them answers is never a matter of order.
  for (const [path, named] of byPath) expect(new Set(named).size, path).toBe(named.length)
})

describe.each(methods)('%s', method => {
  test('is refused wherever no line names it', async () => {
    for (const [path, named] of byPath) {
      const answer = await ask(method, addressOf(path))
      if (named.includes(method)) {
        // A procedure that writes refuses GET by itself.
        expect(answer.headers.allow, path).toBeUndefined()
        continue
      }
      expect(answer.status, path).toBe(405)
      expect(String(answer.headers.allow).split(', ').sort(), path).toEqual([...named].sort())
      expect(answer.headers['cache-control'], path).toBe('no-store')
      if (method !== 'HEAD') expect(answer.body, path).toContain('"code":"METHOD_NOT_ALLOWED"')
    }
  })

  test('is refused from another site wherever it may change something, whatever else it carries', async () => {
    if (method === 'GET' || method === 'HEAD') return expect(byPath.length).toBeGreaterThan(0)
    for (const [path, named] of byPath.filter(([, named]) => named.includes(method)))
      for (const foreign of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ] as Record<string, string>[])
        for (const authorization of ['', 'Basic x', 'Bearer sk_test_x'])
          expect((await ask(method, addressOf(path), { ...foreign, authorization })).status, `${path} ${named}`).toBe(
            403,
          )
  })

  test('brings no more bytes than its line names', async () => {
    for (const { path, methods: named, bodyBytes = usualBodyBytes } of app.mounts) {
      if (!named.includes(method as never)) continue
      const most = method === 'GET' || method === 'HEAD' ? 0 : bodyBytes
      const answer = await ask(method, addressOf(path), { 'content-length': String(most + 1) })
      expect(answer.status, path).toBe(413)
    }
  })
})

test('a path that nobody knows takes nothing but reading', async () => {
  for (const method of methods.filter(each => !['GET', 'HEAD'].includes(each)))
    expect((await ask(method, '/nowhere')).status).toBe(405)
  expect((await ask('GET', '/nowhere')).status).toBe(404)
})
