import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { RouterClient } from '@orpc/server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Router } from '#api.ts'
import { goodPassword } from '#seed/factories/people.ts'
import { newEmail, newIp, signUpBody } from './browser.ts'
import { hostileInputs, hostileTexts } from './hostile.ts'
import { isLong, seed } from './long.ts'
import { pngOf } from './pictures.ts'
import { callByName, listProcedures } from './procedures.ts'
import { type ServerProcess, serverWithStaff } from './server-process.ts'

// Everything that has held a server's attention before, sent over HTTP to a process of its own, which is watched from
// outside: nobody else waits, and afterwards it is as large as before. The long form (npm run test:long) goes on for
// longer and looks at the time that the process was held.

vi.setConfig({ testTimeout: isLong ? 3_600_000 : 300_000, hookTimeout: 300_000 })
const rounds = isLong ? 6 : 1
const inputsEach = isLong ? 40 : 3

let server: ServerProcess
let cookie: string
beforeAll(async () => {
  const settings = { CALLS_PER_MINUTE: '1000000', TRUST_PROXY: 'on', NODE_ENV: 'test' }
  const made = await serverWithStaff(settings, ['admin', 'committee', 'door'])
  server = made.server
  cookie = await server.signIn(made.email, goodPassword)
})
afterAll(() => server.remove())

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      origin: server.url,
      'x-forwarded-for': newIp(),
      ...(cookie && { cookie }),
      ...headers,
    },
  }).catch(closedEarly)

/** What is too large is refused while it is still being written: the line may be closed before the answer is read. */
function closedEarly(error: { cause?: { code?: string } }): Response {
  if (['EPIPE', 'ECONNRESET'].includes(error.cause?.code ?? '')) return new Response(null, { status: 413 })
  throw error
}

/** Every procedure with inputs of every shape; a refusal is an answer, a fault is not. */
async function hostileCalls(round: number) {
  const client: RouterClient<Router> = createORPCClient(
    new RPCLink({ url: `${server.url}/rpc`, headers: { cookie, origin: server.url, 'x-forwarded-for': newIp() } }),
  )
  for (const listed of listProcedures()) {
    const inputs = fc.sample(hostileInputs(listed), { numRuns: inputsEach, seed: seed + round })
    for (const input of inputs) {
      const failure = await callByName(client, listed.path, input).then(
        () => null,
        (error: { status?: number; message?: string }) => error,
      )
      if (!failure) continue
      const told = `${listed.name}: ${failure.message}`
      // Without a status it did not leave this process, unless nobody answers any more.
      expect(told).not.toMatch(/fetch failed/)
      expect(failure.status ?? 0, told).toBeLessThan(500)
    }
  }
}

