import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { goodPassword } from '#seed/factories/people.ts'
import { type ServerProcess, serverWithStaff } from './server-process.ts'

// A server that is told to go: what was begun is answered, then it ends with 0. Nothing here measures how long.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let server: ServerProcess
let email: string
beforeAll(async () => {
  ;({ server, email } = await serverWithStaff())
})
afterAll(() => server.remove())

test('SIGTERM: a request whose body is still under way is done and answered, then the process ends with 0', async () => {
  const cookie = await server.signIn(email, goodPassword)
  const body = JSON.stringify({ json: { gettingIn: '020 7946 0001' } })
  const request = await beginRequest('/rpc/venue/changeSettings', body, { cookie, 'idempotency-key': 'last words' })
  const ended = server.kill('SIGTERM')
  await noLongerListens()
  const answer = await request.finish()
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(await ended).toBe(0)

  await server.start()
  const settings = await fetch(`${server.url}/rpc/venue/settings`, { headers: { cookie } })
  expect(await settings.text()).toContain('020 7946 0001')
})

test('positive control: a process that is killed leaves such a request without an answer', async () => {
  const cookie = await server.signIn(email, goodPassword)
  const body = JSON.stringify({ json: { gettingIn: '020 7946 0002' } })
  const request = await beginRequest('/rpc/venue/changeSettings', body, { cookie, 'idempotency-key': 'unheard' })
  await server.kill('SIGKILL')
  expect(await request.finish()).toBe('')
  await server.start()
})

/** Sends a request but for its last byte; resolves once the server has begun to read it. */
async function beginRequest(path: string, body: string, headers: Record<string, string>) {
  const { host, hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let heard = ''
  let onMore = () => {}
  const over = new Promise<void>(done => socket.once('close', () => done()))
  // A connection that is reset says nothing more, which is what the test looks at.
  socket.on('error', () => {})
  socket.on('data', chunk => {
    heard += chunk
    onMore()
  })
  const lines = Object.entries({
    host,
    origin: server.url,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    expect: '100-continue',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, -1)}`)
  const isBegun = () => heard.includes('\r\n\r\n')
  await new Promise<void>(done => {
    onMore = () => {
      if (isBegun()) done()
    }
    onMore()
  })
  expect(heard).toMatch(/^HTTP\/1\.1 100 /)
  heard = ''
  return {
    /** Sends the last byte; resolves to all that came back until the connection closed. */
    async finish(): Promise<string> {
      socket.write(body.slice(-1))
      await over
      return heard
    },
  }
}

/** Resolves once nobody new is let in. */
async function noLongerListens(): Promise<void> {
  const { hostname, port } = new URL(server.url)
  const isOpen = () =>
    new Promise<boolean>(answer => {
      const socket = connect(Number(port), hostname)
      socket.once('connect', () => {
        socket.destroy()
        answer(true)
      })
      socket.once('error', () => answer(false))
    })
  while (await isOpen()) await new Promise(again => setTimeout(again, 20))
}