const nested = `{"json":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
const large = `{"json":{"a":"${'x'.repeat(1_200_000)}"}}`
/** What else a call could be written as; taking these apart took seconds, before anybody was asked who they are. */
const written: [body: string, type: string][] = [
  [`{"json":{"a":"${'9'.repeat(60_000)}"},"meta":[[0,"a"]]}`, 'application/json'],
  ['0[9]=&1[9]=&'.repeat(5_000), 'application/x-www-form-urlencoded'],
  [
    '--b\r\ncontent-disposition: form-data; name="a[0]"\r\n\r\n1\r\n'.repeat(900).concat('--b--'),
    'multipart/form-data; boundary=b',
  ],
]
const signs = '4@8({[<3691!|17|0$5+7%2'

/** Bodies, nestings, passwords, pictures, streams and names that cost the most for what they are. */
const floods: Record<string, () => Promise<unknown>> = {
  bodies: () =>
    all(40, turn =>
      post(['/rpc/venue/changeSettings', '/webhooks/stripe'][turn % 2]!, turn % 3 === 0 ? large : nested),
    ),
  written: () =>
    all(30, turn => {
      const [body, type] = written[turn % written.length]!
      return post(turn % 2 ? '/rpc/conduct/publish' : '/api/conduct/publish', body, { 'content-type': type })
    }),
  strings: () =>
    all(30, turn => post('/auth-api/sign-in/email', JSON.stringify({ email: hostileTexts[turn % 28], password: 'x' }))),
  passwords: () =>
    all(12, turn =>
      post(
        '/auth-api/sign-up/email',
        JSON.stringify(signUpBody(newEmail(), { password: `Aa1!${signs.slice(turn).repeat(10)}`.slice(0, 100) })),
      ),
    ),
  pictures: () =>
    all(8, turn =>
      post('/files/identity-document', new Uint8Array(turn % 2 ? pngOf(7_000, 5_700) : pngOf(2_000, 1_500)), {
        'content-type': 'image/png',
        'x-file-name': 'a.png',
      }),
    ),
  streams: () =>
    all(60, async () => {
      const leaving = new AbortController()
      const { status } = await fetch(`${server.url}/live`, { headers: { cookie }, signal: leaving.signal })
      leaving.abort()
      return { status }
    }),
  labels: () =>
    all(300, turn =>
      fetch(`${server.url}/${['rpc', 'api', 'assets', 'x'][turn % 4]}/${crypto.randomUUID()}`, {
        method: ['GET', 'PUT', 'POST', 'PROPFIND'][turn % 4]!,
        headers: { cookie },
      }),
    ),
}

/** So many at once, ten at a time; whatever they are told, it is not that the server failed. */
async function all(count: number, one: (turn: number) => Promise<{ status: number; body?: unknown }>) {
  for (let from = 0; from < count; from += 10) {
    const answers = await Promise.all(Array.from({ length: Math.min(10, count - from) }, (_, turn) => one(from + turn)))
    for (const answer of answers) {
      expect([500, 502], `${answer.status}`).not.toContain(answer.status)
      if (answer instanceof Response) await answer.arrayBuffer()
    }
  }
}

async function attack(round: number) {
  await hostileCalls(round)
  for (const flood of Object.values(floods)) await flood()
}

/** Megabytes that the process holds, as the system counts them. */
function residentMb(): number {
  const status = `/proc/${server.pid()}/status`
  const kb = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))![1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid())], { encoding: 'utf8' })
  return Number(kb) / 1_024
}

async function metrics() {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  return {
    series: text.split('\n').filter(line => line.startsWith('http_request_duration_seconds_count')).length,
    streams: read('live_clients'),
    /** Since the metrics were read last. */
    heldMs: read('nodejs_eventloop_lag_max_seconds') * 1_000,
    usuallyHeldMs: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
  }
}

test(`after everything that costs a server the most it is as large as before and answers (seed ${seed})`, async () => {
  // The first round also loads what is loaded when it is needed, once in a process: the first mail holds it for 0.6 s.
  await attack(0)
  const before = { mb: residentMb(), ...(await metrics()) }
  await floods.labels!()
  expect((await metrics()).series).toBeLessThan(before.series + 10)
  const seen: { mb: number; heldMs: number; usuallyHeldMs: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    await attack(round)
    const { heldMs, usuallyHeldMs } = await metrics()
    seen.push({ mb: Math.round(residentMb()), heldMs: Math.round(heldMs), usuallyHeldMs: Math.round(usuallyHeldMs) })
  }
  const told = JSON.stringify({ before, seen })
  if (isLong) process.stdout.write(`${told}\n`)
  expect(residentMb(), told).toBeLessThan(before.mb * 1.3 + 40)
  await expect.poll(async () => (await metrics()).streams).toBe(0)
  // Still as the one whom all of it was asked for.
  expect(await (await post('/rpc/members/me', '{}')).text()).toContain('"email"')
  // How long it was held says something only where the machine is not busy with other tests.
  if (!isLong) return
  const held = seen.map(({ heldMs }) => heldMs).sort((a, b) => b - a)
  // Half a gigabyte of rubbish, collected at once, may take a little more, once.
  expect(held[0], told).toBeLessThan(250)
  expect(held[1], told).toBeLessThan(100)
})
